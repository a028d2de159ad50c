/* What returns.c and returns_macros.c share. */
#ifndef RETURNS_H
#define RETURNS_H

#include "check.h"

#include <sys/mman.h>

enum { N = 32 };

static int done[N];
static long results[N];
static long *shared; /* memory of the program's own that all workers see */

static void leaf(int i)
{
    done[i] = i + 1;
}

static long value(int i)
{
    return i * 3;
}

/* Defined in either form. */
static int drops(int n);
static void falls_off(int n);
static int returns_early(int n);
static long early_value(int n);
static long unbraced(int n);
static void nested(int n);

/* The caller's locals are intact after the dropped results. */
static long around(int n)
{
    long before[8], after[8];
    for (int i = 0; i < 8; i++)
        before[i] = after[i] = 1000 + i;
    CHECK(drops(n) == n);
    for (int i = 0; i < 8; i++)
        CHECK(before[i] == 1000 + i && after[i] == 1000 + i);
    return n;
}

static int plain(int n)
{
    falls_off(n);
    return returns_early(n);
}

int main(void)
{
    shared = mmap(NULL, N * sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared != MAP_FAILED);
    for (long k = 0; k < scaled(300, 4); k++) {
        for (int i = 0; i < N; i++)
            done[i] = 0;
        falls_off(N);
        for (int i = 0; i < N; i++)
            CHECK(done[i] == i + 1);
        for (int i = 0; i < N; i++)
            done[i] = results[i] = shared[i] = 0;
        CHECK(returns_early(N) == N);
        for (int i = 0; i < N; i++)
            CHECK(done[i] == i + 1);
        CHECK(around(N) == N);
        for (int i = 0; i < N; i++)
            CHECK(results[i] == 3 * i && shared[i] == -3 * i);
        CHECK(early_value(5) == 35 && done[5] == 6);
        CHECK(unbraced(1) == 33000 && unbraced(2) == 3036);
        CHECK(unbraced(5) == 27048);
        nested((int)k);
        CHECK(plain(3) == 3);
    }
    printf("returns: %ld %ld %ld\n", unbraced(3), results[31], shared[31]);
    return 0;
}

#endif
