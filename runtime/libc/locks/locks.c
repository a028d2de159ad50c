/*
 * Mutexes, condition variables, rwlocks, spinlocks and their C11 forms that
 * work between processes.
 *
 * libc's all do once they say that they are shared between processes; one that
 * says otherwise hangs as soon as a worker waits for it.  So every function
 * that may wait, or makes others wait, says it first.  Those that only wake
 * need not: the bit is set before there is anybody to wake.  (DESIGN.md 9.)
 *
 * Who writes these words: libc when it initializes the object, and whoever
 * enters here; all the latter write the same.
 *
 * The functions on attributes are libc's: an object remembers what the program
 * asked for, nobody waits by it.
 */
#define _GNU_SOURCE
#include "libc/locks/locks.h"

#include "base/options.h"

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(pthread_mutex_lock) UCI_LIBC_WEAK(pthread_mutex_trylock)
UCI_LIBC_WEAK(pthread_mutex_timedlock) UCI_LIBC_WEAK(pthread_mutex_clocklock)
UCI_LIBC_WEAK(pthread_mutex_unlock) UCI_LIBC_WEAK(pthread_mutex_setprioceiling)
UCI_LIBC_WEAK(pthread_cond_wait) UCI_LIBC_WEAK(pthread_cond_timedwait)
UCI_LIBC_WEAK(pthread_cond_clockwait) UCI_LIBC_WEAK(pthread_rwlock_rdlock)
UCI_LIBC_WEAK(pthread_rwlock_tryrdlock)
UCI_LIBC_WEAK(pthread_rwlock_timedrdlock)
UCI_LIBC_WEAK(pthread_rwlock_clockrdlock) UCI_LIBC_WEAK(pthread_rwlock_wrlock)
UCI_LIBC_WEAK(pthread_rwlock_trywrlock)
UCI_LIBC_WEAK(pthread_rwlock_timedwrlock)
UCI_LIBC_WEAK(pthread_rwlock_clockwrlock) UCI_LIBC_WEAK(pthread_rwlock_unlock)
UCI_LIBC_WEAK(pthread_spin_lock) UCI_LIBC_WEAK(pthread_spin_trylock)
UCI_LIBC_WEAK(pthread_spin_unlock) UCI_LIBC_WEAK(mtx_lock)
UCI_LIBC_WEAK(mtx_trylock) UCI_LIBC_WEAK(mtx_timedlock)
UCI_LIBC_WEAK(mtx_unlock) UCI_LIBC_WEAK(cnd_wait) UCI_LIBC_WEAK(cnd_timedwait)
bool uci_locks_alone, uci_locks_checked;
/* clang-format on */

enum { MUTEX_SHARED = 128, COND_SHARED = 1, RWLOCK_SHARED = 1 };

static ptrdiff_t robust_offset;
static size_t robust_size;

void uci_locks_start(void)
{
    uci_locks_alone = uci_world->n_forked == 1;
    uci_locks_checked = uci_options.check_locks;
    if (uci_locks_checked)
        uci_held_start();
    uci_sem_open_start();
    char *robust;
    if (syscall(SYS_get_robust_list, 0, &robust, &robust_size) == 0)
        robust_offset = robust - (char *)__builtin_thread_pointer();
}

/* The kernel forgets with the clone where libc has the list of the robust
 * mutexes that a thread holds: it is at one distance from all threads'
 * descriptors. */
static void tell_robust_list(void)
{
    syscall(SYS_set_robust_list,
            (char *)__builtin_thread_pointer() + robust_offset, robust_size);
}

void uci_locks_start_worker(void)
{
    tell_robust_list();
    if (uci_locks_checked)
        uci_held_start();
}

void uci_locks_fork_child(void)
{
    uci_once_fork_child();
    if (uci_locks_checked)
        uci_held_start();
}

/* Relaxed: libc's own order of lock and unlock is what others go by. */
static inline void share_mutex(void *mutex)
{
    _Atomic int *kind =
        (_Atomic int *)&((pthread_mutex_t *)mutex)->__data.__kind;
    int k = uci_load_relaxed(kind);
    if (uci_unlikely(!(k & MUTEX_SHARED)) && !uci_locks_alone)
        uci_store_relaxed(kind, k | MUTEX_SHARED);
}

/* libc counts the waiters in the same word. */
static inline void share_cond(void *cond)
{
    _Atomic unsigned *refs =
        (_Atomic unsigned *)&((pthread_cond_t *)cond)->__data.__wrefs;
    if (uci_unlikely(!(uci_load_relaxed(refs) & COND_SHARED)) &&
        !uci_locks_alone)
        uci_fetch_or_relaxed(refs, COND_SHARED);
}

static inline void share_rwlock(pthread_rwlock_t *lock)
{
    _Atomic int *shared = (_Atomic int *)&lock->__data.__shared;
    if (uci_unlikely(!uci_load_relaxed(shared)) && !uci_locks_alone)
        uci_store_relaxed(shared, RWLOCK_SHARED);
}

static int note_taken(int error, const void *lock, const char *what,
                      const void *place)
{
    if (error == 0 || error == EOWNERDEAD)
        uci_held_add(lock, what, place);
    return error;
}

static int note_released(int error, const void *lock)
{
    if (error == 0)
        uci_held_remove(lock);
    return error;
}

/* What the call of libc returns; where locks are checked it is noted. */
#define TAKE(lock, what, call)                                                 \
    (uci_likely(!uci_locks_checked)                                            \
         ? (call)                                                              \
         : note_taken(call, (const void *)(lock), what,                        \
                      __builtin_return_address(0)))
#define RELEASE(lock, call)                                                    \
    (uci_likely(!uci_locks_checked)                                            \
         ? (call)                                                              \
         : note_released(call, (const void *)(lock)))
#define REAL UCI_LIBC_REAL

int pthread_mutex_lock(pthread_mutex_t *m)
{
    share_mutex(m);
    return TAKE(m, "mutex", REAL(pthread_mutex_lock)(m));
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    share_mutex(m);
    return TAKE(m, "mutex", REAL(pthread_mutex_trylock)(m));
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    share_mutex(m);
    return TAKE(m, "mutex", REAL(pthread_mutex_timedlock)(m, until));
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                            const struct timespec *until)
{
    share_mutex(m);
    return TAKE(m, "mutex", REAL(pthread_mutex_clocklock)(m, clock, until));
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    return RELEASE(m, REAL(pthread_mutex_unlock)(m));
}

/* It locks. */
int pthread_mutex_setprioceiling(pthread_mutex_t *m, int new, int *old)
{
    share_mutex(m);
    return REAL(pthread_mutex_setprioceiling)(m, new, old);
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    share_cond(c);
    share_mutex(m);
    return REAL(pthread_cond_wait)(c, m);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                           const struct timespec *until)
{
    share_cond(c);
    share_mutex(m);
    return REAL(pthread_cond_timedwait)(c, m, until);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
                           clockid_t clock, const struct timespec *until)
{
    share_cond(c);
    share_mutex(m);
    return REAL(pthread_cond_clockwait)(c, m, clock, until);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_rdlock)(l));
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_tryrdlock)(l));
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l,
                               const struct timespec *until)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_timedrdlock)(l, until));
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                               const struct timespec *until)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_clockrdlock)(l, clock, until));
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_wrlock)(l));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_trywrlock)(l));
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l,
                               const struct timespec *until)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_timedwrlock)(l, until));
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                               const struct timespec *until)
{
    share_rwlock(l);
    return TAKE(l, "rwlock", REAL(pthread_rwlock_clockwrlock)(l, clock, until));
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    return RELEASE(l, REAL(pthread_rwlock_unlock)(l));
}

/* Spinlocks work between processes as they are. */
int pthread_spin_lock(pthread_spinlock_t *l)
{
    return TAKE(l, "spinlock", REAL(pthread_spin_lock)(l));
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
    return TAKE(l, "spinlock", REAL(pthread_spin_trylock)(l));
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
    return RELEASE(l, REAL(pthread_spin_unlock)(l));
}

/* C11: libc's are the objects above under other names, and thrd_success is
 * 0. */
int mtx_lock(mtx_t *m)
{
    share_mutex(m);
    return TAKE(m, "mtx", REAL(mtx_lock)(m));
}

int mtx_trylock(mtx_t *m)
{
    share_mutex(m);
    return TAKE(m, "mtx", REAL(mtx_trylock)(m));
}

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
    share_mutex(m);
    return TAKE(m, "mtx", REAL(mtx_timedlock)(m, until));
}

int mtx_unlock(mtx_t *m)
{
    return RELEASE(m, REAL(mtx_unlock)(m));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    share_cond(c);
    share_mutex(m);
    return REAL(cnd_wait)(c, m);
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,
                  const struct timespec *restrict until)
{
    share_cond(c);
    share_mutex(m);
    return REAL(cnd_timedwait)(c, m, until);
}
