/*
 * The words of a worker that others read and write, struct uci_worker, and
 * those that workers share, struct uci_world.  A worker is a thread or a
 * process: the two headers below have the same names.
 */
#pragma once

#include "base/atomics.h"
#include "base/kind.h"
#include "base/loop_time.h"
#include "base/ref.h"
#include "trace/counters.h"
#include "trace/points.h"

#include <assert.h>
#include <sched.h>
#include <sys/types.h>

enum { UCI_PAGE = 4096 };

struct uci_chunk;
struct uci_slot;
struct uci_trace_ring;
struct ucilk_abi_child;
struct ucilk_abi_task;

enum uci_state {
    UCI_STATE_ABSENT,    /* no thread or process: not yet, or no more */
    UCI_STATE_RUNNING,   /* it runs the program's code */
    UCI_STATE_SCHEDULER, /* it looks for work */
    UCI_STATE_NAPPING,   /* it sleeps until woken, or until its next look */
};

/* Assembly and abi.h know where this member is. */
#define UCI_LIES_AT(member, place)                                             \
    static_assert(offsetof(struct uci_worker, member) == (place), #place)

#ifdef UCILK_ABI_CLUSTER
#include "cluster/world/worker_process.h"
#else
#include "one_machine/worker_thread.h"
#endif
