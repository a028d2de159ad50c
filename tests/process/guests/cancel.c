/* A thread that is cancelled while its region is open ends after the region,
 * not in it; cancellation points in tasks do no harm. */
#define _GNU_SOURCE
#include "../process.h"
#include <pthread.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

struct guest {
    atomic_int inside, cancelled, through, cleaned, beyond;
    long sum;
};

static void work(struct guest *g, long *p, long value)
{
    g->inside = 1;
    CHECK(await(&g->cancelled, 1));
    usleep(100);
    pthread_testcancel();
    linger((unsigned long)value);
    *p = value;
}

static void clean(void *p)
{
    ((struct guest *)p)->cleaned = 1;
}

static void region(struct guest *g)
{
    long a[10];
    for (long i = 0; i < 10; i++)
        spawn work(g, &a[i], i);
    usleep(100);
    sync;
    for (int i = 0; i < 10; i++)
        g->sum += a[i];
}

static void *live(void *p)
{
    struct guest *g = p;
    pthread_cleanup_push(clean, g);
    region(g);
    g->through = 1;
    for (;;) {
        usleep(100);
        if (!g->cancelled)
            break;
    }
    g->beyond = 1;
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
#ifdef UCILK_SERIAL /* there it is cancelled in the middle */
    return right();
#endif
    for (int i = 0; i < scaled(10, 3); i++) {
        struct guest g = {0};
        pthread_t t;
        void *result;
        CHECK(pthread_create(&t, NULL, live, &g) == 0);
        CHECK(await(&g.inside, 1));
        CHECK(pthread_cancel(t) == 0);
        g.cancelled = 1;
        CHECK(pthread_join(t, &result) == 0);
        CHECK(result == PTHREAD_CANCELED);
        CHECK(g.through && g.cleaned && !g.beyond && g.sum == 45);
    }
    return right();
}
