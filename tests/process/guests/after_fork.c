/* Spawns in forked children: forked before the parent has spawned and after, in
 * children of children, many times, and beside other threads; each process has
 * all its workers. */
#include "../process.h"
#include <pthread.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

/* Its allocator's lock, which a thread may hold at the fork, is then held in the
 * child for ever, as gcc 12 has it. */
#ifdef __SANITIZE_ADDRESS__
#define IS_ADDRESS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_ADDRESS_SANITIZED 1
#endif
#endif
#ifndef IS_ADDRESS_SANITIZED
#define IS_ADDRESS_SANITIZED 0
#endif

static unsigned n_workers;

static void put(long *p, long value)
{
    linger((unsigned long)value);
    *p = value;
}

/* A region that ends only where two workers run it, if there are two. */
static void region(long seed)
{
    long a[20];
    atomic_int here = 0;
    int met = 1, n = n_workers > 1 ? 2 : 1;
    CHECK(ucilk_nworkers() == n_workers);
    met = spawn meet(&here, n);
    if (n == 2)
        CHECK(meet(&here, n));
    for (long i = 0; i < 20; i++)
        spawn put(&a[i], seed + i);
    sync;
    CHECK(met);
    for (long i = 0; i < 20; i++)
        CHECK(a[i] == seed + i);
}

static void wait_for(pid_t child)
{
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* One below the other; by _exit and by exit. */
static pid_t family(int generations)
{
    pid_t child = fork();
    if (child == 0) {
        if (generations > 1)
            wait_for(family(generations - 1));
        region(generations);
        if (generations % 2)
            _exit(0);
        exit(0);
    }
    return child;
}

static atomic_int stop;

static void *live(void *p)
{
    while (!stop)
        region((long)p);
    return NULL;
}

int main(void)
{
    n_workers = ucilk_nworkers();
    wait_for(family(1)); /* no process has spawned yet */
    wait_for(family(3));
    pid_t child = family(1);
    region(1); /* both at once */
    wait_for(child);
    for (int i = 0; i < scaled(10, 3); i++) {
        region(i);
        child = family(1 + i % 2);
        region(i);
        wait_for(child);
    }
    pid_t children[4];
    for (int i = 0; i < 4; i++)
        children[i] = family(1);
    for (int i = 0; i < 4; i++)
        wait_for(children[i]);

    /* Threads in regions of their own are not there in the child. */
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        CHECK(pthread_create(&t[i], NULL, live, (void *)i) == 0);
    for (int i = 0; i < scaled(10, 3) && !IS_ADDRESS_SANITIZED; i++)
        wait_for(family(1));
    stop = 1;
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(t[i], NULL) == 0);
    region(2);
    return right();
}
