/* spawns of each form: 305: 34 2485 -2470 -6144 85 12288 82 182 38 3 41 9 25 */
#include "check.h"

#ifndef IN_PARALLEL
#define IN_PARALLEL cilk_spawn
#endif
#define RUN(to, f, ...) to = IN_PARALLEL f(__VA_ARGS__)
#define WAIT cilk_sync

/* By assignment, as an initializer, and out of macros. */
static long fib(long n)
{
    long x, none;
    if (n < 2)
        return square(n);
    x = spawn fib(n - 1);
    long y = spawn fib(n - 2), z = spawn square(0);
    RUN(none, square, 0);
    WAIT;
    return x + y + z + none;
}

static long two(void)
{
    dawdle();
    return 2;
}

struct results {
    long at[6];
};

static struct results by_operators(void)
{
    long sum = 15, difference = 0, product = -3, bits = 0, shifted = 3;
    long rest = 20482;
    for (long i = 0; i < 20; i++) {
        sum += spawn square(i);
        difference -= spawn square(i);
    }
    for (int i = 0; i < 11; i++)
        product *= spawn two();
    for (int i = 0; i < 4; i++)
        bits |= spawn square(1 << i);
    for (int i = 0; i < 6; i++)
        shifted <<= spawn two();
    for (int i = 0; i < 9; i++)
        rest %= spawn square(10);
    sync;
    return (struct results){{sum, difference, product, bits, shifted, rest}};
}

/* Without braces, behind labels, in conditional expressions. */
static long places(long n)
{
    long a = 0, b = 0, c = 0;
    if (n > 1)
        a = spawn square(n);
    else
        a = spawn square(n + 1);
    switch (n % 3) {
    case 0:
        b = spawn square(1);
        break;
    case 1:
        b += spawn square(2);
        break;
    default:
        break;
    }
    c = n % 2 ? spawn square(3) : 1;
again:
    if (n-- > 5)
        goto again;
    sync;
    return a + b + c;
}

static struct results scopes(void)
{
    long early = spawn square(3), sum = 0, scoped, left = 0;
    cilk_scope {
        sum += spawn square(4);
        sum += spawn square(5);
    }
    scoped = sum;
    for (int i = 0; i < 10; i++)
        _Cilk_scope {
            left = spawn square(i);
            if (i == 5)
                break;
        }
    sync;
    return (struct results){{scoped, early, left}};
}

int main(void)
{
    long x[3], number = fib(9);
    struct results o = by_operators(), s = scopes();
    x[0] = spawn places(13);
    x[1] = spawn places(6);
    x[2] = spawn places(0);
    sync;
    printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", number,
           o.at[0], o.at[1], o.at[2], o.at[3], o.at[4], o.at[5], x[0], x[1],
           x[2], s.at[0], s.at[1], s.at[2]);
    return 0;
}
