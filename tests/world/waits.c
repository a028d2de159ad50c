/*
 * Tasks that wait for each other by condition variables, semaphores, barriers
 * and once, in globals and on the heap.  Each waits only for what stands
 * before it in the serial program and does not spawn, or, at a barrier, for no
 * more tasks than there are workers: so nothing hangs with one worker either.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { STAGES = 5, ITEMS = 100 };

static struct timespec later(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += 1000;
    return t;
}

/*
 * Pipelines: each stage hands the numbers 1 to ITEMS on to the next, which
 * waits for them in the way that it was told.
 */
struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    sem_t items;
    mtx_t mtx;
    cnd_t cnd;
    int n;
};

enum way {
    WAIT,
    TIMEDWAIT,
    CLOCKWAIT,
    CND,
    CND_TIMED,
    SEM,
    SEM_TRY,
    SEM_TIMED,
    SEM_CLOCK,
    N_WAYS
};

static void put_one(struct queue *q, enum way way)
{
    if (way < CND) {
        CHECK(pthread_mutex_lock(&q->mutex) == 0);
        q->n++;
        /* As often inside as outside. */
        if (q->n % 2)
            CHECK(pthread_cond_signal(&q->more) == 0);
        CHECK(pthread_mutex_unlock(&q->mutex) == 0);
        if (q->n % 2 == 0)
            CHECK(pthread_cond_broadcast(&q->more) == 0);
    } else if (way < SEM) {
        CHECK(mtx_lock(&q->mtx) == thrd_success);
        q->n++;
        CHECK((q->n % 2 ? cnd_signal(&q->cnd) : cnd_broadcast(&q->cnd)) ==
              thrd_success);
        CHECK(mtx_unlock(&q->mtx) == thrd_success);
    } else {
        CHECK(sem_post(&q->items) == 0);
    }
}

static void take_one(struct queue *q, enum way way)
{
    struct timespec real = later(CLOCK_REALTIME), mono = later(CLOCK_MONOTONIC);
    if (way < CND) {
        CHECK(pthread_mutex_lock(&q->mutex) == 0);
        while (q->n == 0)
            CHECK((way == WAIT ? pthread_cond_wait(&q->more, &q->mutex)
                   : way == TIMEDWAIT
                       ? pthread_cond_timedwait(&q->more, &q->mutex, &real)
                       : pthread_cond_clockwait(&q->more, &q->mutex,
                                                CLOCK_MONOTONIC, &mono)) == 0);
        q->n--;
        CHECK(pthread_mutex_unlock(&q->mutex) == 0);
    } else if (way < SEM) {
        CHECK(mtx_lock(&q->mtx) == thrd_success);
        while (q->n == 0)
            CHECK((way == CND ? cnd_wait(&q->cnd, &q->mtx)
                              : cnd_timedwait(&q->cnd, &q->mtx, &real)) ==
                  thrd_success);
        q->n--;
        CHECK(mtx_unlock(&q->mtx) == thrd_success);
    } else if (way == SEM) {
        CHECK(sem_wait(&q->items) == 0);
    } else if (way == SEM_TRY) {
        while (sem_trywait(&q->items) != 0) {
            CHECK(errno == EAGAIN);
            sched_yield();
        }
    } else if (way == SEM_TIMED) {
        CHECK(sem_timedwait(&q->items, &real) == 0);
    } else {
        CHECK(sem_clockwait(&q->items, CLOCK_MONOTONIC, &mono) == 0);
    }
}

static void stage(struct queue *from, struct queue *to, enum way way)
{
    for (int i = 0; i < ITEMS; i++) {
        if (from)
            take_one(from, way);
        if (i % 8 == 0)
            sched_yield(); /* the next one waits */
        put_one(to, way);
    }
}

static void pipeline(struct queue *q, enum way way)
{
    for (int i = 0; i < STAGES; i++)
        q[i].n = 0;
    spawn stage(NULL, &q[0], way);
    for (int i = 1; i < STAGES; i++)
        spawn stage(&q[i - 1], &q[i], way);
    sync;
    if (way < SEM) {
        CHECK(q[STAGES - 1].n == ITEMS);
    } else {
        int left;
        CHECK(sem_getvalue(&q[STAGES - 1].items, &left) == 0 && left == ITEMS);
        while (sem_trywait(&q[STAGES - 1].items) == 0)
            left--;
        CHECK(left == 0);
    }
}

static void pipelines(struct queue *q)
{
    for (int way = 0; way < N_WAYS; way++)
        pipeline(q, (enum way)way);
}

/* Initialized as far as C has a word for it. */
static struct queue in_globals[STAGES] = {
    [0 ... STAGES - 1] = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                          .more = PTHREAD_COND_INITIALIZER}};

static void make(struct queue *q)
{
    CHECK(sem_init(&q->items, 0, 0) == 0);
    CHECK(mtx_init(&q->mtx, mtx_plain) == thrd_success);
    CHECK(cnd_init(&q->cnd) == thrd_success);
}

static void destroy(struct queue *q)
{
    CHECK(sem_destroy(&q->items) == 0);
    mtx_destroy(&q->mtx);
    cnd_destroy(&q->cnd);
    CHECK(pthread_mutex_destroy(&q->mutex) == 0);
    CHECK(pthread_cond_destroy(&q->more) == 0);
}

/* Initialized in a task, its attributes say that it is private. */
static void make_private(struct queue *q)
{
    pthread_condattr_t a;
    CHECK(pthread_condattr_init(&a) == 0);
    CHECK(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(pthread_mutex_init(&q->mutex, NULL) == 0);
    CHECK(pthread_cond_init(&q->more, &a) == 0);
    CHECK(pthread_condattr_destroy(&a) == 0);
    make(q);
}

/* One gate that many wait at until the first task opens it. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    pthread_rwlock_t lock;
    int is_open, passed;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
          PTHREAD_RWLOCK_INITIALIZER, 0, 0};

static void open_gate(void)
{
    for (int i = 0; i < 100; i++)
        sched_yield();
    pthread_mutex_lock(&gate.mutex);
    gate.is_open = 1;
    pthread_cond_broadcast(&gate.opened);
    pthread_mutex_unlock(&gate.mutex);
}

static void pass_gate(int level)
{
    if (level > 0) {
        spawn pass_gate(level - 1);
        pass_gate(level - 1);
        return;
    }
    pthread_mutex_lock(&gate.mutex);
    while (!gate.is_open)
        pthread_cond_wait(&gate.opened, &gate.mutex);
    gate.passed++;
    pthread_mutex_unlock(&gate.mutex);
}

static void gates(void)
{
    for (int i = 0; i < 10; i++) {
        gate.is_open = gate.passed = 0;
        spawn open_gate();
        pass_gate(5);
        sync;
        CHECK(gate.passed == 32);
    }
}

/* As many tasks as there are workers, and no more, meet again and again. */
static struct {
    pthread_barrier_t barrier;
    unsigned n;
    int last; /* who was told that it is the one */
    int at[8];
} * meeting;

static void meet(unsigned i)
{
    for (int turn = 1; turn <= ITEMS; turn++) {
        meeting->at[i] = turn;
        int who = pthread_barrier_wait(&meeting->barrier);
        CHECK(who == 0 || who == PTHREAD_BARRIER_SERIAL_THREAD);
        __atomic_fetch_add(&meeting->last, who != 0, __ATOMIC_RELAXED);
        for (unsigned k = 0; k < meeting->n; k++)
            CHECK(meeting->at[k] == turn);
        who = pthread_barrier_wait(&meeting->barrier);
        __atomic_fetch_add(&meeting->last, who != 0, __ATOMIC_RELAXED);
    }
}

static void meetings(void)
{
    pthread_barrierattr_t a;
    CHECK(pthread_barrierattr_init(&a) == 0);
    CHECK(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    meeting = calloc(1, sizeof *meeting);
    unsigned n = meeting->n = ucilk_nworkers() < 4 ? ucilk_nworkers() : 4;
    CHECK(pthread_barrier_init(&meeting->barrier, &a, 0) == EINVAL);
    for (int i = 0; i < 2; i++) {
        meeting->last = 0;
        CHECK(pthread_barrier_init(&meeting->barrier, i ? &a : NULL, n) == 0);
        for (unsigned k = 0; k < n; k++)
            spawn meet(k);
        sync;
        CHECK(meeting->last == 2 * ITEMS);
        CHECK(pthread_barrier_destroy(&meeting->barrier) == 0);
    }
    free(meeting);
}

/* Everybody finds what the function did, which it did once. */
enum { ONCES = 30 };
static struct {
    pthread_once_t posix;
    once_flag c11;
    int made, value[2];
} onces[ONCES] = {
    [0 ... ONCES - 1] = {PTHREAD_ONCE_INIT, ONCE_FLAG_INIT, 0, {0, 0}}};

static thread_local int now; /* which one this worker is at */

static void fill(int which)
{
    int i = now;
    onces[i].made++;
    for (int k = 0; k < 3; k++)
        sched_yield();
    onces[i].value[which] = i + 1;
}

static void fill_posix(void)
{
    fill(0);
}

static void fill_c11(void)
{
    fill(1);
}

static void look_once(int level)
{
    if (level > 0) {
        spawn look_once(level - 1);
        look_once(level - 1);
        return;
    }
    for (int i = 0; i < ONCES; i++) {
        now = i;
        CHECK(pthread_once(&onces[i].posix, fill_posix) == 0);
        CHECK(onces[i].value[0] == i + 1);
        call_once(&onces[i].c11, fill_c11);
        CHECK(onces[i].value[1] == i + 1);
    }
}

/* A lock of the program's own, by futexes that say they are private. */
static struct {
    _Atomic int word; /* 0, 1 taken, 2 awaited */
    volatile long n;
} own;

static void take_own(int level)
{
    if (level > 0) {
        spawn take_own(level - 1);
        take_own(level - 1);
        return;
    }
    for (int i = 0; i < ITEMS; i++) {
        int old = 0;
        if (!atomic_compare_exchange_strong(&own.word, &old, 1))
            while (atomic_exchange(&own.word, 2) != 0)
                syscall(SYS_futex, &own.word, FUTEX_WAIT_PRIVATE, 2, NULL);
        long n = own.n;
        sched_yield();
        own.n = n + 1;
        if (atomic_exchange(&own.word, 0) == 2)
            syscall(SYS_futex, &own.word, FUTEX_WAKE_PRIVATE, 1);
    }
}

/* What the clock ends. */
static void time_out(struct queue *q)
{
    struct timespec past = {1, 0}, next;
    pthread_rwlock_t *l = &gate.lock;
    CHECK(sem_timedwait(&q->items, &past) == -1 && errno == ETIMEDOUT);
    CHECK(sem_clockwait(&q->items, CLOCK_MONOTONIC, &past) == -1);
    CHECK(pthread_rwlock_rdlock(l) == 0);
    int error = pthread_rwlock_timedwrlock(l, &past);
    CHECK(error == ETIMEDOUT || error == EDEADLK);
    CHECK(pthread_rwlock_unlock(l) == 0);
    CHECK(pthread_mutex_lock(&q->mutex) == 0);
    CHECK(pthread_cond_timedwait(&q->more, &q->mutex, &past) == ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec = (next.tv_nsec + 1000000) % 1000000000;
    CHECK(pthread_cond_clockwait(&q->more, &q->mutex, CLOCK_MONOTONIC, &next) ==
          ETIMEDOUT);
    CHECK(pthread_mutex_unlock(&q->mutex) == 0);
    CHECK(mtx_lock(&q->mtx) == thrd_success);
    CHECK(cnd_timedwait(&q->cnd, &q->mtx, &past) == thrd_timedout);
    CHECK(mtx_unlock(&q->mtx) == thrd_success);
}

int main(void)
{
    for (int i = 0; i < STAGES; i++)
        make(&in_globals[i]);
    pipelines(in_globals);
    puts("pipelines in globals");
    struct queue *q = malloc(STAGES * sizeof *q);
    for (int i = 0; i < STAGES; i++)
        spawn make_private(&q[i]);
    sync;
    pipelines(q);
    puts("pipelines on the heap");
    for (int i = 0; i < STAGES; i++) {
        q[i].n = 0;
        spawn time_out(&q[i]);
    }
    sync;
    puts("time goes by");
    for (int i = 0; i < STAGES; i++)
        spawn destroy(&q[i]);
    sync;
    free(q);
    gates();
    puts("gates");
    meetings();
    puts("barriers");
    look_once(5);
    for (int i = 0; i < ONCES; i++)
        CHECK(onces[i].made == 2);
    puts("once");
    take_own(4);
    CHECK(own.n == 16 * ITEMS);
    puts("futexes");
}
