/* Macros as the value of a grainsize. */
#include <ucilk/ucilk.h>

#include "check.h"

#define GRAIN 4
#define TWICE(n) (2 * (n))
#define LONGER TWICE(GRAIN)
#define N 100

static int out[N];

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
}

int main(void)
{
    loops(N, 3);
    printf("ok\n");
    return 0;
}
