/* Thread-specific data: keys with destructors, made and used in tasks, by all
 * workers and by threads that end. */
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

static void leaf(atomic_long *total, long i)
{
    long *p = counter();
    ++*p;
    linger((unsigned long)i);
    CHECK(counter() == p);
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

static void region(atomic_long *total, long n)
{
    for (long i = 0; i < n; i++) {
        spawn leaf(total, i);
        if (i % 4 == 0)
            spawn own_key(i);
    }
    sync;
}

/* A guest's own is the same behind its region. */
static void *live(void *total)
{
    long *p = counter(), before = *p;
    region(total, 20);
    CHECK(counter() == p && *p >= before);
    return NULL;
}

int main(void)
{
    atomic_long total = 0;
    long n = scaled(500, 60);
    region(&total, n);
    CHECK(total == n);
    int n_guests = 4 * (int)scaled(10, 3), made = 0, destroyed = n_destroyed;
    for (int i = 0; i < n_guests; i += 4) {
        pthread_t t[4];
        for (int k = 0; k < 4; k++)
            CHECK(pthread_create(&t[k], NULL, live, &total) == 0);
        for (int k = 0; k < 4; k++)
            CHECK(pthread_join(t[k], NULL) == 0);
    }
    made = n_made;
    CHECK(total == n + 20 * n_guests);
    /* each guest's is destroyed, no worker's yet but of those that ended */
    CHECK(n_destroyed - destroyed >= n_guests && made >= n_guests);
    region(&total, n);
    CHECK(total == 2 * n + 20 * n_guests);
    return right();
}
