/*
 * A bell between processes: a process sleeps until another one, which has made
 * something ready, rings.
 *
 *     sleeper: seen = count; looks, finds nothing; sleeps while count == seen
 *     ringer:  makes it ready; count++; wakes all sleepers
 *
 * There may be any number of sleepers.  No ring is lost, and one that nobody
 * waits for takes no system call.
 */
#ifndef UCI_NIC_BELL_H
#define UCI_NIC_BELL_H

#include "base/atomics.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct uci_bell {
    _Atomic uint32_t count, sleepers;
};

/* Acquire: what was ready before the rings that are counted; with the
 * fetch-and-add in uci_bell_ring. */
static inline uint32_t uci_bell_seen(struct uci_bell *bell)
{
    return uci_load_acquire(&bell->count);
}

static inline void uci_bell_ring(struct uci_bell *bell)
{
    uci_fetch_add_seqcst(&bell->count, 1);
    /* Sequentially consistent: a sleeper that is not seen here sees the new
     * count when it goes to sleep. */
    if (uci_load_seqcst(&bell->sleepers))
        syscall(SYS_futex, &bell->count, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Sleeps while count == seen, for at most so many nanoseconds. */
static inline void uci_bell_sleep(struct uci_bell *bell, uint32_t seen,
                                  uint64_t time)
{
    struct timespec t = {(time_t)(time / 1000000000),
                         (long)(time % 1000000000)};
    uci_fetch_add_seqcst(&bell->sleepers, 1);
    syscall(SYS_futex, &bell->count, FUTEX_WAIT, seen, &t, NULL, 0);
    uci_fetch_add_seqcst(&bell->sleepers, -1);
}

#endif
