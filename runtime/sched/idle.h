/*
 * Idle workers: they spin, then yield, then sleep.  Rules I1-I5 in
 * docs/protocols/idle.md; between nodes N20 in remote.md.
 *
 * A push wakes nobody: that would cost every spawn.  Instead one of the
 * sleepers, the watcher, looks at the deques now and then.  After a while it
 * *arms*: it lowers the limit of every worker, so that the next spawn takes the
 * slow path and wakes it.  The others sleep until woken.  Whoever finds work
 * wakes one more.
 */
#pragma once

#include "sched/worker.h"

/* One step of waiting, after n + 1 looks for work in a row have failed. Returns
 * how many more have been left out meanwhile: none but in the simulation. */
unsigned uci_idle_wait(unsigned n);

/* Wakes worker i if it sleeps on this node; true if it did. */
bool uci_idle_wake(unsigned i);
/* Wakes one sleeper of this node, if there is any. */
void uci_idle_wake_one(void);
void uci_idle_wake_all(void);
/* Wakes the watcher, if it sleeps, before its next look. */
void uci_idle_wake_watcher(void);

/* I5: sets the own limit to that of running threads; or to 0 if the next spawn
 * has to take the slow path, too: the watcher has armed, main waits in the
 * mailbox, an abort is under way, or pops must fence (D3). */
void uci_idle_raise_limit(void);

/* I5: called after a push: wakes the watcher if it has armed. */
void uci_idle_notify(void);
