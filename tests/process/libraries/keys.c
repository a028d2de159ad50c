/* What each thread has of its own: thread-local variables, and thread-specific
 * data, whose keys are made and used in tasks, by all workers and by threads
 * that end.  A leaf reads what it wrote, on whichever worker it runs. */
#include "../process.h"
#include <pthread.h>
#include <threads.h>
#include <ucilk/ucilk.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int n_made, n_destroyed;

static void destroy(void *p)
{
    CHECK(*(long *)p >= 0);
    free(p);
    ++n_destroyed;
}

static void make_key(void)
{
    CHECK(pthread_key_create(&key, destroy) == 0);
}

/* The calling thread's counter, as libraries keep one: no spawn in between. */
static long *counter(void)
{
    CHECK(pthread_once(&once, make_key) == 0);
    long *p = pthread_getspecific(key);
    if (!p) {
        p = malloc(sizeof *p);
        CHECK(p);
        *p = 0;
        CHECK(pthread_setspecific(key, p) == 0);
        ++n_made;
    }
    CHECK(pthread_getspecific(key) == p);
    return p;
}

/* One a thread, in a list, as profilers keep them. */
struct local {
    struct local *next;
    long n;
};
static _Thread_local struct local *own;
static _Atomic(struct local *) all;
static _Thread_local long scratch[100];
_Thread_local int with_value = 42;

static struct local *local(void)
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

static void leaf(atomic_long *total, long i)
{
    long *p = counter(), *q = scratch, sum = 0;
    ++*p;
    CHECK(with_value == 42 || with_value == 43);
    with_value = 43;
    for (long k = 0; k < 100; k++)
        q[k] = i + k;
    linger((unsigned long)i);
    for (long k = 0; k < 100; k++)
        sum += scratch[k];
    CHECK(counter() == p && &scratch[0] == q && with_value == 43);
    CHECK(sum == 100 * i + 99 * 50);
    ++local()->n;
    ++*total;
}

/* A key of one task's own, and a C11 one. */
static void own_key(long i)
{
    pthread_key_t k;
    tss_t t;
    CHECK(pthread_key_create(&k, NULL) == 0);
    CHECK(tss_create(&t, NULL) == thrd_success);
    CHECK(!pthread_getspecific(k) && !tss_get(t));
    CHECK(pthread_setspecific(k, &i) == 0);
    CHECK(tss_set(t, &k) == thrd_success);
    linger((unsigned long)i);
    CHECK(pthread_getspecific(k) == &i && tss_get(t) == &k);
    CHECK(pthread_key_delete(k) == 0);
    tss_delete(t);
}

static void leaves(atomic_long *total, long n)
{
    for (long i = 0; i < n; i++) {
        spawn leaf(total, i);
        if (i % 4 == 0)
            spawn own_key(i);
    }
    sync;
}

static long of_all(void)
{
    long sum = 0;
    for (struct local *l = all; l; l = l->next)
        sum += l->n;
    return sum;
}

/* A guest's own is the same behind its region. */
static void *live(void *total)
{
    long *p = counter(), before = *p;
    leaves(total, 20);
    CHECK(counter() == p && *p >= before);
    return NULL;
}

int main(void)
{
    atomic_long total = 0;
    long n = scaled(500, 60);
    leaves(&total, n);
    CHECK(total == n && of_all() == total);
    int n_guests = 4 * (int)scaled(10, 3), made = 0, destroyed = n_destroyed;
    for (int i = 0; i < n_guests; i += 4) {
        pthread_t t[4];
        for (int k = 0; k < 4; k++)
            CHECK(pthread_create(&t[k], NULL, live, &total) == 0);
        for (int k = 0; k < 4; k++)
            CHECK(pthread_join(t[k], NULL) == 0);
    }
    made = n_made;
    CHECK(total == n + 20 * n_guests && of_all() == total);
    /* each guest's is destroyed, no worker's yet but of those that ended */
    CHECK(n_destroyed - destroyed >= n_guests && made >= n_guests);
    leaves(&total, n);
    CHECK(total == 2 * n + 20 * n_guests);
    return right();
}
