/*
 * The table by which a debugger finds the words of the workers, without debug
 * information of the runtime.  tools/gdb/ucilk-gdb.py reads it and names its
 * entries in this order.
 */
#pragma once

#include "sched/deque.h"
#include "sched/worker.h"

#include <ucilk/abi.h>

#include <stddef.h>

extern const unsigned long uci_debugger_layout[];

/* The entries of both libraries.  The version of the table comes before them,
 * and those that only one library has behind them.  The sp of a slot has no
 * entry, since it is the slot's first word. */
#define UCI_DEBUGGER_WORDS                                                     \
    offsetof(struct uci_world, n_workers), offsetof(struct uci_worker, T),     \
        offsetof(struct uci_worker, H), offsetof(struct uci_worker, state),    \
        offsetof(struct uci_worker, pid),                                      \
        offsetof(struct uci_worker, n_ready),                                  \
        offsetof(struct uci_worker, slots),                                    \
        offsetof(struct uci_worker, slots_end), sizeof(struct uci_slot),       \
        offsetof(struct ucilk_abi_task, name),                                 \
        offsetof(struct ucilk_abi_task, file),                                 \
        offsetof(struct ucilk_abi_task, line), UCI_SPAWN_TASK
