/* The number of workers can be set again, up and down, after
 * ucilk_workers_shutdown; not while there are workers. */
#define _GNU_SOURCE
#include "meeting.h"
#include <errno.h>
#include <pthread.h>

static void set_in_task(int *result)
{
    *result = ucilk_nworkers_set(2);
}

static atomic_int has_spawned, may_end;

static void *live(void *unused)
{
    CHECK(add(5) == 5);
    has_spawned = 1;
    CHECK(await(&may_end, 1));
    CHECK(add(5) == 5);
    return unused;
}

int main(void)
{
    static const unsigned counts[] = {3, 1, 4, 2, 1, 1, 5, 3};
    int in_task = 0;
#ifdef UCILK_SERIAL
    (void)set_in_task;
    (void)in_task;
    (void)live;
#else
    pthread_t other;
    CHECK(ucilk_nworkers() >= 1);
    CHECK(ucilk_nworkers_set(2) == 0); /* asked, but nobody has spawned */
    CHECK(ucilk_nworkers() == 2);
    all_meet();
    CHECK(ucilk_nworkers_set(3) == -EBUSY);
    spawn set_in_task(&in_task);
    sync;
    CHECK(in_task == -EBUSY);
    CHECK(ucilk_nworkers() == 2);
#endif
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        CHECK(ucilk_workers_shutdown() == 0);
        CHECK(ucilk_nworkers_set(counts[i]) == 0);
#ifndef UCILK_SERIAL
        CHECK(ucilk_nworkers() == counts[i]);
#endif
        all_meet();
        CHECK(add(16) == 987);
    }
#ifndef UCILK_SERIAL
    /* Another thread is a worker, too. */
    CHECK(pthread_create(&other, NULL, live, NULL) == 0);
    CHECK(await(&has_spawned, 1));
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(ucilk_nworkers_set(2) == -EBUSY);
    may_end = 1;
    CHECK(pthread_join(other, NULL) == 0);
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(ucilk_nworkers_set(2) == 0);
    all_meet();
#endif
    return right();
}
