/* Grammar, Spawn: before an expression statement or a block, behind the = of an
 * initialization or an assignment; other statements; and alone. */
#include <cilk/cilk.h>

#include "../../check.h"

static int f(int n)
{
    return n * 3;
}

static void set(int *p, int n)
{
    *p = n;
}

static int four_contexts(int n)
{
    int y[4] = {0}, z[4] = {0}, i = n, j = 0, r;
    int x = cilk_spawn f(i++);
    int *p = &y[2];
    cilk_sync;
    r = x;
    x = cilk_spawn f(i++);
    cilk_sync;
    r += x;
    cilk_spawn y[j++] = f(i++);
    cilk_sync;
    cilk_spawn { z[j++] = f(i++); }
    cilk_sync;
    CHECK(i == n + 4 && j == 2);
    cilk_spawn set(p, 7);
    cilk_sync;
    cilk_spawn (*p)--;
    cilk_sync;
    cilk_spawn y[3] += f(i);
    cilk_sync;
    for (j = 0; j < 4; j++)
        r = r * 10 + y[j] + z[j];
    return r;
}

/* A statement with no effect. */
static int alone(int n)
{
    int x = 1;
    cilk_spawn;
    if (n)
        cilk_spawn;
    else
        x = 2;
    for (int i = 0; i < n; i++)
        cilk_spawn;
    cilk_spawn set(&x, x + n);
    cilk_spawn;
    cilk_sync;
    return x;
}

/* Any other statement but a declaration. */
static int others(int n)
{
    int a = 0, b = 0, c = 0, d = 0, e = 1, g = 0;
    cilk_spawn if (n > 2) a = f(n);
    else a = -1;
    cilk_spawn for (int i = 0; i < n; i++) b += i;
    cilk_spawn while (c < 10) c += 3;
    cilk_spawn do d += 4;
    while (d < 10);
    cilk_spawn switch (n)
    {
    case 5:
        e = 50;
        break;
    default:
        e = 60;
    }
    cilk_spawn cilk_for (int i = 0; i < 3; i++)
        __atomic_fetch_add(&g, i, __ATOMIC_RELAXED);
    cilk_sync;
    return a + b + c + d + e + g;
}

/* As an argument of a call that is a statement: all of that is the child. */
static int argument(int n)
{
    int x = 0;
    set(&x, cilk_spawn f(n));
    cilk_sync;
    return x;
}

/* The block's own variables, and returns of functions that it calls. */
static int blocks(int n)
{
    int a[5], r = 0;
    for (int i = 0; i < 5; i++)
        cilk_spawn {
            int twice = 2 * i, left, right;
            left = cilk_spawn f(twice);
            right = f(n);
            cilk_sync;
            a[i] = left + right;
        }
    cilk_sync;
    for (int i = 0; i < 5; i++)
        r = r * 3 + a[i];
    return r;
}

int main(void)
{
    printf("%d %d %d %d %d\n", four_contexts(2), alone(4), others(5), blocks(3),
           argument(6));
    return 0;
}

#ifdef REFUSED_1
int h(int n)
{
    int x = 0;
    /* expect: +1:9: error: spawn must be a statement of its own */
    x = cilk_spawn f(n) + 1;
    /* expect: +1:5: error: spawn cannot stand before a declaration: write `T x = spawn f(...);' */
    cilk_spawn int *p = &n, y = f(*p);
    for (;;)
        cilk_spawn {
            if (x)
                /* expect: +1:17: error: break cannot leave a spawned statement: what follows runs already */
                break;
            if (n)
                /* expect: +1:17: error: return cannot leave a spawned statement */
                return 1;
            if (n + 1)
                /* expect: +1:17: error: goto cannot lead out of a spawned statement */
                goto out;
        }
out:
    cilk_sync;
    /* expect: +1:13: error: spawn cannot stand in a return */
    return -cilk_spawn f(x);
}
#endif

#ifdef REFUSED_2
int h(int n)
{
    /* expect: +1:7: error: spawn */
    f(cilk_spawn n++);
    return n;
}
#endif
