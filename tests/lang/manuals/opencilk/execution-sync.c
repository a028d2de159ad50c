/* Execution of an OpenCilk program, Sync: explicit and implicit ones. */
#include <cilk/cilk.h>

#include "../../check.h"

static int slow(int n)
{
    volatile int x = 0;
    for (int i = 0; i < 1000; i++)
        x += i;
    return n;
}

static void put(int *p, int n)
{
    *p = slow(n);
}

/* Explicit: of the function; in a scope and a body of that alone. */
static int explicit(int n)
{
    int outer = -1, a = 0, b[4];
    cilk_spawn put(&outer, n);
    cilk_scope {
        a = cilk_spawn slow(1);
        cilk_sync;
        CHECK(a == 1);
    }
    cilk_for (int i = 0; i < 4; i++) {
        b[i] = cilk_spawn slow(i);
        cilk_sync;
        CHECK(b[i] == i);
    }
    cilk_sync;
    CHECK(outer == n);
    return outer + a;
}

/* Nested spawns: each level waits for its own. */
static int nested(void)
{
    int a[5] = {0}, s = 0;
    cilk_spawn cilk_scope {
        cilk_spawn put(&a[0], 1);
        cilk_spawn cilk_scope {
            cilk_spawn put(&a[1], 2);
            put(&a[2], 3);
        }
        a[3] = 4;
    }
    cilk_spawn {
        cilk_spawn put(&a[4], 5);
    }
    cilk_sync;
    for (int i = 0; i < 5; i++)
        s = s * 10 + a[i];
    return s;
}

/* Implicit, at a return: behind the calculation of its value. */
static int at_return(int *p, int n)
{
    *p = 1;
    cilk_spawn put(p + 1, n);
    return p[0] + n;
}

/* At the end of a body, each iteration. */
static int at_body(int n)
{
    int a[20], s = 0;
    cilk_for (int i = 0; i < n; i++) {
        int mine[3];
        for (int k = 0; k < 3; k++)
            cilk_spawn put(&mine[k], k);
        cilk_spawn put(&a[i], i);
        if (i % 4 == 3)
            continue;
        cilk_sync;
        CHECK(mine[0] + mine[1] + mine[2] == 3);
    }
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    int a[2] = {0}, r;
    r = at_return(a, 30);
    CHECK(a[1] == 30);
    printf("%d %d %d %d\n", explicit(8), nested(), r, at_body(20));
    return 0;
}
