/*
 * Idle workers: they spin, then yield, then sleep.  Rules I1-I4 in
 * docs/protocols/idle.md.
 *
 * A push wakes nobody: that would cost every spawn.  Instead one of the
 * sleepers, the watcher, looks at the deques every UCI_WATCH_NS; the others
 * sleep until woken.  Whoever finds work wakes one more.
 */
#ifndef UCI_IDLE_H
#define UCI_IDLE_H

#include "net/worker.h"

enum { UCI_WATCH_NS = 750000 };

/* One step of waiting, after the nth vain look for work in a row. */
void uci_idle_wait(unsigned n);

/* Wakes worker i if it sleeps; one sleeper if there is any; all. */
void uci_idle_wake(unsigned i);
void uci_idle_wake_one(void);
void uci_idle_wake_all(void);

#endif
