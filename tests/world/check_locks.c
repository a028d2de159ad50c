/* Locks held where a strand may go on in another worker, each mistake by its
 * number; and locks in deadlocks of both kinds.  See check_locks.sh. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/futures.h>
#include <ucilk/ucilk.h>

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER,
                       recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static mtx_t mtx;

static int child(void)
{
    for (int i = 0; i < 5; i++)
        sched_yield(); /* a thief comes */
    return 1;
}

static void spawn_held(void)
{
    pthread_mutex_lock(&mutex); /* LOCK spawn */
    spawn child();              /* HELD spawn */
    pthread_mutex_unlock(&mutex);
}

static void sync_held(void)
{
    spawn child();
    pthread_rwlock_rdlock(&rwlock); /* LOCK sync */
    sync;                           /* HELD sync */
    pthread_rwlock_unlock(&rwlock);
}

static void end_held(void)
{ /* HELD end */
    spawn child();
    pthread_spin_lock(&spinlock); /* LOCK end */
}

static void later_held(void)
{
    spawn child();
    sync;
    CHECK(mtx_trylock(&mtx) == thrd_success); /* LOCK later */
    spawn child();                            /* HELD later */
    mtx_unlock(&mtx);
}

static void get_held(void)
{
    ucilk_future_t f = cilk_future child();
    pthread_mutex_lock(&mutex);           /* LOCK get */
    CHECK(ucilk_future_get(int, f) == 1); /* HELD get */
    pthread_mutex_unlock(&mutex);
}

static void for_held(void)
{
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive); /* LOCK for */
    cilk_for(int i = 0; i < 1; i++) /* HELD for */
        child();
}

static void spawn_once(void)
{
    spawn child(); /* HELD once */
}

static void once_held(void)
{
    CHECK(pthread_once(&control, spawn_once) == 0); /* LOCK once */
}

static void stream_held(void)
{
    flockfile(stdout); /* LOCK stream */
    spawn child();     /* HELD stream */
    funlockfile(stdout);
}

/* The task's end, where its parent was stolen; else what follows it. */
static void leave(void)
{
    child();
    CHECK(pthread_mutex_lock(&mutex) == 0); /* LOCK task */
}

static void task_held(void)
{
    spawn leave(); /* HELD task */
    sync;          /* HELD task */
}

/* Where each is in order: nothing to report. */
static void in_order(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&second);
    spawn child();
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    struct timespec past = {1, 0};
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&cond, &mutex, &past);
    pthread_mutex_unlock(&mutex);
    CHECK(pthread_rwlock_tryrdlock(&rwlock) == 0);
    CHECK(pthread_rwlock_trywrlock(&rwlock) != 0);
    CHECK(pthread_rwlock_unlock(&rwlock) == 0);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    sync;
}

static void everything_in_order(int level)
{
    if (level == 0)
        return;
    spawn everything_in_order(level - 1);
    in_order();
    spawn everything_in_order(level - 1);
    sync;
    cilk_for(int i = 0; i < 3; i++) child();
    ucilk_future_t f = cilk_future child();
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    CHECK(ucilk_future_get(int, f) == 1);
}

/* A task keeps others and a future waiting for so long that all workers but
 * its own nap: no deadlock. */
static int keep(pthread_mutex_t *m, int ms)
{
    struct timespec t = {0, ms * 1000000L};
    pthread_mutex_lock(m);
    nanosleep(&t, NULL);
    pthread_mutex_unlock(m);
    return ms;
}

static void patience(void)
{
    ucilk_future_t a = cilk_future keep(&mutex, 200);
    ucilk_future_t b = cilk_future keep(&mutex, 1);
    CHECK(ucilk_future_get(int, a) + ucilk_future_get(int, b) == 201);
    puts("no deadlock");
}

/* A deadlock of futures, after locks were contended for. */
static void deadlock(void)
{
    spawn keep(&mutex, 20);
    spawn keep(&mutex, 20);
    sync;
    ucilk_promise_t p = ucilk_promise_make(int, 1);
    spawn child();
    CHECK(ucilk_future_get(int, ucilk_promise_future(p)) == 0);
}

/* Two tasks that wait for each other's locks for ever, beside a future that
 * waits for one of them: to the runtime they run. */
static int cross(pthread_mutex_t *a, pthread_mutex_t *b)
{
    pthread_mutex_lock(a);
    usleep(100000);
    pthread_mutex_lock(b);
    return 1;
}

static void crossed(void)
{
    ucilk_future_t f = cilk_future cross(&mutex, &second);
    spawn cross(&second, &mutex);
    CHECK(ucilk_future_get(int, f) == 1);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } mistakes[] = {
        {"spawn", spawn_held},  {"sync", sync_held},     {"end", end_held},
        {"later", later_held},  {"get", get_held},       {"for", for_held},
        {"once", once_held},    {"stream", stream_held}, {"task", task_held},
        {"patience", patience}, {"deadlock", deadlock},  {"crossed", crossed}};
    pthread_spin_init(&spinlock, 0);
    mtx_init(&mtx, mtx_plain);
    /* In a task, and in main. */
    for (unsigned i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        if (argc > 1 && strcmp(argv[1], mistakes[i].name) == 0) {
            if (argc > 2) {
                spawn child();
                spawn mistakes[i].run();
                sync;
            } else {
                mistakes[i].run();
            }
            return 0;
        }
    }
    everything_in_order(5);
    puts("in order");
    return 0;
}
