/* Grammar, Spawn, Scope; Execution, Strand, Sync; Left hand side side effects:
 * what spawned_statements.c, scopes.c and places.c of tests/lang do not have. */
#include <cilk/cilk.h>

#include "../../check.h"

static void put(int *p, int n)
{
    *p = n;
}

static int g(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

/* Statements with no effect. */
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
    cilk_spawn put(&x, x + n);
    cilk_spawn;
    cilk_scope;
    if (n)
        cilk_scope;
    cilk_sync;
    return x;
}

/* At the start all of it is the child's. */
static int start(int n)
{
    int x[4] = {0}, i = 0, a = 1, e = 1;
    cilk_spawn x[i++] = g(a++, 2, 3);
    cilk_sync;
    CHECK(i == 1 && a == 2 && x[0] == 123);
    cilk_spawn {
        x[i] = g(a, a, a);
        i++;
    }
    cilk_spawn switch (n)
    {
    case 5:
        e = 50;
        break;
    default:
        e = 60;
    }
    cilk_sync;
    CHECK(i == 2);
    return x[0] + x[1] + e;
}

/* The address of the left side is taken first: f() sees the incremented value; in
 * the elision C leaves that open. */
static int global, elements[4];

static int f(int n)
{
#ifndef UCILK_SERIAL
    CHECK(global > n);
#endif
    return 10 + n;
}

static int addresses(void)
{
    int *p = elements + 2;
    elements[global++] = cilk_spawn f(0);
    cilk_sync;
    elements[global++] += cilk_spawn f(1);
    cilk_sync;
    CHECK(elements[0] == 10 && elements[1] == 11);
    *p++ = cilk_spawn f(0);
    CHECK(p == elements + 3);
    cilk_sync;
    return elements[2];
}

int main(void)
{
    printf("%d %d %d\n", alone(4), start(5), addresses());
    return 0;
}
