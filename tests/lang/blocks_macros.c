/* Scopes in macros: a block with a sync of its own, left in every way; also in
 * functions that are no tasks. */
#include <ucilk/macros.h>

#include "check.h"

cilk_task(long, work, (long)n)
{
    for (volatile long i = 0; i < n % 7 * 50; i++)
        ;
    return n;
}

cilk_task(void, put, (long *)to, (long)value)
{
    for (volatile long i = 0; i < value % 5 * 50; i++)
        ;
    *to = value;
}

static long cells[64];

/* The end of a block waits for its own children only, but for all of them. */
cilk_task(long, ends, (int)n)
{
    long a = 0, b = 0, c = 0;
    spawn_to(a, work, n);
    {
        cilk_scope;
        spawn_to(b, work, n + 1);
        spawn_add(c, work, n + 2);
        spawn_add(c, work, n + 3);
    }
    long early = b * 100 + c;
    sync;
    return early * 100 + a;
}

/* break, continue, goto and return leave it, and wait. */
cilk_task(long, jumps, (int)n)
{
    long total = 0, a = 0, b = 0;
    for (int i = 0; i < 10; i++) {
        {
            cilk_scope;
            spawn_to(a, work, i);
            if (i % 3 == 1)
                continue;
            spawn_to(b, work, 10 * i);
            if (i == n)
                break;
            if (i == n + 5)
                goto out;
        }
        total += a + b;
    }
    total += 1000 * (a + b);
out:
    total += 100000 * (a + b);
    while (n-- > 0) {
        cilk_scope;
        spawn(put, &cells[n], n);
        if (n == 2)
            return total;
    }
    return -total;
}

static long ordinary(int n)
{
    long a = 0, b = 0;
    {
        cilk_scope;
        spawn_to(a, work, n);
        {
            cilk_scope;
            spawn_to(b, work, n);
            sync;
            b *= 2;
            spawn_add(b, work, n);
        }
        b *= 2;
    }
    return a + 100 * b;
}

cilk_task(long, nest, (int)n)
{
    long x = 0, y = 0;
    if (n == 0)
        return 1;
    {
        cilk_scope;
        spawn_to(x, nest, n - 1);
        {
            cilk_scope;
            spawn_to(y, nest, n - 1);
        }
        y += ordinary(n);
    }
    return x + y;
}

cilk_define(int, main)
{
    for (int n = 0; n < 6; n++)
        printf("%ld %ld %ld\n", ends(n), jumps(n), ordinary(n));
    long x, y;
    spawn_to(x, jumps, 3);
    spawn_to(y, nest, 7);
    sync;
    printf("%ld %ld\n", x, y);
    {
        cilk_scope;
        for (int i = 0; i < 64; i++)
            spawn(put, &cells[i], 64 - i);
    }
    long sum = 0;
    for (int i = 0; i < 64; i++)
        sum = 3 * sum + cells[i];
    printf("%ld\n", sum);
    return 0;
}
