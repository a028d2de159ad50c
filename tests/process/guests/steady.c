/* steady [N]: a loop spawns N times, with a sync every ten thousand spawns; its
 * continuation is stolen at each spawn, by two workers in turn.  Memory does
 * not grow, and no steal keeps a stack until the sync.  Without N the loop runs
 * for a second. */
#define _GNU_SOURCE
#include "../process.h"
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

enum {
    PART = 10000, /* less where more workers than CPUs take turns */
    GROWTH = 4 << 20,
    OF_A_WORKER = 512 << 10, /* its pools fill in the course of a million steals */
    MOST = 40 << 20, /* a page or two of stack for each of a part are more */
};

static atomic_long gone_on;
static int alone;

/* Until the parent has gone on: in another worker. */
static void child(long i)
{
    for (unsigned n = 1; !alone && atomic_load(&gone_on) < i; n++)
        if (n % 200 == 0)
            sched_yield();
}

static void part(long from, long size)
{
    for (long i = from + 1; i <= from + size; i++) {
        spawn child(i);
        atomic_store(&gone_on, i);
    }
    sync;
}

static long resident(void)
{
    long all, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f && fscanf(f, "%ld %ld", &all, &pages) == 2);
    fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000, before = 0, done = 0;
    double begin = seconds(), end = begin + 1;
    long size = ucilk_nworkers() > 4 ? PART / 20 : PART;
    alone = ucilk_nworkers() == 1;
    for (long i = 0; i < n && (argc > 1 || i < 2 * size || seconds() < end);
         i += size) {
        spawn part(i, size);
        sync;
        if (before == 0)
            before = resident();
        done = i + size;
    }
    long more = resident() - before;
    if (argc > 1)
        fprintf(stderr, "%ld spawns, %.2f us each, %ld KiB more than at first\n",
                done, 1e6 * (seconds() - begin) / (double)done, more >> 10);
    CHECK(more < GROWTH + (long)ucilk_nworkers() * OF_A_WORKER);
    CHECK(before < MOST);
    return right();
}
