/*
 * Quiet regions: a region that is expected to be over before a thief could help
 * is not opened, and its spawns are calls.  Rule C5 in docs/protocols/home.md.
 */
#ifndef UCI_QUIET_H
#define UCI_QUIET_H

#include "one_machine/words/worker.h"

#include <ucilk/abi.h>

/* A spawn outside of an open region, with the stack pointer at sp, is about to
 * open one.  True if it is only to call. */
bool uci_quiet_call(const struct ucilk_abi_task *task,
                    struct ucilk_abi_frame *frame, uintptr_t sp);

/* The sync of a frame whose mark is UCI_FRAME_QUIET. */
void uci_quiet_end(struct ucilk_abi_frame *frame);

/* A region opens, whose outermost frame is this one; it closes. */
void uci_quiet_opens(const struct ucilk_abi_frame *frame);
void uci_quiet_closes(void);

#endif
