/* Stack switches of in-place threads: switch.S. */
#ifndef UCI_SWITCH_H
#define UCI_SWITCH_H

#include "seam/thread.h"

/* K10: where a frame was moved last; set is 0 if it was not. */
struct uci_position {
    uintptr_t home, set;
};
struct uci_position uci_stack_position(const struct ucilk_abi_frame *frame);

/* K6: ends the program where the stack pointer of a moved frame is elsewhere. */
void uci_stack_check(const struct ucilk_abi_frame *frame, uintptr_t rsp);

/* K15: the parent that pushed sp, whose child has ended with this result, goes on
 * as if it were stolen. */
_Noreturn void uci_stack_go_on(uintptr_t sp, const void *result);

/* inlets.md A6: the parent of this entry, popped or not yet pushed, goes on as
 * one that is aborted.  has_run: the caller is on the child's stack. */
_Noreturn void uci_stack_skip(const struct uci_slot *entry, bool has_run);

/* What a spawn that is written out answers. */
struct uci_answer {
    const struct ucilk_abi_frame *frame;
    const struct ucilk_abi_task *task;
    uintptr_t stolen; /* where the stolen parent goes on */
};

/* Runs the code with these rbp rbx r12 r13 r14 r15. */
void uci_site_ask(const void *code, const uintptr_t registers[6],
                  struct uci_answer *answer);

/* The function that spawns this task does not address its frame as it must. */
_Noreturn void uci_stack_refuse(const struct ucilk_abi_task *task);

/* Restores a context that was copied: its call returns value, with the stack
 * pointer at rsp. */
_Noreturn void uci_switch_load(const struct uci_context *context, void *value,
                               uintptr_t rsp);

/* K9: the rest of a sync, uci_sync_rest, of the thread whose context is at
 * `home', where its stack ends; then its call returns. */
_Noreturn void uci_switch_sync(uintptr_t home, struct ucilk_abi_frame *frame,
                               bool ends, uintptr_t live);

#endif
