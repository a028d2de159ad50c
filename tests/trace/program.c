/* program.c WHAT: runs of which tests/trace/run.py reads the trace. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

/* The child has regions of its own, but no trace. */
static void forks(void)
{
    fib(20);
    pid_t child = fork();
    if (child == 0) {
        fib(25);
        exit(0);
    }
    waitpid(child, NULL, 0);
    fib(20);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "fib";
    if (strcmp(what, "fib") == 0)
        fib(27);
    else if (strcmp(what, "regions") == 0)
        for (int i = 0; i < 300; i++)
            fib(12);
    else if (strcmp(what, "threads") == 0)
        threads();
    else if (strcmp(what, "futures") == 0)
        futures();
    else if (strcmp(what, "crash") == 0)
        crash(5);
    else if (strcmp(what, "forever") == 0)
        for (;;)
            fib(20);
    else if (strcmp(what, "forks") == 0)
        forks();
    else
        return 2;
    printf("done\n");
    return 0;
}
