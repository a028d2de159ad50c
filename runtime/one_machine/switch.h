/*
 * Stack switches in programs of one process (switch.S), and what thread.c,
 * spawn_slow.c and inlets.c share.  Rules K in docs/protocols/stacks.md.
 */
#pragma once

#include "sched/thread.h"

/* K10: where a frame was moved to last, from the last record of its list; set
 * is 0 if it was not moved. */
struct uci_position {
    uintptr_t home, set;
};
struct uci_position uci_stack_position(const struct ucilk_abi_frame *frame);

/* K6: ends the program if the stack pointer of a moved frame is not where it
 * was put, but for some arguments of calls. */
void uci_stack_check(const struct ucilk_abi_frame *frame, uintptr_t rsp);

/* K15: goes on with the parent that pushed sp, and whose entry was popped, as
 * if it were stolen; its child has ended with this result. */
_Noreturn void uci_stack_go_on(uintptr_t sp, const void *result);

/* inlets.md A6: goes on with the parent of this entry, popped or not yet
 * pushed, as one that is aborted.  has_run: the caller is on the child's
 * stack. */
_Noreturn void uci_stack_skip(const struct uci_slot *entry, bool has_run);

/* K4: the answers of a site, which is the code of a spawn that is written
 * out. */
struct uci_answer {
    const struct ucilk_abi_frame *frame;
    const struct ucilk_abi_task *task;
    uintptr_t stolen; /* where the stolen parent goes on */
};

/* Gets the answers: runs the site's code with the parent's rbp rbx r12 r13 r14
 * r15. */
void uci_site_ask(const void *code, const uintptr_t registers[6],
                  struct uci_answer *answer);

/* Ends the program: the function that spawns this task does not address its
 * frame by the frame pointer. */
_Noreturn void uci_stack_refuse(const struct ucilk_abi_task *task);

/* Restores a context that was copied: the spawn or site that saved it goes on
 * with value in rax and the stack pointer at rsp. */
_Noreturn void uci_switch_load(const struct uci_context *context, void *value,
                               uintptr_t rsp);

/* K9: goes on with the thread whose context has been put at `home', its stack
 * pointer: runs the rest of its sync (uci_sync_rest), and the sync returns. */
_Noreturn void uci_switch_sync(uintptr_t home, struct ucilk_abi_frame *frame,
                               bool ends, uintptr_t live);
