/* flags: -DUCILK_CLUSTER */
/* A program for clusters in macros: variables that each task sets before it
 * reads them, what main sets before each region; a forked child, a handler of
 * signals and a thread of main's beside it. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/macros.h>

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static long factor, scratch[100];
static volatile sig_atomic_t n_signals;
static volatile long ticks; /* of the thread */
static volatile int is_done;

cilk_task(long, tree, (long) low, (long) high)
{
    if (high - low == 1) {
        long sum = 0;
        for (int i = 0; i < 100; i++)
            scratch[i] = low * factor;
        for (int i = 0; i < 100; i++)
            sum += scratch[i];
        return sum;
    }
    long x, y;
    spawn_to(x, tree, low, (low + high) / 2);
    y = tree((low + high) / 2, high);
    sync;
    return x + y;
}

static void count(int signal)
{
    (void)signal;
    n_signals++;
}

/* Writes all the time, also while main's data go to the others. */
static void *tick(void *unused)
{
    for (long own = 0; !is_done; ticks = ++own)
        CHECK(ticks == own);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, count);
    CHECK(pthread_create(&thread, NULL, tick, NULL) == 0);
    for (factor = 1; factor <= 10; factor++) {
        CHECK(tree(0, 32) == 100 * factor * 32 * 31 / 2);
        raise(SIGUSR1);
        long before = ticks;
        while (ticks == before)
            ;
    }
    CHECK(n_signals == 10);
    is_done = 1;
    pthread_join(thread, NULL);
    int status;
    pid_t child = fork();
    if (child == 0) {
        factor = 2;
        _exit(tree(0, 4) == 100 * 2 * 6 ? 3 : 4);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    CHECK(factor == 11 && tree(0, 2) == 1100);
    puts("right");
}
