/* Futures whose tasks have pointers to locals of the function that makes them,
 * which gets the futures before it returns. */
#include <ucilk/macros.h>

#include "../process.h"

cilk_task(long, fill, (long *)a, (long)n, (long)first)
{
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + i;
    return n;
}

cilk_task(void, slices, (long)seed)
{
    long a[80], local = seed;
    ucilk_future_t f[8];
    for (long i = 0; i < 8; i++) {
        f[i] = cilk_future(fill, a + 10 * i, 10, seed + 10 * i);
        local += i;
        scribble();
    }
    for (long i = 7; i >= 0; i--)
        CHECK(ucilk_future_get(long, f[i]) == 10);
    for (long i = 0; i < 80; i++)
        CHECK(a[i] == seed + i);
    CHECK(local == seed + 28);
}

cilk_task(void, follow, (const long *)from, (long *)to, (ucilk_future_t)before)
{
    ucilk_future_get(void, before);
    linger((unsigned long)*from);
    *to = *from + 1;
}

cilk_task(void, chain, (long)seed)
{
    long a[21];
    ucilk_future_t last = ucilk_future_from(void);
    a[0] = seed;
    for (int i = 0; i < 20; i++)
        last = cilk_future(follow, &a[i], &a[i + 1], last);
    ucilk_future_get(void, last);
    for (int i = 0; i < 21; i++)
        CHECK(a[i] == seed + i);
}

cilk_task(void, fib, (long)n, (long *)result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    ucilk_future_t f = cilk_future(fib, n - 1, &x);
    fib(n - 2, &y);
    ucilk_future_get(void, f);
    *result = x + y;
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++) {
        slices(i);
        chain(i);
    }
    long n = scaled(15, 9), x = 0, y = 1, got;
    fib(n, &got);
    for (long i = 0; i < n; i++) {
        long z = x + y;
        x = y;
        y = z;
    }
    CHECK(got == x);
    return right();
}
