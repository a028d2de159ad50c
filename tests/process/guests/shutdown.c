/* Threads of the runtime, named ucilk/N: there is none before the first spawn,
 * then one for each worker but the first.  ucilk_workers_shutdown ends them, is
 * refused in a region and while another thread has one open, and the next spawn
 * starts them again; then their number can be set, up and down, not while there
 * are workers. */
#define _GNU_SOURCE
#include "meeting.h"
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#ifdef UCILK_SERIAL
enum { REFUSED = 0 };
#else
enum { REFUSED = -EBUSY };
#endif

static int n_threads(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    CHECK(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (f && fgets(name, sizeof name, f))
            n += strncmp(name, "ucilk/", 6) == 0;
        if (f)
            fclose(f);
    }
    closedir(d);
    return n;
}

/* After a shutdown. */
static bool comes_to_none(void)
{
    double end = seconds() + 30;
    while (n_threads() != 0 && seconds() < end)
        usleep(1000); /* a joined thread stays in /proc for a moment */
    return n_threads() == 0;
}

static void refused(int *shutdown, int *set)
{
    *shutdown = ucilk_workers_shutdown();
    *set = ucilk_nworkers_set(2);
}

static atomic_int has_opened, may_end, n_ended;

static void hold(void)
{
    has_opened = 1;
    CHECK(await(&may_end, 1));
}

/* Has a region open, or has had one. */
static void *live(void *is_open)
{
    if (is_open)
        spawn hold();
    else
        CHECK(add(5) == 5);
    sync;
    if (!is_open)
        hold();
    CHECK(add(5) == 5);
    return NULL;
}

/* Regions, one after the other, while main ends the workers. */
static void *regions(void *unused)
{
    for (int i = 0; i < 30; i++)
        CHECK(add(8) == 21);
    n_ended++;
    return unused;
}

static void beside(void *is_open)
{
    pthread_t t;
    has_opened = may_end = 0;
    CHECK(pthread_create(&t, NULL, live, is_open) == 0);
    CHECK(await(&has_opened, 1));
    CHECK(ucilk_workers_shutdown() == (is_open ? REFUSED : 0));
    CHECK(ucilk_nworkers_set(2) == REFUSED);
    may_end = 1;
    CHECK(pthread_join(t, NULL) == 0);
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(comes_to_none());
}

int main(void)
{
    static const unsigned counts[] = {3, 1, 4, 2, 1, 1, 5, 3};
    int shutdown = 0, set = 0, n = (int)ucilk_nworkers();
    CHECK(n >= 1 && n_threads() == 0);
    CHECK(ucilk_workers_shutdown() == 0); /* not started */
    CHECK(ucilk_nworkers_set((unsigned)n) == 0); /* asked, but nobody has spawned */
    for (int i = 0; i < 10; i++) {
        all_meet();
        CHECK(n_threads() == n - 1);
        CHECK(ucilk_nworkers_set(3) == REFUSED);
        CHECK(ucilk_workers_shutdown() == 0);
        CHECK(comes_to_none());
        CHECK(ucilk_workers_shutdown() == 0);
    }
    spawn refused(&shutdown, &set);
    sync;
    CHECK(shutdown == REFUSED && set == REFUSED);
    CHECK(add(10) == 55);
#ifndef UCILK_SERIAL
    CHECK((int)ucilk_nworkers() == n);
    beside(&n);
    beside(NULL);
#endif

    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&t[i], NULL, regions, NULL) == 0);
    for (double end = seconds() + 30; n_ended < 3 && seconds() < end;) {
        int result = ucilk_workers_shutdown();
        CHECK(result == 0 || result == REFUSED);
        usleep(200);
    }
    for (int i = 0; i < 3; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        CHECK(ucilk_workers_shutdown() == 0);
        CHECK(comes_to_none());
        CHECK(ucilk_nworkers_set(counts[i]) == 0);
        CHECK(IS_IN_ORDER || ucilk_nworkers() == counts[i]);
        all_meet();
        CHECK(add(16) == 987);
    }
    return right();
}
