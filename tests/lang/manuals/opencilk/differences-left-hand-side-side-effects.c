/* Differences, Left hand side side effects: the address is taken first. */
#include <cilk/cilk.h>

#include "../../check.h"

static int global, elements[4];

/* f() sees the incremented value; in the elision C leaves that open. */
static int f(int n)
{
#ifndef UCILK_SERIAL
    CHECK(global > n);
#endif
    return 10 + n;
}

int main(void)
{
    int *p = elements;
    elements[global++] = cilk_spawn f(0);
    cilk_sync;
    CHECK(elements[0] == 10);
    elements[global++] += cilk_spawn f(1);
    cilk_sync;
    CHECK(elements[1] == 11);
    p += 2;
    *p++ = cilk_spawn f(0);
    CHECK(p == elements + 3);
    cilk_sync;
    printf("%d %d %d\n", elements[0], elements[1], elements[2]);
    return 0;
}
