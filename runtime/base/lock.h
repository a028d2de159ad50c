/*
 * A spin lock between workers, for locks that are seldom contended and held for
 * a few instructions or one system call.  A waiter yields now and then, since
 * the holder may be off its CPU.  Not recursive.
 */
#pragma once

#include "base/atomics.h"

/* Values of a lock. */
enum { UCI_LOCK_FREE, UCI_LOCK_HELD, UCI_LOCK_CLOSED };

/* False if the lock has been closed, which it stays. */
static inline bool uci_spin_enter(_Atomic uint32_t *lock)
{
    uint32_t found = UCI_LOCK_FREE;
    for (unsigned n = 1; !uci_cas_seqcst(lock, &found, UCI_LOCK_HELD); n++) {
        if (found == UCI_LOCK_CLOSED)
            return false;
        found = UCI_LOCK_FREE;
        if (n % 16)
            uci_pause();
        else
            uci_yield();
    }
    return true;
}

/* Of a lock that nobody closes. */
static inline void uci_spin_lock(_Atomic uint32_t *lock)
{
    uci_spin_enter(lock);
}

/* Release: with the CAS of whoever gets the lock next. */
static inline void uci_spin_unlock(_Atomic uint32_t *lock)
{
    uci_store_release(lock, UCI_LOCK_FREE);
}

/* Instead of unlocking: nobody gets the lock any more. */
static inline void uci_spin_close(_Atomic uint32_t *lock)
{
    uci_store_release(lock, UCI_LOCK_CLOSED);
}
