/* The random numbers of Cilk-5's library, for programs that declare its
 * functions.  The generator is that of the C standard's example. */
#include <stdlib.h>

int Cilk_rand(void);
void Cilk_srand(unsigned int seed);

static unsigned long state;

int Cilk_rand(void)
{
    unsigned long old = __atomic_load_n(&state, __ATOMIC_RELAXED), next;
    do /* two callers never get the same state */
        next = old * 1103515245 + 12345;
    while (!__atomic_compare_exchange_n(&state, &old, next, 1, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return (int)((next >> 16) % (RAND_MAX + 1u));
}

void Cilk_srand(unsigned int seed)
{
    __atomic_store_n(&state, seed, __ATOMIC_RELAXED);
}
