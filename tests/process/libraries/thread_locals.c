/* Thread-local variables of leaves: a leaf reads what it wrote, on whichever
 * worker it runs; the sums over all threads are right; each thread has
 * addresses of its own. */
#include "../process.h"
#include <pthread.h>
#include <ucilk/ucilk.h>

struct counter {
    struct counter *next;
    long n;
};

static _Thread_local long scratch[100];
static _Thread_local struct counter *own;
_Thread_local int with_value = 42;
static _Atomic(struct counter *) all;

/* One a thread, in a list, as profilers keep them. */
static struct counter *counter(void)
{
    if (!own) {
        own = calloc(1, sizeof *own);
        CHECK(own);
        own->next = atomic_load(&all);
        while (!atomic_compare_exchange_weak(&all, &own->next, own))
            ;
    }
    return own;
}

static void leaf(long *result, long n)
{
    long *p = scratch;
    CHECK(with_value == 42 || with_value == 43);
    with_value = 43;
    for (long i = 0; i < 100; i++)
        p[i] = n + i;
    linger((unsigned long)n);
    *result = 0;
    for (long i = 0; i < 100; i++)
        *result += scratch[i];
    ++counter()->n;
    CHECK(&scratch[0] == p && with_value == 43);
}

static long count_all(void)
{
    long n = 0;
    for (struct counter *c = all; c; c = c->next)
        n += c->n;
    return n;
}

static void region(long n)
{
    for (long i = 0; i < n; i += 8) {
        long results[8];
        for (long k = 0; k < 8; k++)
            spawn leaf(&results[k], i + k);
        sync;
        for (long k = 0; k < 8; k++)
            CHECK(results[k] == 100 * (i + k) + 99 * 50);
    }
}

static void *live(void *p)
{
    region(*(long *)p);
    return NULL;
}

int main(void)
{
    long n = 8 * scaled(50, 8);
    region(n);
    CHECK(count_all() == n);
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&t[i], NULL, live, &n) == 0);
    for (int i = 0; i < 3; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    CHECK(count_all() == 4 * n);
    return right();
}
