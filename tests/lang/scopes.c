/* cilk_scope: its end, however it is reached, joins the children of its block, and
 * no others; also in functions that are no tasks themselves. */
#include <ucilk/ucilk.h>

#include "check.h"

static long fib(int n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_scope {
        x = spawn fib(n - 1);
        y = fib(n - 2);
    }
    return x + y;
}

/* The child from before the scope is the function's. */
static long mixed(int n)
{
    long a, b, c = 0;
    a = spawn fib(n);
    cilk_scope {
        b = spawn fib(n - 1);
        c += spawn fib(n - 2);
        sync;
        b *= 2;
        c += spawn fib(n - 3);
        c += spawn fib(n - 4);
    }
    long inner = b + c;
    sync;
    return a + 100 * inner;
}

/* Left by break, goto, continue and return. */
static long left(int how, int n)
{
    long x = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        cilk_scope {
            x = spawn fib(n + i);
            if (how == 1 && i == 1)
                break;
            if (how == 2 && i == 2)
                goto out;
            if (how == 3)
                continue;
            if (how == 4 && i == 3)
                return sum;
        }
        sum += x;
    }
out:
    return sum + x;
}

static long nested(int n)
{
    long sum = 0, a, b;
    cilk_scope {
        a = spawn fib(n);
        cilk_scope {
            b = spawn fib(n + 1);
            if (n > 0) {
                cilk_scope {
                    sum += spawn fib(n + 2);
                }
                sum *= 2;
            }
        }
        sum += b;
        sync;
        sum += a;
    }
    cilk_scope {
        sum += fib(3); /* no spawn in it */
    }
    return sum;
}

static long ordinary(int n) /* no task */
{
    long a = 0, b = 0;
    cilk_scope {
        a = spawn fib(n);
        cilk_scope {
            b = spawn fib(n + 1);
            sync;
            b *= 2;
            b += spawn fib(n);
        }
        b *= 2;
    }
    return a + 100 * b;
}

static long levels(int n)
{
    long x, y;
    if (n == 0)
        return 1;
    cilk_scope {
        x = spawn levels(n - 1);
        cilk_scope {
            y = spawn levels(n - 1);
        }
        y += ordinary(n);
    }
    return x + y;
}

#ifndef UCILK_MACROS_H
/* In the arguments of a spawn from around it, and in a loop. */
static long in_arguments(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += cilk_spawn fib(({
            long x;
            cilk_scope {
                x = cilk_spawn fib(5);
            }
            (int)x + i;
        }));
    }
    cilk_sync;
    return sum;
}

/* Arrays of variable length, which are gone at the implied sync. */
static long variable(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        cilk_scope {
            long v[n + 1];
            v[i] = cilk_spawn fib(6);
            v[n] = cilk_spawn fib(i);
            if (i % 2)
                cilk_sync;
            sum += i % 2 ? v[i] + v[n] : i;
        }
        long w[i + 1];
        w[i] = cilk_spawn fib(i);
        if (i == n / 2)
            break;
        cilk_sync;
        sum += w[i];
    }
    return sum;
}
#endif

int main(void)
{
    int n = 10;
    long x, y;
    CHECK(fib(20) == 6765);
    for (int how = 0; how < 5; how++)
        printf("%d: %ld\n", how, left(how, n));
    printf("%ld %ld %ld\n", mixed(n), nested(n), ordinary(n));
    x = spawn left(1, 3);
    y = spawn levels(7);
    sync;
    printf("%ld %ld\n", x, y);
#ifndef UCILK_MACROS_H
    CHECK(variable(n) == 45);
    cilk_scope {
        long a = cilk_spawn in_arguments(5);
        cilk_sync;
        CHECK(a == 81);
    }
#endif
    return 0;
}
