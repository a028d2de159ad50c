/*
 * How many futures' tasks run whose creators have gone on without them, main
 * included: rules F5 and F6 in docs/protocols/future.md.
 *
 * One word, `detached' of the worker that the region comes home to.  With
 * workers on other nodes it counts main, that worker's own futures, and the
 * ranks that have some: rule N16 in remote.md.
 */
#pragma once

#include "sched/worker.h"

/* F5: counts the task of a future in this worker's pool, before it can end.
 * uci_detached_undo is called if it was not parted from its creator after
 * all. */
void uci_detached_add(void);
void uci_detached_undo(void);

/* F5: such a task has ended and fulfilled its future, whose entry lies in
 * `owner's pool. */
void uci_detached_end(unsigned owner);

/* Adds 1 to the word of that worker, and takes 1 off the one that this region
 * comes home to; whoever takes the last sends main home (F6). */
void uci_detached_raise(unsigned home);
void uci_detached_lower(void);

/* F5: true if no detached future is left: it counts main alone, or nobody.
 * False may be late. */
bool uci_detached_is_main_alone(void);

/*
 * cluster/sched/detached_far.c: N16, for workers other than 0 if there are
 * others on other nodes.
 */
void uci_detached_add_far(void);
void uci_detached_undo_far(void);
void uci_detached_end_far(unsigned owner);
/* Called by an idle worker.  If this rank, and its subtree, have no detached
 * futures any more its parent does not count it any more.  True if that has
 * changed just now. */
bool uci_detached_leave(void);
/* N21: true if there is nothing to leave for, and all that this worker has
 * counted is complete. */
bool uci_detached_is_settled(void);
