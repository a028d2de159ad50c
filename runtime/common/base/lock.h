/*
 * A spin lock between workers, for locks that are seldom contended and held for
 * a few instructions or one system call.  A waiter yields now and then, since
 * the holder may be off its CPU.  Not recursive.
 */
#ifndef UCI_LOCK_H
#define UCI_LOCK_H

#include "common/base/atomics.h"

static inline void uci_spin_lock(_Atomic uint32_t *lock)
{
    uint32_t no = 0;
    for (unsigned n = 1; !uci_cas_seqcst(lock, &no, 1); n++) {
        no = 0;
        if (n % 16)
            uci_pause();
        else
            uci_yield();
    }
}

/* Release: with the CAS of whoever gets the lock next. */
static inline void uci_spin_unlock(_Atomic uint32_t *lock)
{
    uci_store_release(lock, 0);
}

#endif
