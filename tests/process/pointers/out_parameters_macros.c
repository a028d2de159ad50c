/* Results that come back through pointers to the parent's locals. */
#include <ucilk/macros.h>

#include "../process.h"

enum { N = 3000 };

cilk_task(void, sum, (const int *)a, (long)n, (long *)result)
{
    if (n <= 8) {
        *result = 0;
        for (long i = 0; i < n; i++)
            *result += a[i];
        linger((unsigned long)*result);
        return;
    }
    long left, right;
    spawn(sum, a, n / 2, &left);
    sum(a + n / 2, n - n / 2, &right);
    scribble();
    sync;
    *result = left + right;
}

cilk_task(void, fib, (long)n, (long *)result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    spawn(fib, n - 1, &x);
    spawn(fib, n - 2, &y);
    sync;
    *result = x + y;
}

cilk_task(long, divide, (long)a, (long)b, (long *)rest)
{
    linger((unsigned long)a);
    scribble();
    *rest = a % b;
    return a / b;
}

cilk_task(long, quotients, (long)n)
{
    long total = 0;
    for (long i = 1; i <= n; i++) {
        long one, two, rest_one, rest_two;
        spawn_to(one, divide, 1000 + i, i, &rest_one);
        two = divide(2000 + i, i, &rest_two);
        scribble();
        sync;
        CHECK(one * i + rest_one == 1000 + i);
        CHECK(two * i + rest_two == 2000 + i);
        long added = 7, rests[3];
        spawn_add(added, divide, 100 * i, 3, &rests[0]);
        spawn_add(added, divide, 200 * i, 7, &rests[1]);
        sync;
        added += divide(300 * i, 11, &rests[2]);
        CHECK(added == 7 + 100 * i / 3 + 200 * i / 7 + 300 * i / 11);
        CHECK(rests[0] == 100 * i % 3 && rests[1] == 200 * i % 7 &&
              rests[2] == 300 * i % 11);
        total += added;
    }
    return total;
}

struct extremes {
    int low, high;
    const int *lowest, *highest;
};

cilk_task(void, find, (const int *)a, (long)n, (struct extremes *)e)
{
    if (n == 1) {
        *e = (struct extremes){*a, *a, a, a};
        return;
    }
    struct extremes left, right;
    spawn(find, a, n / 2, &left);
    spawn(find, a + n / 2, n - n / 2, &right);
    sync;
    *e = left;
    if (right.low < left.low) {
        e->low = right.low;
        e->lowest = right.lowest;
    }
    if (right.high > left.high) {
        e->high = right.high;
        e->highest = right.highest;
    }
}

static void redirect(long **where, long *to)
{
    linger(3);
    *where = to;
    *to += 1;
}
cilk_callee(void, redirect, (long **)where, (long *)to);

/* In a function that is no task: by a scope. */
static long through(long parameter)
{
    static long fixed;
    fixed = 0;
    long local = 10, *p = NULL, *q = NULL, *r = NULL;
    {
        cilk_scope;
        spawn(redirect, &p, &local);
        spawn(redirect, &q, &parameter);
        spawn(redirect, &r, &fixed);
        scribble();
    }
    CHECK(p == &local && q == &parameter && r == &fixed);
    return *p * 100 + *q * 10 + *r;
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = (int)(i * 7919L % 10007);
    long expected = 0, got = -1;
    for (int i = 0; i < N; i++)
        expected += a[i];
    sum(a, N, &got);
    CHECK(got == expected);

    long n = scaled(17, 11), x = 0, y = 1;
    for (long i = 0; i < n; i++) {
        long z = x + y;
        x = y;
        y = z;
    }
    fib(n, &got);
    CHECK(got == x);

    CHECK(quotients(scaled(200, 30)) > 0);

    struct extremes e = {0, 0, NULL, NULL};
    find(a, scaled(N, 300), &e);
    for (long i = 0; i < scaled(N, 300); i++)
        CHECK(e.low <= a[i] && a[i] <= e.high);
    CHECK(*e.lowest == e.low && *e.highest == e.high);

    for (long i = 0; i < scaled(500, 50); i++)
        CHECK(through(i) == 1100 + 10 * (i + 1) + 1);
    return right();
}
