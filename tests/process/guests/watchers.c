/* An idle guest that is the watcher wakes a worker of the pool for a strand
 * that it may not run itself: one of the region of another thread. */
#include "../process.h"
#include <pthread.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

enum { ROUNDS = 60 };

static atomic_int other_gone_on, own_gone_on, over;

static int until(atomic_int *count, int n)
{
    return await(count, n);
}

/* Its own thread is idle in each round, with nothing of its own to run. */
static void *other(void *unused)
{
    for (int i = 1; i <= ROUNDS; i++) {
        int met;
        met = spawn until(&other_gone_on, i);
        atomic_fetch_add(&other_gone_on, 1); /* a thread of the pool does it */
        CHECK(await(&over, i));
        sync;
        CHECK(met);
    }
    return unused;
}

/* Its child waits for what follows it. */
static int go_on(int n)
{
    int met;
    met = spawn until(&own_gone_on, n);
    atomic_fetch_add(&own_gone_on, 1);
    CHECK(await(&other_gone_on, (n + 1) / 2));
    sync;
    return met;
}

int main(void)
{
    pthread_t t;
    setenv("UCILK_NWORKERS", "3", 1); /* two in the pool: one for each */
    if (ucilk_nworkers() != 3) /* the elision */
        return right();
    CHECK(pthread_create(&t, NULL, other, NULL) == 0);
    for (int i = 1; i <= ROUNDS; i++) {
        CHECK(go_on(2 * i - 1));
        usleep(1000); /* the thread that has gone on sleeps now */
        CHECK(go_on(2 * i));
        atomic_fetch_add(&over, 1);
    }
    CHECK(pthread_join(t, NULL) == 0);
    return right();
}
