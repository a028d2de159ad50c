/* cluster_program.c WHAT: runs of which tests/trace/cluster.py reads the trace.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Work that leaves time for thieves on other nodes. */
static long tree(long depth)
{
    if (depth == 0) {
        for (double end = now() + 0.0005; now() < end;)
            ;
        return 1;
    }
    char frame[300];
    memset(frame, (int)depth, sizeof frame);
    long x = spawn tree(depth - 1);
    long y = tree(depth - 1);
    sync;
    return x + y + frame[0] - frame[299];
}

static long chain(ucilk_future_t before, long n)
{
    return ucilk_future_get(long, before) + tree(n);
}

static long futures(void)
{
    ucilk_future_t last = cilk_future tree(4);
    for (int k = 0; k < 6; k++)
        last = cilk_future chain(last, 2);
    return ucilk_future_get(long, last);
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
static void crash(long is_kill)
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

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "mixed";
    long sum = 0;
    if (strcmp(what, "mixed") == 0) {
        for (int i = 0; i < 4; i++)
            sum += tree(7) - 128;
        sum += futures() - 16 - 24;
    } else if (strcmp(what, "fib") == 0) {
        sum = fib(14) - 377;
    } else if (strcmp(what, "crash") == 0 || strcmp(what, "kill") == 0) {
        sum = tree(6) - 64;
        first = place();
        crash(what[0] == 'k');
    } else if (strcmp(what, "forks") == 0) {
        sum = tree(6) - 64;
        pid_t child = fork();
        if (child == 0)
            exit(fib(10) != 55);
        sum += tree(6) - 64;
    } else {
        return 2;
    }
    printf(sum ? "wrong\n" : "done\n");
    return sum != 0;
}
