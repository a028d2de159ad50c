/* C11 threads that spawn, with C11 locks held between regions, and in tasks
 * those of each kind. */
#include "../region.h"
#include <threads.h>

enum { THREADS = 6 };

static mtx_t mutex;
static cnd_t changed;
static long turn, sum;
static once_flag once = ONCE_FLAG_INIT;
static int n_once;
static tss_t key;
static atomic_int n_destroyed;

static mtx_t recursive, timed;
static long n_recursive, n_timed;

static void begin(void)
{
    n_once++;
}

static void use(long i)
{
    struct timespec far;
    call_once(&once, begin);
    CHECK(mtx_lock(&recursive) == thrd_success);
    CHECK(mtx_lock(&recursive) == thrd_success);
    n_recursive += i;
    linger((unsigned long)i);
    CHECK(mtx_unlock(&recursive) == thrd_success);
    CHECK(mtx_unlock(&recursive) == thrd_success);
    CHECK(timespec_get(&far, TIME_UTC) == TIME_UTC);
    far.tv_sec += 100;
    CHECK(mtx_timedlock(&timed, &far) == thrd_success);
    n_timed += i;
    CHECK(mtx_unlock(&timed) == thrd_success);
}

static void destroy(void *p)
{
    *(long *)p = -1;
    ++n_destroyed;
}

struct guest {
    thrd_t thread;
    long number, own, turns;
};

/* In turns: each waits for its own, and spawns without the lock. */
static int live(void *p)
{
    struct guest *g = p;
    CHECK(tss_set(key, &g->own) == thrd_success);
    for (long i = 0; i < g->turns; i++) {
        CHECK(mtx_lock(&mutex) == thrd_success);
        while (turn % THREADS != g->number)
            CHECK(cnd_wait(&changed, &mutex) == thrd_success);
        CHECK(mtx_unlock(&mutex) == thrd_success);
        long got = region(i);
        CHECK(tss_get(key) == &g->own);
        CHECK(mtx_lock(&mutex) == thrd_success);
        sum += got;
        turn++;
        CHECK(cnd_broadcast(&changed) == thrd_success);
        CHECK(mtx_unlock(&mutex) == thrd_success);
        for (long k = 0; k < 10; k++)
            spawn use(i);
        sync;
    }
    return (int)g->number;
}

int main(void)
{
    struct guest g[THREADS];
    long turns = scaled(50, 4), expected = 0;
    CHECK(mtx_init(&mutex, mtx_plain) == thrd_success);
    CHECK(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
    CHECK(mtx_init(&timed, mtx_timed) == thrd_success);
    CHECK(cnd_init(&changed) == thrd_success);
    CHECK(tss_create(&key, destroy) == thrd_success);
    for (long i = 0; i < THREADS; i++) {
        g[i] = (struct guest){.number = i, .turns = turns};
        CHECK(thrd_create(&g[i].thread, live, &g[i]) == thrd_success);
    }
    for (int i = 0; i < THREADS; i++) {
        int result;
        CHECK(thrd_join(g[i].thread, &result) == thrd_success && result == i);
        CHECK(g[i].own == -1);
    }
    for (long i = 0; i < turns; i++)
        expected += THREADS * (10 * i + 45);
    CHECK(n_timed == THREADS * 10 * turns * (turns - 1) / 2);
    CHECK(n_recursive == n_timed);
    CHECK(sum == expected && n_once == 1 && n_destroyed == THREADS);
    return right();
}
