/* Spawns after daemon(): the process has all its workers, whether or not it had
 * spawned before. */
#define _GNU_SOURCE
#include "../process.h"
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

static void put(long *p, long value)
{
    linger((unsigned long)value);
    *p = value;
}

static int region(unsigned n_workers)
{
    long a[20];
    atomic_int here = 0;
    int met = 1, n = n_workers > 1 ? 2 : 1, ok = ucilk_nworkers() == n_workers;
    met = spawn meet(&here, n);
    if (n == 2)
        ok &= meet(&here, n);
    for (long i = 0; i < 20; i++)
        spawn put(&a[i], i);
    sync;
    for (long i = 0; i < 20; i++)
        ok &= a[i] == i;
    return ok && met;
}

/* What the daemon says, or 'x' where it says nothing. */
static char run_daemon(int spawn_before)
{
    int ends[2], status;
    unsigned n_workers = ucilk_nworkers();
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(ends[0]);
        if (spawn_before && !region(n_workers))
            _exit(3);
        if (daemon(1, 0) != 0) /* ends the child, by _exit(0) */
            _exit(4);
        alarm(45);
        char said = region(n_workers) && region(n_workers) ? 'r' : 'w';
        _exit(write(ends[1], &said, 1) != 1);
    }
    close(ends[1]);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    char said = 'x';
    if (read(ends[0], &said, 1) != 1)
        said = 'x';
    close(ends[0]);
    return said;
}

int main(void)
{
    CHECK(run_daemon(0) == 'r');
    CHECK(run_daemon(1) == 'r');
    CHECK(region(ucilk_nworkers())); /* of the parent of both */
    CHECK(run_daemon(0) == 'r');
    CHECK(run_daemon(1) == 'r');
    return right();
}
