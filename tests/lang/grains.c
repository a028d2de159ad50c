/* The value of a grainsize: any expression, macros; other pragmas between it and its
 * loop. */
#include <ucilk/ucilk.h>

#include "check.h"

#define GRAIN 4
#define TWICE(n) (2 * (n))
#define LONGER TWICE(GRAIN)
#define N 100

static int out[N], n_asked;

static int asked(int n)
{
    n_asked++;
    return n / 8;
}

/* The length of the longest piece: its iterations follow each other. */
static void check_pieces(int grain)
{
    CHECK(grain > 0);
    for (int i = 0; i < N; i++) {
        CHECK(out[i] == i);
        out[i] = 0;
    }
}

#define LOOP_OF_A_MACRO(n)                                                     \
    _Pragma("cilk grainsize = GRAIN") cilk_for(int i = 0; i < (n); i++)        \
        out[i] = i

static void loops(int n, int grain)
{
#pragma cilk grainsize = GRAIN
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize GRAIN
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize = LONGER + 1
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize TWICE(grain) /* with a variable */
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#undef GRAIN
#define GRAIN sizeof(long)
#pragma cilk grainsize = GRAIN
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
    LOOP_OF_A_MACRO(n);
    check_pieces(grain);
#pragma cilk grainsize = __SIZEOF_LONG__
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize = asked(n)
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
    CHECK(n_asked <= 1);
#pragma cilk grainsize = 2147483647
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize = 0 /* the runtime's choice */
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize = -3 /* unspecified, here the same */
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
#pragma cilk grainsize = 2.75 /* convertible to long */
    cilk_for(int i = 0; i < n; i++) out[i] = i;
    check_pieces(grain);
}

/* For the loop behind it alone. */
static void between(int n)
{
#pragma cilk grainsize = 2
#ifdef __clang__
#pragma clang loop vectorize(enable)
#else
#pragma GCC ivdep
#endif
    cilk_for(int i = 0; i < n; i++) out[i] = i - 2;
#ifndef __clang__
#pragma GCC unroll 4
#pragma cilk grainsize = 3
#endif
    cilk_for(int i = 0; i < n; i++)
    {
#pragma cilk grainsize = 1
        cilk_for(int j = 0; j < 2; j++) if (j == 1) out[i] += j;
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC ivdep
#endif
        for (int j = 0; j < 2; j++)
            out[i] += j;
    }
    check_pieces(3);
}

int main(void)
{
    loops(N, 3);
    between(N);
    printf("ok\n");
    return 0;
}
