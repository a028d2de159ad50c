/* Spawns in forked children: forked before the parent has spawned and after, in
 * children of children, many times, and beside other threads; behind daemon(),
 * which forks once more.  Each process has all its workers. */
#define _GNU_SOURCE
#include "../region.h"
#include <pthread.h>
#include <sys/wait.h>
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

/* A region that ends only where two workers run it, if there are two. */
static void meeting(long seed)
{
    atomic_int here = 0;
    int met = 1, n = n_workers > 1 ? 2 : 1;
    CHECK(ucilk_nworkers() == n_workers);
    met = spawn meet(&here, n);
    if (n == 2)
        CHECK(meet(&here, n));
    region(seed); /* ends with a sync of its own */
    sync;
    CHECK(met);
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
        meeting(generations);
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
        meeting((long)p);
    return NULL;
}

/* What the daemon says, or 'x' where it says nothing. */
static char run_daemon(int spawn_before)
{
    int ends[2];
    char said = 'r';
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(ends[0]);
        if (spawn_before)
            meeting(1);
        if (daemon(1, 0) != 0) /* ends the child, by _exit(0) */
            _exit(4);
        alarm(45);
        meeting(2);
        meeting(3);
        _exit(write(ends[1], &said, 1) != 1);
    }
    close(ends[1]);
    wait_for(child);
    if (read(ends[0], &said, 1) != 1)
        said = 'x';
    close(ends[0]);
    return said;
}

int main(void)
{
    n_workers = ucilk_nworkers();
    CHECK(run_daemon(0) == 'r' && run_daemon(1) == 'r');
    wait_for(family(1)); /* no process has spawned yet */
    wait_for(family(3));
    pid_t child = family(1);
    meeting(1); /* both at once */
    wait_for(child);
    for (int i = 0; i < scaled(10, 3); i++) {
        meeting(i);
        child = family(1 + i % 2);
        meeting(i);
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
    meeting(2);
    CHECK(run_daemon(0) == 'r' && run_daemon(1) == 'r');
    return right();
}
