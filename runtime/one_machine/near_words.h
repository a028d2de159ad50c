/* Words and bytes of other workers, all of whom are near: sched/words.h. */
#pragma once

#include "sched/worker.h"

#include <string.h>

static inline bool uci_home_may_linger(void)
{
    return true;
}

enum {
    uci_far_is_there = 0,
    uci_words_by_net = 0,
    uci_steals_by_message = 0,
    uci_atomics_by_message = 0
};

/* Sleepers are woken by uci_idle_wake. */
static inline void uci_home_wake(unsigned home)
{
    (void)home;
}

static inline bool uci_word_is_here(unsigned rank)
{
    (void)rank;
    return true;
}

/* Of other nodes: not there, and not called, since uci_is_near is true. */
void uci_far_flush(unsigned rank);
void uci_far_get(unsigned rank, void *into, const volatile void *at,
                 size_t size);
void uci_far_put(unsigned rank, volatile void *at, const void *bytes,
                 size_t size);
void uci_far_nap(unsigned microseconds);

static inline void uci_abort_ranks(int status)
{
    (void)status;
}

static inline void uci_net_relax(void)
{
}
static inline bool uci_is_lull(void)
{
    return false;
}
static inline long uci_lull_longest(void)
{
    return 0;
}
#define uci_word_load(rank, word) ((void)(rank), uci_load_acquire(word))
#define uci_word_store(rank, word, value)                                      \
    ((void)(rank), uci_store_release(word, value))
#define uci_word_fetch_add(rank, word, value)                                  \
    ((void)(rank), uci_fetch_add_seqcst(word, value))
#define uci_word_add(rank, word, value)                                        \
    ((void)(rank), (void)uci_fetch_add_seqcst(word, value))
#define uci_word_exchange(rank, word, value)                                   \
    ((void)(rank), uci_exchange_seqcst(word, value))
#define uci_word_cas(rank, word, expected, desired)                            \
    ((void)(rank), uci_cas_seqcst(word, expected, desired))

static inline void uci_read(uci_ref from, size_t offset, void *into,
                            size_t size)
{
    if (uci_thread_sanitized())
        uci_sanitizer_copy(into, (char *)uci_ref_pointer(from) + offset, size);
    else
        memcpy(into, (char *)uci_ref_pointer(from) + offset, size);
}
static inline void uci_write(uci_ref to, size_t offset, const void *bytes,
                             size_t size)
{
    memcpy((char *)uci_ref_pointer(to) + offset, bytes, size);
}
