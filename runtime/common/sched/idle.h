/*
 * Idle workers: they spin, then yield, then sleep.  Rules I1-I5 in
 * docs/protocols/idle.md.
 *
 * A push wakes nobody: that would cost every spawn.  Instead one of the
 * sleepers, the watcher, looks at the deques now and then, and after a while
 * lowers the limit of every worker, so that the next spawn takes the slow path
 * and wakes it.  The others sleep until woken.  Whoever finds work wakes one
 * more.
 */
#ifndef UCI_IDLE_H
#define UCI_IDLE_H

#include "words/worker.h"

/* One step of waiting, after the nth vain look for work in a row. */
void uci_idle_wait(unsigned n);

/* Wakes worker i if it sleeps on this node, and says so; one sleeper if there
 * is any; all. */
bool uci_idle_wake(unsigned i);
void uci_idle_wake_one(void);
void uci_idle_wake_all(void);

/* I5: sets the own limit for running threads, or to 0 while a watcher wants
 * to hear of the next spawn. */
void uci_idle_raise_limit(void);

/* I5: this worker has pushed: wakes a watcher that waits for that. */
void uci_idle_notify(void);

#endif
