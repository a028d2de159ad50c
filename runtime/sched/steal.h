/*
 * Stealing: a thief takes the oldest entry of a deque.  Rules D3-D5 in
 * docs/protocols/deque.md; between nodes, N3-N10 in remote.md.
 */
#pragma once

#include "base/ticks.h"
#include "sched/thread.h"
#include "sched/worker.h"

enum uci_steal {
    UCI_STEAL_OK,
    UCI_STEAL_EMPTY,  /* the deque holds no entry that the thief may run */
    UCI_STEAL_LOCKED, /* another thief has the lock */
    UCI_STEAL_LOST,   /* claimed, but the owner was faster; or the CAS failed */
    UCI_STEAL_NEWER,  /* the victim is in a later region than the thief: N14 */
};

/* One attempt to steal from a worker of this node.  The caller has no thread,
 * and its deque is empty. */
enum uci_steal uci_steal_from(unsigned victim, struct uci_stolen *stolen);
/* The same for a worker of another node: by one-sided operations, or by
 * message.  If the victim has no entry but a ready thread, uci_steal_by_message
 * runs that and does not return; uci_steal_far notes it in stolen->ready. */
enum uci_steal uci_steal_far(unsigned victim, struct uci_stolen *stolen);
enum uci_steal uci_steal_by_message(unsigned victim, struct uci_stolen *stolen);
/* Installs the handlers of steals by message; before uci_am_start. */
void uci_steal_start_messages(void);

/* The first part of a steal on this node: claims the oldest entry, whose slot
 * is then *entry, and leaves the deque locked. */
enum uci_steal uci_steal_claim(unsigned victim, struct uci_slot **entry);

/* The time of steals, where policies can be compared (UCI_IS_STUDY); elsewhere
 * these are nothing. */
#if defined(UCI_STUDY_BUILD) || defined(UCI_SIM_BUILD)
static inline uint64_t uci_steal_clock(void)
{
    return uci_ticks();
}

/* A steal that began then has ended, and has copied for so long. */
static inline void uci_steal_timed(uint64_t began, uint64_t copied)
{
    uci_self.counters.steal_ticks += uci_ticks() - began;
    uci_self.counters.steal_copy_ticks += copied;
}
#else
static inline uint64_t uci_steal_clock(void)
{
    return 0;
}

static inline void uci_steal_timed(uint64_t began, uint64_t copied)
{
    (void)began;
    (void)copied;
}
#endif

/* UCILK_TEST_STEAL: whether the continuation of this spawn is to migrate:
 * always, or of every eight spawns one (random). */
bool uci_steal_is_forced(void);

/* UCILK_TEST_STEAL: waits for an idle worker to steal the entry that was
 * just pushed.  If none does, moves it into the ready queue, unless 256 threads
 * wait there already (S6). */
void uci_steal_migrate(void);

/*
 * Takes the oldest entry of the own deque as a thief would, and puts it as a
 * suspended thread into the own ready queue, where others find it.  Returns
 * without it if thieves have taken all entries.  (UCILK_TEST_STEAL; F7.)
 */
void uci_steal_own(void);
