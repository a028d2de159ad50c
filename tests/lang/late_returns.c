/* A return that reads the result of a spawn, without a sync before it, syncs. */
#include <stdio.h>
#include <ucilk/ucilk.h>

struct pair {
    long a, b;
};

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    return x + y;
}

static long two(long n)
{
    long x, y, z;
    if (n < 2)
        return n;
    x = spawn two(n - 1);
    y = spawn two(n - 2);
    z = 0;
    if (n % 2)
        return x + y + z;
    else
        return (x)+(y);
}

static struct pair both(long n)
{
    struct pair p = {n, 1};
    if (n > 1) {
        p = spawn both(n - 1);
        return p;
    }
    return p;
}

static long sum(long n)
{
    long s = 0;
    if (n < 2)
        return n;
    s += spawn sum(n - 1);
    s += spawn sum(n - 2);
    return s + n;
}

static long in_scope(long n)
{
    if (n < 2)
        return n;
    long x = in_scope(n - 1);
    cilk_scope {
        long y = spawn in_scope(n - 2), z = spawn in_scope(n - 2);
        return x * 3 + y + z;
    }
}

static double rounded(long n)
{
    double d;
    if (n < 2)
        return (double)n / 2;
    d = spawn rounded(n - 1);
    return d + 1;
}

int main(void)
{
    struct pair p = both(9);
    printf("%ld %ld %ld %ld %ld %ld %g\n", fib(17), two(15), p.a, p.b, sum(14),
           in_scope(12), rounded(9));
    return 0;
}
