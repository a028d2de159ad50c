/* A worker that falls asleep gives back the pages of those free stacks that
 * were used since it last did so.  The cost depends on what was spawned in
 * between, not on how many stacks the worker has or how often it sleeps. */
#define _GNU_SOURCE
#include "meeting.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MANY = 40, ROUNDS = 100 };

static atomic_long n_trims;

/* Instead of libc's. */
int madvise(void *at, size_t size, int advice)
{
    if (advice == MADV_DONTNEED)
        atomic_fetch_add(&n_trims, 1);
    return (int)syscall(SYS_madvise, at, size, advice);
}

/* So many stacks at a time, then all free. */
static void descend(int n)
{
    if (n == 0)
        return;
    spawn descend(n - 1);
    sync;
}

int main(void)
{
    int n = (int)ucilk_nworkers();
    for (int i = 0; i < 4 * n; i++)
        spawn descend(MANY);
    sync;
    usleep(50000); /* until they sleep */
    long before = atomic_load(&n_trims);
    int rounds = n > 8 ? ROUNDS / 4 : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        all_meet();
        usleep(2000);
    }
    long trims = atomic_load(&n_trims) - before;
    long uses = (long)rounds * 2 * n; /* by the tasks, by the thieves of main */
    if (trims > uses) {
        fprintf(stderr, "%ld trims for %d rounds on %d workers\n", trims, rounds, n);
        return 1;
    }
    return right();
}
