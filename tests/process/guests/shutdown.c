/* Threads of the runtime, named ucilk/N: there is none before the first spawn,
 * then one for each worker but the first.  ucilk_workers_shutdown ends them, is
 * refused in a region and while another thread has one open, and the next spawn
 * starts them again. */
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

static bool comes_to(int n)
{
    double end = seconds() + 30;
    while (n_threads() != n && seconds() < end)
        usleep(1000); /* a joined thread stays in /proc for a moment */
    return n_threads() == n;
}

static void refused(int *result)
{
    *result = ucilk_workers_shutdown();
}

static atomic_int has_opened, may_end, n_ended;

static void hold(void)
{
    has_opened = 1;
    CHECK(await(&may_end, 1));
}

static void *live(void *unused)
{
    spawn hold();
    sync;
    return unused;
}

/* Regions, one after the other, while main ends the workers. */
static void *regions(void *unused)
{
    for (int i = 0; i < 30; i++)
        CHECK(add(8) == 21);
    n_ended++;
    return unused;
}

int main(void)
{
    int in_task = 0, n = (int)ucilk_nworkers();
    CHECK(n_threads() == 0);
    CHECK(ucilk_workers_shutdown() == 0); /* not started */
    for (int i = 0; i < 10; i++) {
        all_meet();
        CHECK(n_threads() == n - 1);
        CHECK(ucilk_workers_shutdown() == 0);
        CHECK(comes_to(0));
        CHECK(ucilk_workers_shutdown() == 0);
    }
    spawn refused(&in_task);
    sync;
    CHECK(in_task == REFUSED);
    CHECK(add(10) == 55);

    pthread_t t[3];
#ifndef UCILK_SERIAL
    CHECK(pthread_create(&t[0], NULL, live, NULL) == 0);
    CHECK(await(&has_opened, 1));
    CHECK(ucilk_workers_shutdown() == REFUSED);
    may_end = 1;
    CHECK(pthread_join(t[0], NULL) == 0);
#endif
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(comes_to(0));

    for (int i = 0; i < 3; i++)
        CHECK(pthread_create(&t[i], NULL, regions, NULL) == 0);
    for (double end = seconds() + 30; n_ended < 3 && seconds() < end;) {
        int result = ucilk_workers_shutdown();
        CHECK(result == 0 || result == REFUSED);
        usleep(200);
    }
    for (int i = 0; i < 3; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(comes_to(0));
    CHECK(add(15) == 610);
    return right();
}
