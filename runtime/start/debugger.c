/*
 * Where a debugger finds the words of the workers: read by
 * tools/gdb/ucilk-gdb.py, which names them in this order.  A program need not
 * have debug information of the runtime for it.
 */
#include "seam/worker.h"

#include "mem/region.h"
#include "sched/deque.h"

#include <ucilk/abi.h>

#include <stddef.h>

extern const unsigned long uci_debugger_layout[];

const unsigned long uci_debugger_layout[] = {
    1, /* version of this table */
    offsetof(struct uci_world, n_workers),
    offsetof(struct uci_worker, T),
    offsetof(struct uci_worker, H),
    offsetof(struct uci_worker, state),
    offsetof(struct uci_worker, pid),
    offsetof(struct uci_worker, n_ready),
    offsetof(struct uci_worker, slots),
    offsetof(struct uci_worker, slots_end),
    offsetof(struct uci_worker, region),
    sizeof(struct uci_slot), /* its sp comes first */
    UCI_SPAWN_TASK,
    UCI_REGION_END,
    offsetof(struct ucilk_abi_task, name),
    offsetof(struct ucilk_abi_task, file),
    offsetof(struct ucilk_abi_task, line),
};
