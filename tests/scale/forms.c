/* Programs whose work and span have closed forms, beside examples: run.py. */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long loop(long n)
{
    long *sum = calloc((size_t)n, sizeof *sum);
    cilk_for (long i = 0; i < n; i++)
        sum[i] = i;
    long last = sum[n - 1];
    free(sum);
    return last;
}

static long next(ucilk_future_t before)
{
    return before.ref ? ucilk_future_get(long, before) + 1 : 1;
}

static long chain(long n)
{
    ucilk_future_t f = {0, 0};
    for (long i = 0; i < n; i++)
        f = cilk_future next(f);
    return ucilk_future_get(long, f);
}

/* Some 100 ns.  Each goes on with what the last one has left, or a processor
 * would compute two at once where no clock is read between them. */
__attribute__((noinline)) static long leaf(long n)
{
    static unsigned long x;
    x += (unsigned long)n;
    for (int i = 0; i < 110; i++) {
        x = x * 6364136223846793005ul + 1;
        __asm__ volatile("" : "+r"(x));
    }
    return (long)x;
}

static long leaves(int depth)
{
    if (depth == 0)
        return leaf(depth);
    long x = cilk_spawn leaves(depth - 1);
    long y = leaves(depth - 1);
    cilk_sync;
    return x + y;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others use the CPUs */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 1;
    if (strcmp(argv[1], "loop") == 0)
        printf("%ld\n", loop(n));
    else if (strcmp(argv[1], "chain") == 0)
        printf("%ld\n", chain(n));
    else if (strcmp(argv[1], "leaves") == 0) {
        double began = seconds();
        long sum = leaves((int)n);
        printf("%.9f %ld\n", seconds() - began, sum);
    }
    return 0;
}
