/* program.c WHAT: runs of which run.py and cluster.py read the trace. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

#include "../clock.h"

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

/* Work that leaves time for thieves on other nodes. */
static long tree(long depth)
{
    if (depth == 0) {
        spend(0.0005);
        return 1;
    }
    char frame[300];
    memset(frame, (int)depth, sizeof frame);
    long x = spawn tree(depth - 1);
    long y = tree(depth - 1);
    sync;
    return x + y + frame[0] - frame[299];
}

static void *guest(void *n)
{
    for (int i = 0; i < 20; i++)
        fib((long)n);
    return NULL;
}

static void threads(void)
{
    pthread_t ids[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&ids[i], NULL, guest, (void *)(14 + i));
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i], NULL);
}

static long chain(ucilk_future_t before, long n)
{
    return ucilk_future_get(long, before) + fib(n);
}

/* Each future waits for the one before: suspended threads. */
static void futures(void)
{
    for (int i = 0; i < 50; i++) {
        ucilk_future_t last = cilk_future fib(18);
        for (int k = 0; k < 10; k++)
            last = cilk_future chain(last, 10);
        ucilk_future_get(long, last);
    }
}

static long chain_of_trees(ucilk_future_t before, long n)
{
    return ucilk_future_get(long, before) + tree(n);
}

static long mixed(void)
{
    long sum = 0;
    for (int i = 0; i < 4; i++)
        sum += tree(7);
    ucilk_future_t last = cilk_future tree(4);
    for (int k = 0; k < 6; k++)
        last = cilk_future chain_of_trees(last, 2);
    return sum + ucilk_future_get(long, last);
}

static long crash(long depth)
{
    if (depth == 0) {
        fib(25);
        *(volatile int *)8 = 1;
        return 0;
    }
    long x = spawn crash(depth - 1);
    fib(15);
    sync;
    return x;
}

/* Another one in each worker: hosts number their processes anew. */
static long place(void)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    long sum = getpid();
    for (const char *c = host; *c; c++)
        sum = 31 * sum + *c;
    return sum;
}

static long first; /* worker 0's */

/* Another worker than 0 ends the program. */
static void crash_away(int is_kill)
{
    for (;;) {
        spawn tree(6);
        if (place() != first && is_kill)
            kill(getpid(), SIGKILL);
        if (place() != first)
            *(volatile int *)8 = 1;
        sync;
    }
}

/* The child has regions of its own, but no trace. */
static long forks(void)
{
    long sum = tree(6);
    pid_t child = fork();
    if (child == 0)
        exit(fib(20) != 6765);
    waitpid(child, NULL, 0);
    return sum + tree(6);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "fib";
    long wrong = 0;
    if (strcmp(what, "fib") == 0)
        wrong = fib(27) - 196418;
    else if (strcmp(what, "fib14") == 0)
        wrong = fib(14) - 377;
    else if (strcmp(what, "mixed") == 0)
        wrong = mixed() - 4 * 128 - 16 - 24;
    else if (strcmp(what, "regions") == 0)
        for (int i = 0; i < 300; i++)
            fib(12);
    else if (strcmp(what, "threads") == 0)
        threads();
    else if (strcmp(what, "futures") == 0)
        futures();
    else if (strcmp(what, "crash") == 0)
        crash(5);
    else if (strcmp(what, "crash_away") == 0 || strcmp(what, "kill") == 0) {
        wrong = tree(6) - 64;
        first = place();
        crash_away(what[0] == 'k');
    } else if (strcmp(what, "forever") == 0)
        for (;;)
            fib(20);
    else if (strcmp(what, "forks") == 0)
        wrong = forks() - 2 * 64;
    else
        return 2;
    puts(wrong ? "wrong" : "done");
    return wrong != 0;
}
