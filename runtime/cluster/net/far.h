/*
 * Memory of workers on other nodes: get, put, and atomics on words, by the
 * strategies of Akiyama & Taura, JIP 24(3), 6.2.  Rules N1-N9 in
 * docs/protocols/remote.md.
 *
 * Near is what lies on this node: mapped here, reached by loads and stores.
 * Far is the rest; its addresses are the same numbers (words/worker.h), good for
 * these calls only.  On one machine without a network everybody is near.
 *
 * Called by the worker's own thread.  None of them may be under way when its
 * strand spawns or suspends.
 */
#ifndef UCI_FAR_H
#define UCI_FAR_H

#include "common/base/atomics.h"
#include "common/words/ref.h"
#include "cluster/net/transport.h"
#include "words/worker.h"

/* Words that the network changes are changed by way of it also here: where the
 * network's atomics are atomic with themselves only (rule N2). */
extern bool uci_words_by_net;

/* How, as net/strategy.c has decided: gets and puts by messages to the owner;
 * atomics; steals (sched/): else one-sided ones. */
extern bool uci_access_by_message, uci_atomics_by_message;
extern bool uci_steals_by_message;

/* UCILK_ATOMICS=am: no assistant polls while the worker runs a task, unless it
 * has not polled for a second; so every spawn does. */
extern bool uci_polls_at_spawn;

/* With uci_transport set and its memory attached, before uci_am_start. */
void uci_far_start(void);

/* Waits. */
void uci_far_get(unsigned rank, void *into, const volatile void *at,
                 size_t size);
/* The same, but `into' is filled in when uci_far_flush of that rank returns:
 * several in one round trip. */
void uci_far_get_later(unsigned rank, void *into, const volatile void *at,
                       size_t size);
/* `bytes' may be reused; there after uci_far_flush. */
void uci_far_put(unsigned rank, volatile void *at, const void *bytes,
                 size_t size);
/* What this thread has put or added there is in place, what it wanted to get
 * from there is here. */
void uci_far_flush(unsigned rank);
/* Waits, and returns the old value. */
uint64_t uci_far_fetch_op(unsigned rank, enum uci_net_op op, void *word,
                          uint64_t value);
uint64_t uci_far_compare_swap(unsigned rank, void *word, uint64_t expected,
                              uint64_t desired);
/* Does not wait. */
void uci_far_op(unsigned rank, enum uci_net_op op, void *word, uint64_t value);

/* Sleeps at most so long, and no longer than until something has come that
 * nobody else in this rank sees to. */
void uci_far_nap(unsigned microseconds);

/* In a forked process: the ranks are its parent's. */
void uci_far_forget(void);

/* Drives the network, where there is one: in every loop that waits for another
 * worker. */
void uci_far_poll(void);
extern bool uci_far_is_there;
static inline void uci_net_relax(void)
{
    if (uci_unlikely(uci_far_is_there))
        uci_far_poll();
}

/*
 * Words of 8 bytes of any worker, near or far.  Atomics are as strong as
 * sequentially consistent ones; a load acquires, a store releases what this
 * thread did near, and is in no order with other far accesses without a flush.
 */
static inline bool uci_word_is_here(unsigned rank)
{
    return uci_likely(uci_is_near(rank) && !uci_words_by_net);
}

static inline uint64_t uci_word_load(unsigned rank, const _Atomic uint64_t *word)
{
    if (uci_is_near(rank))
        return uci_load_acquire(word);
    uint64_t value;
    uci_far_get(rank, &value, word, sizeof value);
    return value;
}

/* Of a word that no atomic changes meanwhile. */
static inline void uci_word_store(unsigned rank, _Atomic uint64_t *word,
                                  uint64_t value)
{
    if (uci_is_near(rank))
        uci_store_release(word, value);
    else
        uci_far_put(rank, word, &value, sizeof value);
}

static inline uint64_t uci_word_fetch_add(unsigned rank, _Atomic uint64_t *word,
                                          uint64_t value)
{
    if (uci_word_is_here(rank))
        return uci_fetch_add_seqcst(word, value);
    return uci_far_fetch_op(rank, UCI_NET_ADD, (void *)word, value);
}

static inline uint64_t uci_word_exchange(unsigned rank, _Atomic uint64_t *word,
                                         uint64_t value)
{
    if (uci_word_is_here(rank))
        return uci_exchange_seqcst(word, value);
    return uci_far_fetch_op(rank, UCI_NET_REPLACE, (void *)word, value);
}

/* *expected is updated on failure. */
static inline bool uci_word_cas(unsigned rank, _Atomic uint64_t *word,
                                uint64_t *expected, uint64_t desired)
{
    if (uci_word_is_here(rank))
        return uci_cas_seqcst(word, expected, desired);
    uint64_t old =
        uci_far_compare_swap(rank, (void *)word, *expected, desired);
    bool done = old == *expected;
    *expected = old;
    return done;
}

/* Without an answer, and without waiting. */
static inline void uci_word_add(unsigned rank, _Atomic uint64_t *word,
                                uint64_t value)
{
    if (uci_word_is_here(rank))
        uci_fetch_add_seqcst(word, value);
    else
        uci_far_op(rank, UCI_NET_ADD, (void *)word, value);
}

/* Bytes of any worker's registered memory, also of a far one's. */
void uci_read(uci_ref from, size_t offset, void *into, size_t size);
void uci_write(uci_ref to, size_t offset, const void *bytes, size_t size);

#endif
