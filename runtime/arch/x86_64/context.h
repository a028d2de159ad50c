/*
 * Switching stacks.
 *
 * A context is a stack pointer.  It points to the six callee-saved registers
 * (r15 lowest, rbp on top: UCI_CONTEXT_SIZE bytes), above which is a return
 * address.  Nothing else is saved.  The thread pointer is the worker's own, and
 * so are MXCSR and the x87 control word in programs for clusters; in one
 * process the callers set them (float_mode.h).
 */
#pragma once

#include <stdint.h>

/* Restores the context at sp: the call that saved it returns value.  The
 * present stack is abandoned. */
_Noreturn void uci_context_resume(uintptr_t sp, void *value);

/*
 * Saves the caller's context and calls run(argument, sp) on the stack whose
 * upper end is `stack'.  run never returns.  uci_context_suspend returns when
 * somebody calls uci_context_resume(sp, value), perhaps in another worker, and
 * its result is value.
 */
void *uci_context_suspend(void (*run)(void *argument, uintptr_t sp),
                          void *argument, uintptr_t stack);

/* Calls run(argument) on the stack whose upper end is `stack', and returns when
 * it returns. */
void uci_context_call(void (*run)(void *argument), void *argument,
                      uintptr_t stack);

/* Abandons the present stack and calls run(argument), which never returns, on
 * the other one. */
_Noreturn void uci_context_enter(void (*run)(void *argument), void *argument,
                                 uintptr_t stack);

/* The upper end, aligned to 16, of another stack below the caller's frame, for
 * a caller that does not call anything on its own stack any more. */
static inline __attribute__((always_inline)) uintptr_t uci_context_below(void)
{
    enum { MARGIN = 1024 };
    return ((uintptr_t)__builtin_frame_address(0) - MARGIN) & ~(uintptr_t)15;
}
