/*
 * Switching stacks.
 *
 * A context is a stack pointer to the six callee-saved registers (rbp on top,
 * r15 lowest) below a return address: what UCI_CONTEXT_SIZE says.  Nothing
 * else is saved: MXCSR, the x87 control word and the thread pointer are equal
 * by construction or the worker's own.
 */
#ifndef UCI_CONTEXT_H
#define UCI_CONTEXT_H

#include <stdint.h>

/* Restores the context at sp, whose call returns value.  The bytes from sp
 * up are in place; the present stack is abandoned. */
_Noreturn void uci_context_resume(uintptr_t sp, void *value);

/*
 * Saves the caller's context and calls run(argument, sp) on the stack that
 * ends at `stack'.  Returns, perhaps in another worker, what
 * uci_context_resume(sp, value) is given.  run never returns.
 */
void *uci_context_suspend(void (*run)(void *argument, uintptr_t sp),
                          void *argument, uintptr_t stack);

/* Calls run(argument) on the stack that ends at `stack', and returns when it
 * returns.  For work that must not stand on the present stack. */
void uci_context_call(void (*run)(void *argument), void *argument,
                      uintptr_t stack);

/* Abandons the present stack and calls run(argument) on the other one. */
_Noreturn void uci_context_enter(void (*run)(void *argument), void *argument,
                                 uintptr_t stack);

/* An upper end for another stack below the caller's frame, for a caller that
 * is left for good; aligned to 16. */
static inline __attribute__((always_inline)) uintptr_t uci_context_below(void)
{
    enum { MARGIN = 1024 };
    return ((uintptr_t)__builtin_frame_address(0) - MARGIN) & ~(uintptr_t)15;
}

#endif
