/* C11 threads that spawn, with C11 locks held between regions. */
#include "../process.h"
#include <threads.h>
#include <ucilk/ucilk.h>

enum { THREADS = 6 };

static mtx_t mutex;
static cnd_t changed;
static long turn, sum;
static once_flag once = ONCE_FLAG_INIT;
static int n_once;
static tss_t key;
static atomic_int n_destroyed;

static void begin(void)
{
    n_once++;
}

static void destroy(void *p)
{
    *(long *)p = -1;
    ++n_destroyed;
}

static void put(long *p, long value)
{
    linger((unsigned long)value);
    *p = value;
}

static long region(long seed)
{
    long a[10], total = 0;
    for (long i = 0; i < 10; i++)
        spawn put(&a[i], seed + i);
    sync;
    for (int i = 0; i < 10; i++)
        total += a[i];
    return total;
}

struct guest {
    thrd_t thread;
    long number, own, turns;
};

/* In turns: each waits for its own, and spawns without the lock. */
static int live(void *p)
{
    struct guest *g = p;
    call_once(&once, begin);
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
        got = region(i);
        CHECK(got == 10 * i + 45);
    }
    return (int)g->number;
}

int main(void)
{
    struct guest g[THREADS];
    long turns = scaled(50, 4), expected = 0;
    CHECK(mtx_init(&mutex, mtx_plain) == thrd_success);
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
    CHECK(sum == expected && n_once == 1 && n_destroyed == THREADS);
    return right();
}
