/*
 * Locks.  Two accesses under the same lock are no race that is reported.  A
 * strand that holds a lock goes on as a strand of its own, in the same bag;
 * `number' of that is the lock.  A cell has one write and one read, so a race
 * between accesses under other locks may hide behind them.
 */
#define _GNU_SOURCE
#include "race/locks.h"

#include "race/run.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static uint32_t number_of(const volatile void *lock)
{
    return (uint32_t)((uintptr_t)lock >> 2);
}

static bool has(uint32_t strand, uint32_t lock)
{
    for (; uci_strands[strand].kind == UCI_LOCKED;
         strand = uci_strands[strand].from)
        if (uci_strands[strand].number == lock)
            return true;
    return false;
}

bool uci_locks_meet(uint32_t a, uint32_t b)
{
    for (; uci_strands[a].kind == UCI_LOCKED; a = uci_strands[a].from)
        if (has(b, uci_strands[a].number))
            return true;
    return false;
}

static uint32_t hold(uint32_t strand, uint32_t lock)
{
    uint32_t held =
        uci_strand_new(strand, uci_strands[strand].task, UCI_LOCKED, lock);
    uci_bags_join(strand, held, false);
    return held;
}

static uint32_t leave(uint32_t strand, uint32_t lock)
{
    const struct uci_strand *s = uci_strands + strand;
    if (s->kind != UCI_LOCKED)
        return strand;
    if (s->number == lock)
        return s->from;
    uint32_t number = s->number, rest = leave(s->from, lock);
    return rest == s->from ? strand : hold(rest, number);
}

static void locked(const volatile void *lock)
{
    if (uci_run_is_here && uci_run_is_open)
        uci_run.strand = hold(uci_run.strand, number_of(lock));
}

static void unlocked(const volatile void *lock)
{
    if (uci_run_is_here)
        uci_run.strand = leave(uci_run.strand, number_of(lock));
}

/* libc's function of that name. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define LOCK(name, type)                                                       \
    int name(type *lock)                                                       \
    {                                                                          \
        static __typeof__(&name) next;                                         \
        if (!next)                                                             \
            next = NEXT(name);                                                 \
        int error = next(lock);                                                \
        if (error == 0)                                                        \
            locked(lock);                                                      \
        return error;                                                          \
    }
#define UNLOCK(name, type)                                                     \
    int name(type *lock)                                                       \
    {                                                                          \
        static __typeof__(&name) next;                                         \
        if (!next)                                                             \
            next = NEXT(name);                                                 \
        unlocked(lock);                                                        \
        return next(lock);                                                     \
    }
LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_mutex_trylock, pthread_mutex_t)
UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
LOCK(pthread_spin_lock, pthread_spinlock_t)
LOCK(pthread_spin_trylock, pthread_spinlock_t)
UNLOCK(pthread_spin_unlock, pthread_spinlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)
