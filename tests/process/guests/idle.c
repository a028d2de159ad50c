/* Threads of the runtime: there is none before the first spawn, then one for
 * each worker but the first, named ucilk/N; without work they use no CPU
 * time. */
#define _GNU_SOURCE
#include "../process.h"
#include <dirent.h>
#include <string.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

/* How many threads have such a name. */
static void threads(int *n_named)
{
    DIR *d = opendir("/proc/self/task");
    struct dirent *e;
    CHECK(d);
    *n_named = 0;
    while ((e = readdir(d))) {
        char path[300], name[32] = "";
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (f && fgets(name, sizeof name, f))
            *n_named += strncmp(name, "ucilk/", 6) == 0;
        if (f)
            fclose(f);
    }
    closedir(d);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void arrive(atomic_int *here, int n)
{
    CHECK(meet(here, n));
}

int main(void)
{
    int named;
    threads(&named);
    CHECK(named == 0);
    int n = (int)ucilk_nworkers();
    atomic_int here = 0;
    for (int i = 0; i < n; i++)
        spawn arrive(&here, n);
    sync;
    threads(&named);
    CHECK(named == n - 1);
    CHECK(clock() >= 0);
    usleep(100000); /* until they sleep */
    double before = cpu_seconds();
    usleep(300000);
    double used = cpu_seconds() - before;
    if (used > 0.1) {
        fprintf(stderr, "idle for 0.3 s, used %.3f s\n", used);
        return 1;
    }
    /* They wake up again. */
    here = 0;
    for (int i = 0; i < n; i++)
        spawn arrive(&here, n);
    sync;
    return right();
}
