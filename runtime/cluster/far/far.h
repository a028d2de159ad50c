/*
 * Memory of workers on other nodes: get, put, and atomics on words, by the
 * strategies of Akiyama & Taura, JIP 24(3), 6.2.  Rules N1-N9 in
 * docs/protocols/remote.md.
 *
 * Memory of this node is *near*: it is mapped here, and loads and stores reach
 * it.  All other memory is *far*: its addresses (sched/worker.h) are good for
 * these calls only.  Without a network all memory is near.
 *
 * Only the worker's own thread calls these functions, and none of them may be
 * under way when its strand spawns or suspends.
 */
#pragma once

#include "base/atomics.h"
#include "base/relax.h"
#include "base/ref.h"
#include "net/transport.h"
#include "sched/worker.h"

/* N2: words that the network changes are changed by way of it on this node,
 * too, since the network's atomics are not atomic with the CPUs'. */
extern bool uci_words_by_net;

/* What far/strategy.c has decided: whether gets and puts, atomics, and steals
 * go by message to the owner; if not they are one-sided. */
extern bool uci_access_by_message, uci_atomics_by_message;
extern bool uci_steals_by_message;

/* UCILK_ATOMICS=am: every spawn polls.  The assistant polls only when the
 * worker has not done so for a second. */
extern bool uci_polls_at_spawn;

/* Called when uci_transport is set and memory is attached, before
 * uci_am_start. */
void uci_far_start(void);

/* Where the network pins memory, this rank's is registered as it is used:
 * UCI_FIRST_PIECE bytes at most by default at first; up to this address now. */
enum { UCI_FIRST_PIECE = 64 << 20 };
extern bool uci_registers;
extern char *uci_registered_end;

/* Collective: registers the first `size' bytes of each rank's memory. */
void uci_far_attach(size_t size);
/* Registers so many bytes more of this rank's. */
void uci_far_register(size_t more);

/* Copies bytes of a far worker to `into'; waits for them. */
void uci_far_get(unsigned rank, void *into, const volatile void *at,
                 size_t size);
/* The same without waiting: the bytes are there when uci_far_flush of that rank
 * returns.  So several gets take one round trip. */
void uci_far_get_later(unsigned rank, void *into, const volatile void *at,
                       size_t size);
/* Posts a put; `bytes' may be reused.  It is complete after uci_far_flush. */
void uci_far_put(unsigned rank, volatile void *at, const void *bytes,
                 size_t size);
/* Waits until all that this thread has started on that rank is complete. */
void uci_far_flush(unsigned rank);
/* Atomics that wait, and return the old value. */
uint64_t uci_far_fetch_op(unsigned rank, enum uci_net_op op, void *word,
                          uint64_t value);
uint64_t uci_far_compare_swap(unsigned rank, void *word, uint64_t expected,
                              uint64_t desired);
/* Posts an atomic without an answer. */
void uci_far_op(unsigned rank, enum uci_net_op op, void *word, uint64_t value);

/* Sleeps for at most so long; less if the transport can tell that something has
 * come for this rank. */
void uci_far_nap(unsigned microseconds);

/* Called in a forked process: the ranks are its parent's. */
void uci_far_forget(void);

/* Polls the network.  Every loop that waits for another worker calls
 * uci_net_relax, which does so if there is a network. */
void uci_far_poll(void);
extern bool uci_far_is_there;
static inline void uci_net_relax(void)
{
    if (uci_unlikely(uci_far_is_there))
        uci_far_poll();
}

/*
 * Words of 8 bytes of any worker, near or far.  Atomics are sequentially
 * consistent.  A load acquires.  A store releases what this thread has written
 * to near memory; it is not ordered with other far accesses, except by a flush.
 */
/* True if CPU atomics may change words of this rank. */
static inline bool uci_word_is_here(unsigned rank)
{
    return uci_likely(uci_is_near(rank) && !uci_words_by_net);
}

static inline uint64_t uci_word_load(unsigned rank,
                                     const _Atomic uint64_t *word)
{
    if (uci_is_near(rank))
        return uci_load_acquire(word);
    uint64_t value;
    uci_far_get(rank, &value, word, sizeof value);
    return value;
}

/* Stores to a word that no atomic changes meanwhile; a far store is posted. */
static inline void uci_word_store(unsigned rank, _Atomic uint64_t *word,
                                  uint64_t value)
{
    if (uci_is_near(rank)) {
        uci_store_release(word, value);
        uci_skip_end(rank);
    } else {
        uci_far_put(rank, word, &value, sizeof value);
    }
}

static inline uint64_t uci_word_fetch_add(unsigned rank, _Atomic uint64_t *word,
                                          uint64_t value)
{
    if (uci_word_is_here(rank)) {
        uint64_t old = uci_fetch_add_seqcst(word, value);
        uci_skip_end(rank);
        return old;
    }
    return uci_far_fetch_op(rank, UCI_NET_ADD, (void *)word, value);
}

static inline uint64_t uci_word_exchange(unsigned rank, _Atomic uint64_t *word,
                                         uint64_t value)
{
    if (uci_word_is_here(rank))
        return uci_exchange_seqcst(word, value);
    return uci_far_fetch_op(rank, UCI_NET_REPLACE, (void *)word, value);
}

/* On failure *expected is the value found. */
static inline bool uci_word_cas(unsigned rank, _Atomic uint64_t *word,
                                uint64_t *expected, uint64_t desired)
{
    if (uci_word_is_here(rank))
        return uci_cas_seqcst(word, expected, desired);
    uint64_t old = uci_far_compare_swap(rank, (void *)word, *expected, desired);
    bool done = old == *expected;
    *expected = old;
    return done;
}

/* Adds without an answer; a far one is posted. */
static inline void uci_word_add(unsigned rank, _Atomic uint64_t *word,
                                uint64_t value)
{
    if (uci_word_is_here(rank)) {
        uci_fetch_add_seqcst(word, value);
        uci_skip_end(rank);
    } else {
        uci_far_op(rank, UCI_NET_ADD, (void *)word, value);
    }
}

/* Copy bytes of any worker's registered memory, near or far; a far write is
 * posted. */
void uci_read(uci_ref from, size_t offset, void *into, size_t size);
void uci_write(uci_ref to, size_t offset, const void *bytes, size_t size);
