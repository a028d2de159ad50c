/*
 * exhaust KIND MIB: tasks compute right results for a while, then allocate so
 * much memory and no more. main, other, all their C heap: in worker 0, in one
 * or all of the others stack stacks The status is 0 if there was enough, and 5
 * if malloc returned NULL.
 */
#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include "fib.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, MIB = 1 << 20 };

static pid_t launcher;
static const char *kind = "";
static long mib;
static volatile int *n_running; /* tasks that wait for each other: shared */

static void touch(volatile char *p, long bytes)
{
    for (long i = 0; i < bytes; i += PAGE)
        p[i] = 1;
}

/* A MiB of stack a level. */
cilk_task(int, descend, (long)n)
{
    char large[MIB];
    int x = 0;
    touch(large, MIB);
    if (n > 0)
        cilk_spawn_to(x, descend, n - 1);
    cilk_sync;
    return x + large[PAGE];
}

static int is_wanted(void)
{
    int here = syscall(SYS_getpid) == launcher;
    return strcmp(kind, "all") == 0 ||
           strcmp(kind, here ? "main" : "other") == 0;
}

/* One in each worker. */
cilk_task(int, take, (int)i, (int)n)
{
    __atomic_add_fetch(n_running, 1, __ATOMIC_SEQ_CST);
    while (*n_running < n)
        usleep(100);
    (void)i;
    if (strcmp(kind, "stack") == 0) {
        return descend(mib / n) == mib / n + 1;
    } else if (is_wanted()) {
        char *p = malloc((size_t)mib * MIB);
        if (!p) {
            fprintf(stderr, "malloc: %s\n", strerror(errno));
            exit(5);
        }
        touch(p, mib * MIB);
        free(p);
    }
    return 1;
}

cilk_task(int, take_all, (int)n)
{
    int good[64], sum = 0;
    for (int i = 0; i < n; i++)
        cilk_spawn_to(good[i], take, i, n);
    cilk_sync;
    for (int i = 0; i < n; i++)
        sum += good[i];
    return sum == n;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const char *workers = getenv("UCILK_NWORKERS");
    kind = argv[1];
    mib = atol(argv[2]);
    launcher = syscall(SYS_getpid);
    n_running = mmap(NULL, sizeof *n_running, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 20; i++)
        if (fib(15) != 610)
            return 1;
    if (!take_all(workers ? atoi(workers) : 1) || fib(15) != 610)
        return 1;
    printf("enough memory\n");
    return 0;
}
