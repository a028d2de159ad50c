/*
 * kinds SHAPE N: fib(N) with arguments and results of other kinds.  The
 * instructions of a spawn of such a function are those of this program less
 * those of its serial elision, in which no call is inlined either, by the
 * number of spawns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

#ifdef __clang__
#define PLAIN __attribute__((noinline))
#else
#define PLAIN __attribute__((noipa))
#endif
/* Plain C makes both calls, too: compilers would turn one into a loop, which a
 * sync forbids. */
#define BOTH(y) __asm__("" : "+r"(y))

PLAIN static double doubles(double n, double one)
{
    if (n < 2 * one)
        return n;
    double x = spawn doubles(n - one, one);
    double y = doubles(n - 2 * one, one);
    sync;
    return x + y;
}

struct pair {
    double x;
    long n;
};

PLAIN static struct pair pairs(struct pair p)
{
    if (p.n < 2)
        return p;
    struct pair a = spawn pairs((struct pair){p.x - 1, p.n - 1});
    struct pair b = pairs((struct pair){p.x - 2, p.n - 2});
    sync;
    return (struct pair){a.x + b.x, a.n + b.n};
}

PLAIN static long seven(long n, long b, long c, long d, long e, long f, long g)
{
    if (n < 2)
        return n + b + c + d + e + f + g;
    long x = spawn seven(n - 1, b, c, d, e, f, g);
    long y = seven(n - 2, b, c, d, e, f, g);
    BOTH(y);
    sync;
    return x + y;
}

PLAIN static long one(long n)
{
    if (n < 2)
        return n;
    long x = spawn one(n - 1);
    long y = one(n - 2);
    BOTH(y);
    sync;
    return x + y;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    volatile long zero = 0; /* so that compilers do not take arguments away */
    long n = atol(argv[2]), z = zero, result;
    if (strcmp(argv[1], "doubles") == 0)
        result = (long)doubles((double)n, 1 + (double)z);
    else if (strcmp(argv[1], "pairs") == 0)
        result = (long)pairs((struct pair){(double)n, n}).x;
    else if (strcmp(argv[1], "seven") == 0)
        result = seven(n, z, z, z, z, z, z);
    else if (strcmp(argv[1], "one") == 0)
        result = one(n);
    else
        return 2;
    printf("%ld\n", result);
    return 0;
}
