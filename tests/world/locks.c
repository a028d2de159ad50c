/*
 * Locks that many tasks contend for: every kind of mutex, rwlock and spinlock,
 * in globals and on the heap, initialized statically or not, by each function
 * that takes one.  Where a lock is private to a process this hangs, or two are
 * in at once.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <threads.h>
#include <time.h>

enum { LEVELS = 4, TURNS = 50 }; /* 2^LEVELS tasks take so many turns each */

/* What the lock protects; equal whenever nobody is in. */
static struct {
    volatile long a;
    char far[128];
    volatile long b;
} data;

static void update(int yields)
{
    CHECK(data.a == data.b);
    data.a++;
    if (yields)
        sched_yield(); /* the others come and wait */
    data.b++;
}

static struct timespec later(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += 1000;
    return t;
}

/* One turn with a lock; 0 to 3 is the way to take it. */
typedef void turn(void *lock, int way);

static void contend(void *lock, turn *take, int level, int seed)
{
    if (level > 0) {
        spawn contend(lock, take, level - 1, 2 * seed);
        contend(lock, take, level - 1, 2 * seed + 1);
        sync;
        return;
    }
    for (int i = 0; i < TURNS; i++)
        take(lock, (i + seed) % 4);
}

static void run(const char *name, void *lock, turn *take)
{
    data.a = data.b = 0;
    contend(lock, take, LEVELS, 0);
    CHECK(data.a == TURNS << LEVELS && data.b == data.a);
    puts(name);
}

static void take_mutex(void *lock, int way)
{
    pthread_mutex_t *m = lock;
    struct timespec until;
    switch (way) {
    case 0:
        CHECK(pthread_mutex_lock(m) == 0);
        break;
    case 1:
        while (pthread_mutex_trylock(m) == EBUSY)
            sched_yield();
        break;
    case 2:
        until = later(CLOCK_REALTIME);
        CHECK(pthread_mutex_timedlock(m, &until) == 0);
        break;
    case 3:
        until = later(CLOCK_MONOTONIC);
        int error = pthread_mutex_clocklock(m, CLOCK_MONOTONIC, &until);
        if (error == EINVAL) /* of a PI mutex, by an old kernel */
            error = pthread_mutex_lock(m);
        CHECK(error == 0);
    }
    update(way < 2);
    CHECK(pthread_mutex_unlock(m) == 0);
}

static void take_plain(void *lock, int way)
{
    (void)way;
    CHECK(pthread_mutex_lock(lock) == 0);
    update(1);
    CHECK(pthread_mutex_unlock(lock) == 0);
}

static void take_twice(void *lock, int way)
{
    CHECK(pthread_mutex_lock(lock) == 0);
    take_mutex(lock, way);
    CHECK(pthread_mutex_unlock(lock) == 0);
}

static void take_checked(void *lock, int way)
{
    CHECK(pthread_mutex_lock(lock) == 0);
    CHECK(pthread_mutex_lock(lock) == EDEADLK);
    CHECK(pthread_mutex_unlock(lock) == 0);
    take_mutex(lock, way);
}

static void take_mtx(void *lock, int way)
{
    mtx_t *m = lock;
    struct timespec until = later(CLOCK_REALTIME);
    switch (way) {
    case 0:
        CHECK(mtx_lock(m) == thrd_success);
        break;
    case 1:
        while (mtx_trylock(m) == thrd_busy)
            sched_yield();
        break;
    default:
        CHECK(mtx_timedlock(m, &until) == thrd_success);
    }
    update(way < 2);
    CHECK(mtx_unlock(m) == thrd_success);
}

static void take_rwlock(void *lock, int way)
{
    pthread_rwlock_t *l = lock;
    struct timespec real = later(CLOCK_REALTIME), mono = later(CLOCK_MONOTONIC);
    for (int reads = 1; reads >= 0; reads--) {
        switch (way) {
        case 0:
            CHECK((reads ? pthread_rwlock_rdlock(l)
                         : pthread_rwlock_wrlock(l)) == 0);
            break;
        case 1:
            while ((reads ? pthread_rwlock_tryrdlock(l)
                          : pthread_rwlock_trywrlock(l)) == EBUSY)
                sched_yield();
            break;
        case 2:
            CHECK((reads ? pthread_rwlock_timedrdlock(l, &real)
                         : pthread_rwlock_timedwrlock(l, &real)) == 0);
            break;
        case 3:
            CHECK((reads ? pthread_rwlock_clockrdlock(l, CLOCK_MONOTONIC, &mono)
                         : pthread_rwlock_clockwrlock(l, CLOCK_MONOTONIC,
                                                      &mono)) == 0);
        }
        if (reads)
            CHECK(data.a == data.b);
        else
            update(way < 2);
        CHECK(pthread_rwlock_unlock(l) == 0);
    }
}

static void take_spinlock(void *lock, int way)
{
    if (way > 0)
        CHECK(pthread_spin_lock(lock) == 0);
    else
        while (pthread_spin_trylock(lock) == EBUSY)
            sched_yield();
    update(0);
    CHECK(pthread_spin_unlock(lock) == 0);
}

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER,
                       recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                       checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
                       adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER,
                        writers =
                            PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_mutex_t zero; /* .bss: all zero is initialized */

/* By pthread_mutex_init, on the heap, the attributes given in words. */
static void made(const char *name, int type, int robust, int protocol,
                 turn *take)
{
    pthread_mutexattr_t a;
    pthread_mutex_t *m = malloc(sizeof *m);
    CHECK(pthread_mutexattr_init(&a) == 0);
    CHECK(pthread_mutexattr_settype(&a, type) == 0);
    CHECK(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(pthread_mutexattr_setrobust(&a, robust) == 0);
    CHECK(pthread_mutexattr_setprotocol(&a, protocol) == 0);
    CHECK(pthread_mutex_init(m, &a) == 0);
    CHECK(pthread_mutexattr_destroy(&a) == 0);
    run(name, m, take);
    CHECK(pthread_mutex_destroy(m) == 0);
    free(m);
}

static void made_mtx(const char *name, int type, turn *take)
{
    mtx_t *m = malloc(sizeof *m);
    CHECK(mtx_init(m, type) == thrd_success);
    run(name, m, take);
    mtx_destroy(m);
    free(m);
}

/* A thread of the program's own dies with the lock. */
static void *die_locked(void *lock)
{
    CHECK(pthread_mutex_lock(lock) == 0);
    return NULL;
}

static int after_death(pthread_mutex_t *m, int repaired)
{
    int error = pthread_mutex_lock(m);
    CHECK(error == EOWNERDEAD);
    if (repaired)
        CHECK(pthread_mutex_consistent(m) == 0);
    CHECK(pthread_mutex_unlock(m) == 0);
    error = pthread_mutex_trylock(m);
    if (error == 0)
        pthread_mutex_unlock(m);
    return error;
}

static void deaths(void)
{
    pthread_mutexattr_t a;
    pthread_mutex_t *m = malloc(2 * sizeof *m);
    pthread_t thread;
    int error[2];
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&m[i], &a);
        CHECK(pthread_create(&thread, NULL, die_locked, &m[i]) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    error[0] = spawn after_death(&m[0], 1);
    error[1] = spawn after_death(&m[1], 0);
    sync;
    CHECK(error[0] == 0 && error[1] == ENOTRECOVERABLE);
    free(m);
    puts("a robust mutex whose owner has died");
}

int main(void)
{
    run("mutex", &plain, take_mutex);
    run("zero mutex", &zero, take_mutex);
    run("recursive mutex", &recursive, take_twice);
    run("errorcheck mutex", &checked, take_checked);
    run("adaptive mutex", &adaptive, take_mutex);
    made("made mutex", PTHREAD_MUTEX_DEFAULT, 0, 0, take_plain);
    made("made recursive mutex", PTHREAD_MUTEX_RECURSIVE, 0, 0, take_twice);
    made("made errorcheck mutex", PTHREAD_MUTEX_ERRORCHECK, 0, 0, take_checked);
    made("robust mutex", PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, 0,
         take_mutex);
    made("robust recursive mutex", PTHREAD_MUTEX_RECURSIVE,
         PTHREAD_MUTEX_ROBUST, 0, take_twice);
    made("PI mutex", PTHREAD_MUTEX_NORMAL, 0, PTHREAD_PRIO_INHERIT, take_mutex);
    made("robust recursive PI mutex", PTHREAD_MUTEX_RECURSIVE,
         PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_INHERIT, take_twice);
    made_mtx("mtx", mtx_timed, take_mtx);
    made_mtx("recursive mtx", mtx_timed | mtx_recursive, take_mtx);

    run("rwlock", &rwlock, take_rwlock);
    run("rwlock for writers", &writers, take_rwlock);
    pthread_rwlock_t *l = malloc(sizeof *l);
    CHECK(pthread_rwlock_init(l, NULL) == 0);
    run("made rwlock", l, take_rwlock);
    CHECK(pthread_rwlock_destroy(l) == 0);
    free(l);

    pthread_spinlock_t *s = malloc(sizeof *s);
    CHECK(pthread_spin_init(s, PTHREAD_PROCESS_PRIVATE) == 0);
    run("spinlock", (void *)s, take_spinlock);
    CHECK(pthread_spin_destroy(s) == 0);
    free((void *)s);
    deaths();
}
