/* Every function that locks or waits: each task passes all of them. */
#ifndef TORTURE_LOCKS_H
#define TORTURE_LOCKS_H

#include "base.h"

#include <linux/futex.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>

/* `Made' by a task, the others as they are. */
static struct {
    pthread_mutex_t mutex, made;
    pthread_cond_t cond;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spinlock;
    pthread_once_t once;
    once_flag flag;
    mtx_t mtx;
    cnd_t cnd;
    sem_t semaphore;
    pthread_barrier_t barrier;
    _Atomic int futex;
    int once_value, flag_value, turns, is_open;
} locks = {.mutex = PTHREAD_MUTEX_INITIALIZER,
           .cond = PTHREAD_COND_INITIALIZER,
           .rwlock = PTHREAD_RWLOCK_INITIALIZER,
           .once = PTHREAD_ONCE_INIT,
           .flag = ONCE_FLAG_INIT};

static struct timespec in_an_hour(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += 3600;
    return t;
}

/* Inside of any of the locks: two would be seen. */
static void take_turn(void)
{
    static volatile int inside;
    CHECK(inside == 0);
    inside = 1;
    locks.turns++;
    sched_yield();
    inside = 0;
}

static void make_locks(void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
    CHECK(pthread_mutex_init(&locks.made, &a) == 0);
    CHECK(pthread_spin_init(&locks.spinlock, 0) == 0);
    CHECK(mtx_init(&locks.mtx, mtx_timed) == thrd_success);
    CHECK(cnd_init(&locks.cnd) == thrd_success);
    CHECK(sem_init(&locks.semaphore, 0, 1) == 0);
    CHECK(pthread_barrier_init(&locks.barrier, NULL, 1) == 0);
}

static void set_once(void)
{
    sched_yield();
    locks.once_value++;
}

static void set_flag(void)
{
    sched_yield();
    locks.flag_value++;
}

/* All take their turns under `mutex': whatever they hold besides. */
static void use_mutexes(int i)
{
    struct timespec real = in_an_hour(CLOCK_REALTIME),
                    mono = in_an_hour(CLOCK_MONOTONIC);
    pthread_mutex_t *m = &locks.mutex;
    int old;
    CHECK(pthread_mutex_lock(m) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(m) == 0);
    MOVE;
    while (pthread_mutex_trylock(m) == EBUSY)
        sched_yield();
    take_turn();
    CHECK(pthread_mutex_unlock(m) == 0);
    MOVE;
    CHECK(pthread_mutex_timedlock(m, &real) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(m) == 0);
    MOVE;
    CHECK(pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &mono) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(m) == 0);
    MOVE;
    CHECK(pthread_mutex_lock(&locks.made) == 0);
    CHECK(pthread_mutex_setprioceiling(&locks.made, i, &old) == EINVAL);
    CHECK(pthread_mutex_unlock(&locks.made) == 0);
}

static void use_mtx(int i)
{
    struct timespec real = in_an_hour(CLOCK_REALTIME);
    (void)i;
    CHECK(mtx_lock(&locks.mtx) == thrd_success);
    CHECK(pthread_mutex_lock(&locks.mutex) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(&locks.mutex) == 0);
    CHECK(mtx_unlock(&locks.mtx) == thrd_success);
    MOVE;
    while (mtx_trylock(&locks.mtx) == thrd_busy)
        sched_yield();
    CHECK(mtx_unlock(&locks.mtx) == thrd_success);
    MOVE;
    CHECK(mtx_timedlock(&locks.mtx, &real) == thrd_success);
    CHECK(mtx_unlock(&locks.mtx) == thrd_success);
}

static void use_rwlock(int i)
{
    struct timespec real = in_an_hour(CLOCK_REALTIME),
                    mono = in_an_hour(CLOCK_MONOTONIC);
    pthread_rwlock_t *l = &locks.rwlock;
    (void)i;
    CHECK(pthread_rwlock_rdlock(l) == 0 && pthread_rwlock_unlock(l) == 0);
    MOVE;
    while (pthread_rwlock_tryrdlock(l) == EBUSY)
        sched_yield();
    CHECK(pthread_rwlock_unlock(l) == 0);
    MOVE;
    CHECK(pthread_rwlock_timedrdlock(l, &real) == 0 &&
          pthread_rwlock_unlock(l) == 0);
    MOVE;
    CHECK(pthread_rwlock_clockrdlock(l, CLOCK_MONOTONIC, &mono) == 0 &&
          pthread_rwlock_unlock(l) == 0);
    MOVE;
    CHECK(pthread_rwlock_wrlock(l) == 0 && pthread_rwlock_unlock(l) == 0);
    MOVE;
    while (pthread_rwlock_trywrlock(l) == EBUSY)
        sched_yield();
    CHECK(pthread_rwlock_unlock(l) == 0);
    MOVE;
    CHECK(pthread_rwlock_timedwrlock(l, &real) == 0 &&
          pthread_rwlock_unlock(l) == 0);
    MOVE;
    CHECK(pthread_rwlock_clockwrlock(l, CLOCK_MONOTONIC, &mono) == 0 &&
          pthread_rwlock_unlock(l) == 0);
}

static void use_spinlock(int i)
{
    if (i % 2)
        CHECK(pthread_spin_lock(&locks.spinlock) == 0);
    else
        while (pthread_spin_trylock(&locks.spinlock) == EBUSY)
            sched_yield();
    CHECK(pthread_spin_unlock(&locks.spinlock) == 0);
    MOVE;
    CHECK(pthread_once(&locks.once, set_once) == 0 && locks.once_value == 1);
    MOVE;
    call_once(&locks.flag, set_flag);
    CHECK(locks.flag_value == 1);
    MOVE;
    int who = pthread_barrier_wait(&locks.barrier);
    CHECK(who == PTHREAD_BARRIER_SERIAL_THREAD);
}

/* A task that stands before all others opens; until then they wait. */
static void open_all(void)
{
    for (int i = 0; i < 20; i++)
        sched_yield();
    CHECK(pthread_mutex_lock(&locks.mutex) == 0);
    CHECK(mtx_lock(&locks.mtx) == thrd_success);
    locks.is_open = 1;
    CHECK(cnd_broadcast(&locks.cnd) == thrd_success);
    CHECK(mtx_unlock(&locks.mtx) == thrd_success);
    CHECK(pthread_cond_broadcast(&locks.cond) == 0);
    CHECK(pthread_mutex_unlock(&locks.mutex) == 0);
}

static void wait_until_open(int i)
{
    struct timespec real = in_an_hour(CLOCK_REALTIME),
                    mono = in_an_hour(CLOCK_MONOTONIC);
    CHECK(pthread_mutex_lock(&locks.mutex) == 0);
    while (i % 5 < 3 && !locks.is_open) {
        if (i % 5 == 0)
            CHECK(pthread_cond_wait(&locks.cond, &locks.mutex) == 0);
        else if (i % 5 == 1)
            CHECK(pthread_cond_timedwait(&locks.cond, &locks.mutex, &real) ==
                  0);
        else
            CHECK(pthread_cond_clockwait(&locks.cond, &locks.mutex,
                                         CLOCK_MONOTONIC, &mono) == 0);
    }
    CHECK(pthread_mutex_unlock(&locks.mutex) == 0);
    CHECK(mtx_lock(&locks.mtx) == thrd_success);
    while (!locks.is_open)
        CHECK((i % 5 == 3 ? cnd_wait(&locks.cnd, &locks.mtx)
                          : cnd_timedwait(&locks.cnd, &locks.mtx, &real)) ==
              thrd_success);
    CHECK(mtx_unlock(&locks.mtx) == thrd_success);
}

static void use_semaphores(int i)
{
    CHECK(sem_wait(&locks.semaphore) == 0);
    CHECK(pthread_mutex_lock(&locks.mutex) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(&locks.mutex) == 0);
    CHECK(sem_post(&locks.semaphore) == 0);
    MOVE;
    struct name n = {""};
    snprintf(n.text, sizeof n.text, "/ucilk-torture-%d-%d", (int)getpid(), i);
    sem_t *s = sem_open(n.text, O_CREAT | O_EXCL, 0600, 1);
    CHECK(s != SEM_FAILED && sem_unlink(n.text) == 0);
    MOVE;
    CHECK(sem_wait(s) == 0 && sem_trywait(s) == -1 && errno == EAGAIN);
    MOVE;
    CHECK(sem_post(s) == 0 && sem_close(s) == 0);
}

static void use_futex(int i)
{
    int nobody = 0;
    (void)i;
    if (!atomic_compare_exchange_strong(&locks.futex, &nobody, 1))
        while (atomic_exchange(&locks.futex, 2) != 0)
            syscall(SYS_futex, &locks.futex, FUTEX_WAIT_PRIVATE, 2, NULL);
    CHECK(pthread_mutex_lock(&locks.mutex) == 0);
    take_turn();
    CHECK(pthread_mutex_unlock(&locks.mutex) == 0);
    if (atomic_exchange(&locks.futex, 0) == 2)
        syscall(SYS_futex, &locks.futex, FUTEX_WAKE_PRIVATE, 1);
}

#endif
