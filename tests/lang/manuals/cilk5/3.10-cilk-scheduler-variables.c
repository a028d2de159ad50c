/* 3.10 Cilk scheduler variables: SYNCHED; also 2.7.3. */
#include <cilk-lib.h>
#include <cilk.h>
#include <string.h>

#include "../../check.h"

cilk void fill(char *state, int size, char c)
{
    memset(state, c, (size_t)size);
}

/* The state of the first child is used again if that has ended. */
cilk int reuse(int size)
{
    char *state1, *state2;
    int synched_before, i, sum = 0;
    if (!SYNCHED)
        return -1;
    state1 = Cilk_alloca((size_t)size);
    spawn fill(state1, size, 3);
    synched_before = SYNCHED;
    CHECK(synched_before == 0 || synched_before == 1);
    if (synched_before)
        state2 = state1;
    else
        state2 = Cilk_alloca((size_t)size);
    spawn fill(state2, size, 4);
    sync;
    CHECK(SYNCHED == 1);
    for (i = 0; i < size; i++)
        sum += state2[i];
    CHECK(state1 == state2 || state1[0] == 3);
    return sum;
}

/* Once it is 1 all that children wrote is there. */
cilk int seen(int n)
{
    int x[64], i, rounds = 0;
    for (i = 0; i < 64; i++)
        x[i] = 0;
    for (i = 0; i < n; i++) {
        spawn fill((char *)&x[i], sizeof x[i], 1);
        if (SYNCHED)
            CHECK(x[i] == 0x01010101);
        rounds += SYNCHED ? 1 : 1;
    }
    sync;
    while (!SYNCHED)
        CHECK(0);
    return rounds;
}

/* In expressions, and in a procedure that never spawns. */
cilk int nothing(void)
{
    int x[2] = {SYNCHED, !SYNCHED};
    return SYNCHED + x[0] + x[1];
}

cilk int main(void)
{
    int x, y, z;
    x = spawn reuse(100);
    sync;
    y = spawn seen(50);
    z = spawn nothing();
    sync;
    printf("%d %d %d\n", x, y, z);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n)
{
    /* it is read-only */
    spawn fill((char *)&n, 1, 1);
    sync;
    /* expect: +1:13: error: */
    SYNCHED = 1;
    return n;
}
#endif
