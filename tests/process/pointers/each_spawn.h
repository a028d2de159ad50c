/* A recursion by each kind of spawn, for profiles.c and single_steps.c;
 * begins() is called at the beginning of each strand, also of one that a thief
 * runs. */
#include "../process.h"

/* In registers: where arguments on the stack meet AVX, gcc's own rules are wrong behind
 * the last pop of a function (it says that rbp is saved at rbp). */
struct sum {
    long n, more;
};

static long below(long n)
{
    begins();
    if (n < 2)
        return n;
    long x = spawn below(n - 1);
    begins();
    long y = below(n - 2);
    sync;
    return x + y;
}

static struct sum by_args(struct sum s, long n)
{
    begins();
    if (n < 2)
        return (struct sum){n, s.n};
    struct sum x = spawn by_args(s, n - 1);
    begins();
    struct sum y = by_args(s, n - 2);
    sync;
    return (struct sum){x.n + y.n, x.more};
}

static long apart(long n)
{
    begins();
    if (n < 2)
        return n;
    volatile long own[n];
    own[n - 1] = n;
    long x = spawn apart(n - 1);
    begins();
    long y = apart(n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return x + y;
}

static struct sum apart_by_args(struct sum s, long n)
{
    begins();
    if (n < 2)
        return (struct sum){n, s.n};
    volatile long own[n];
    own[n - 1] = n;
    struct sum x = spawn apart_by_args(s, n - 1);
    begins();
    struct sum y = apart_by_args(s, n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return (struct sum){x.n + y.n, x.more};
}

static long future(long n)
{
    begins();
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future future(n - 1);
    begins();
    long y = future(n - 2);
    return ucilk_future_get(long, x) + y;
}
