/*
 * Locks.  Two accesses under the same lock are no race that is reported.  A
 * strand that takes a lock, or lets one go, goes on as a part under another set
 * of locks.
 *
 * A lock in a set is twice its address; one more if it is held for reading,
 * together with others.
 *
 * A word that an atomic exchange or compare-exchange changes from 0 is taken
 * for a lock, until the strand sets it to 0.  If it does not, or another strand
 * does, it was none, and the parts under it were not.
 */
#define _GNU_SOURCE
#include "race/locks.h"

#include "base/message.h"
#include "race/run.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { MAX_HELD = 16 };
struct locks {
    unsigned n;
    uint32_t next;          /* with the same hash */
    uintptr_t at[MAX_HELD]; /* in order; those behind n are 0 */
};
static struct locks *sets; /* of which 0 is empty */
static uint32_t n_sets;
static unsigned long room;

static uint32_t number_of(const struct locks *set)
{
    enum { HEADS = 1 << 14 };
    static uint32_t heads[HEADS]; /* lists of sets, by their hash */
    uint64_t hash = 0;
    if (set->n == 0)
        return 0;
    for (unsigned i = 0; i < set->n; i++)
        hash = (hash ^ set->at[i]) * 0x9e3779b97f4a7c15ul;
    uint32_t *head = &heads[hash >> 50];
    for (uint32_t i = *head; i; i = sets[i].next)
        if (sets[i].n == set->n &&
            memcmp(sets[i].at, set->at, sizeof set->at) == 0)
            return i;
    sets = uci_run_grow(sets, n_sets, &room, sizeof *sets);
    n_sets += n_sets == 0;
    sets[n_sets] = *set;
    sets[n_sets].next = *head;
    return *head = n_sets++;
}

static struct locks set_of(uint32_t number)
{
    return number ? sets[number] : (struct locks){.n = 0};
}

bool uci_locks_meet(uint32_t a, uint32_t b)
{
    if (!a || !b)
        return false;
    for (unsigned i = 0; i < sets[a].n; i++)
        for (unsigned k = 0; k < sets[b].n; k++)
            if (sets[a].at[i] >> 1 == sets[b].at[k] >> 1 &&
                !(sets[a].at[i] & sets[b].at[k] & 1))
                return true;
    return false;
}

bool uci_locks_within(uint32_t a, uint32_t b)
{
    if (!a || a == b)
        return true;
    if (!b)
        return false;
    for (unsigned i = 0; i < sets[a].n; i++) {
        bool has = false;
        for (unsigned k = 0; k < sets[b].n; k++)
            has |= sets[a].at[i] >> 1 == sets[b].at[k] >> 1 &&
                   !(~sets[a].at[i] & sets[b].at[k] & 1);
        if (!has)
            return false;
    }
    return true;
}

/* The set with the lock, or without it.  One that is full stays as it is: more
 * is reported then. */
static uint32_t with(uint32_t number, uintptr_t lock)
{
    struct locks set = set_of(number);
    unsigned i = set.n;
    if (i == MAX_HELD)
        return number;
    for (; i > 0 && set.at[i - 1] > lock; i--)
        set.at[i] = set.at[i - 1];
    set.at[i] = lock;
    set.n++;
    return number_of(&set);
}

static uint32_t without(uint32_t number, uintptr_t lock)
{
    struct locks set = set_of(number);
    unsigned left = 0, n = set.n;
    bool is_gone = false;
    for (unsigned i = 0; i < n; i++) {
        if (!is_gone && set.at[i] >> 1 == lock >> 1)
            is_gone = true;
        else
            set.at[left++] = set.at[i];
    }
    set.n = left;
    for (; left < n; left++)
        set.at[left] = 0;
    return number_of(&set);
}

static void go_on_under(uint32_t locks)
{
    uint32_t whole = uci_whole_of(uci_run.strand);
    uci_run_publish();
    if (locks == 0 && whole >= uci_run.event)
        uci_run.strand = whole;
    else if (locks != uci_locks_of(uci_run.strand))
        uci_run.strand = uci_part_new(uci_run.strand, UCI_PART, locks);
}

static void locked(const volatile void *lock, bool is_shared)
{
    if (!uci_run_is_here || !uci_run_is_open)
        return;
    uci_run_ignore(1);
    go_on_under(
        with(uci_locks_of(uci_run.strand), (uintptr_t)lock << 1 | is_shared));
    uci_run_ignore(-1);
}

static void unlocked(const volatile void *lock)
{
    if (!uci_run_is_here)
        return;
    uci_run_ignore(1);
    go_on_under(without(uci_locks_of(uci_run.strand), (uintptr_t)lock << 1));
    uci_run_ignore(-1);
}

/* --- Words that are taken for locks --- */

static struct held {
    const volatile void *word;
    uint32_t task;  /* whose strand has set it */
    uint32_t since; /* its first part under it */
} *held;
static unsigned n_held;
static unsigned long room_held;

/* It was no lock. */
static void revoke(const struct held *h)
{
    uci_run_ignore(1);
    for (uint32_t i = h->since; i < uci_n_strands; i++)
        if (uci_is_part(i) && uci_strands[i].from == h->task)
            uci_strands[i].number =
                without(uci_strands[i].number, (uintptr_t)h->word << 1);
    uci_run_ignore(-1);
}

void uci_locks_word(const volatile void *word, bool was_set, bool is_set,
                    bool may_lock)
{
    if (!uci_run_is_here)
        return;
    uint32_t task = uci_whole_of(uci_run.strand);
    uci_run_publish();
    if (was_set && !is_set) {
        for (unsigned i = n_held; i-- > 0;)
            if (held[i].word == word) {
                struct held h = held[i];
                held[i] = held[--n_held];
                if (h.task != task)
                    revoke(&h);
                else
                    unlocked(word);
                return;
            }
    } else if (!was_set && is_set && may_lock && uci_run_is_open) {
        held = uci_run_grow(held, n_held, &room_held, sizeof *held);
        uint32_t before = uci_locks_of(uci_run.strand);
        locked(word, false);
        if (uci_locks_of(uci_run.strand) == before)
            return; /* that set is full */
        held[n_held++] = (struct held){word, task, uci_run.strand};
    }
}

void uci_locks_end(void)
{
    uint32_t task = uci_whole_of(uci_run.strand);
    for (unsigned i = n_held; i-- > 0;)
        if (held[i].task == task) {
            revoke(&held[i]);
            held[i] = held[--n_held];
        }
}

/* libc's function of that name. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define LOCK(name, type, is_shared)                                            \
    int name(type *lock)                                                       \
    {                                                                          \
        static __typeof__(&name) next;                                         \
        if (!next)                                                             \
            next = NEXT(name);                                                 \
        int error = next(lock);                                                \
        if (error == 0)                                                        \
            locked(lock, is_shared);                                           \
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
LOCK(pthread_mutex_lock, pthread_mutex_t, false)
LOCK(pthread_mutex_trylock, pthread_mutex_t, false)
UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
LOCK(pthread_spin_lock, pthread_spinlock_t, false)
LOCK(pthread_spin_trylock, pthread_spinlock_t, false)
UNLOCK(pthread_spin_unlock, pthread_spinlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, false)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, true)
UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)
LOCK(mtx_lock, mtx_t, false)
LOCK(mtx_trylock, mtx_t, false)
UNLOCK(mtx_unlock, mtx_t)

/* --- Those that <cilk/cilksan.h> has: no thread waits for them --- */

static const char atomic; /* the lock of all atomic sections */

void __cilksan_acquire_lock(const void *mutex);
void __cilksan_release_lock(const void *mutex);
void __cilksan_begin_atomic(void);
void __cilksan_end_atomic(void);

void __cilksan_acquire_lock(const void *mutex)
{
    locked(mutex, false);
}

void __cilksan_release_lock(const void *mutex)
{
    unlocked(mutex);
}

void __cilksan_begin_atomic(void)
{
    locked(&atomic, false);
}

void __cilksan_end_atomic(void)
{
    unlocked(&atomic);
}
