/* Several threads spawn at once, each with a region of its own, many times;
 * after each region the thread itself goes on. */
#define _GNU_SOURCE
#include "../region.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 8 };

static _Thread_local long own_number;

static __attribute__((noinline)) long *own_address(void)
{
    return &own_number;
}

static __attribute__((noinline)) long thread_id(void)
{
    return syscall(SYS_gettid);
}

static void fib(long n, long *result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    spawn fib(n - 1, &x);
    fib(n - 2, &y);
    sync;
    *result = x + y;
}

struct guest {
    pthread_t thread;
    long number, turns;
    pthread_barrier_t *start;
};

static void *live(void *p)
{
    static const long fibs[] = {8, 13, 21, 34}; /* from 6 on */
    struct guest *g = p;
    long id = thread_id(), x = 0;
    *own_address() = g->number;
    pthread_barrier_wait(g->start);
    for (long i = 0; i < g->turns; i++) {
        region(g->number * 1000 + i);
        CHECK(thread_id() == id && *own_address() == g->number);
        fib(6 + (g->number + i) % 4, &x);
        CHECK(x == fibs[(g->number + i) % 4]);
        CHECK(thread_id() == id && *own_address() == g->number);
        spawn put(&x, i);
        cilk_for (long k = 0; k < 20; k++)
            linger((unsigned long)k);
        sync;
        CHECK(x == i);
        CHECK(thread_id() == id && *own_address() == g->number);
    }
    return g;
}

static void all(long turns)
{
    struct guest g[THREADS];
    pthread_barrier_t start;
    CHECK(pthread_barrier_init(&start, NULL, THREADS) == 0);
    for (long i = 0; i < THREADS; i++) {
        g[i] = (struct guest){.number = i + 1, .turns = turns, .start = &start};
        CHECK(pthread_create(&g[i].thread, NULL, live, &g[i]) == 0);
    }
    region(7); /* main is one more */
    for (int i = 0; i < THREADS; i++) {
        void *result;
        CHECK(pthread_join(g[i].thread, &result) == 0 && result == &g[i]);
    }
    CHECK(pthread_barrier_destroy(&start) == 0);
}

int main(void)
{
    all(scaled(100, 5)); /* before main has spawned */
    region(1);
    CHECK(thread_id() == getpid());
    all(scaled(100, 5));
    all(1);
    CHECK(thread_id() == getpid());
    return right();
}
