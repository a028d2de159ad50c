/*
 * Where a debugger finds the words of the workers: read by
 * tools/gdb/ucilk-gdb.py, which names them in this order.  A program need not
 * have debug information of the runtime for it.
 */
#ifndef UCI_START_DEBUGGER_H
#define UCI_START_DEBUGGER_H

#include "common/sched/deque.h"
#include "words/worker.h"

#include <ucilk/abi.h>

#include <stddef.h>

extern const unsigned long uci_debugger_layout[];

/* Behind the version of the table; then come those that only one library has.
 * The sp of a slot comes first. */
#define UCI_DEBUGGER_WORDS \
    offsetof(struct uci_world, n_workers), offsetof(struct uci_worker, T), \
    offsetof(struct uci_worker, H), offsetof(struct uci_worker, state), \
    offsetof(struct uci_worker, pid), offsetof(struct uci_worker, n_ready), \
    offsetof(struct uci_worker, slots), offsetof(struct uci_worker, slots_end), \
    sizeof(struct uci_slot), offsetof(struct ucilk_abi_task, name), \
    offsetof(struct ucilk_abi_task, file), offsetof(struct ucilk_abi_task, line), \
    UCI_SPAWN_TASK

#endif
