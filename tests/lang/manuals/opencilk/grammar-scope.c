/* Grammar, Scope: cilk_scope before a statement; what is spawned in it is
 * synced at its end, and nothing else. */
#include <cilk/cilk.h>

#include "../../check.h"

static int f(int n)
{
    volatile int x = 0;
    for (int i = 0; i < 300; i++)
        x += i;
    return n + 1;
}

static int manual(void)
{
    int w, x, y, z;
    w = cilk_spawn f(0);
    cilk_scope {
        x = cilk_spawn f(1);
        y = cilk_spawn f(2);
        z = f(3);
    }
    int s = x * 100 + y * 10 + z;
    cilk_sync;
    return s * 10 + w;
}

/* With a sync of its own in it, nested, in loops, left before its end. */
static int inner(int n)
{
    int a = 0, b = 0, c = 0, sum = 0;
    cilk_scope {
        a = cilk_spawn f(n);
        cilk_sync;
        sum += a;
        cilk_scope {
            b = cilk_spawn f(sum);
            cilk_scope c = cilk_spawn f(n + 1);
            sum += c;
        }
        sum += b;
    }
    for (int i = 0; i < 6; i++)
        cilk_scope {
            a = cilk_spawn f(i);
            if (i == 2)
                continue;
            b = cilk_spawn f(i * 10);
            if (i == 4)
                break;
        }
    sum = sum * 100 + a * 10 + b;
    return sum;
}

static int returned(int *p, int n)
{
    cilk_scope {
        *p = cilk_spawn f(n);
        return n * 2;
    }
}

/* A statement with no effect, and other statements than a block. */
static int other(int n)
{
    int a[8], x = 0;
    cilk_scope;
    if (n)
        cilk_scope;
    cilk_scope for (int i = 0; i < 8; i++) a[i] = cilk_spawn f(i);
    for (int i = 0; i < 8; i++)
        x = x * 2 + a[i];
    cilk_scope if (n > 3) a[0] = cilk_spawn f(10);
    else a[0] = cilk_spawn f(20);
    cilk_scope cilk_for (int i = 1; i < 8; i++)
        a[i] = i;
    cilk_scope a[1] = cilk_spawn f(30);
    cilk_spawn cilk_scope { a[2] = cilk_spawn f(40); }
    cilk_sync;
    for (int i = 0; i < 8; i++)
        x += a[i];
    return x;
}

int main(void)
{
    int p, r = returned(&p, 5);
    printf("%d %d %d %d %d\n", manual(), inner(4), r, p, other(5));
    return 0;
}

#ifdef REFUSED_1
int g(int n)
{
    if (n)
        /* expect: +1:9: error: goto cannot lead into a cilk_scope: enter it at its beginning */
        goto in;
    cilk_scope {
    in:
        f(n);
    }
    switch (n) {
        cilk_scope {
        /* expect: +1:9: error: case cannot lead into a cilk_scope: enter it at its beginning */
        case 1:
            f(n);
        }
    }
    return n;
}
#endif

#ifdef REFUSED_2
int g(int n)
{
    /* expect: +1:9: error: cilk_scope stands before a statement: write `cilk_scope { ... }' */
    n = cilk_scope { f(n); };
    return n;
}
#endif
