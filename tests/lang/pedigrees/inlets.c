/* Pedigrees where children end in any order and call inlets, and where a
 * function aborts some: the children that are not aborted have the same numbers
 * as in the serial elision. */
#include <ucilk/ucilk.h>
#include <ucilk/random.h>

#include "../check.h"

#include <stdint.h>

static uint64_t mix(uint64_t sum, uint64_t x)
{
    return (sum ^ x) * UINT64_C(0x100000001b3) + 1;
}

static uint64_t walk(int n)
{
    uint64_t x, sum = ucilk_random(), got = 0;
    inlet void take(uint64_t r, uint64_t factor)
    {
        got += r * factor;
    }
    if (n < 2)
        return sum;
    take(spawn walk(n - 1), 3);
    sum = mix(sum, ucilk_random());
    take(spawn walk(n - 2), ucilk_random());
    x = spawn walk(n - 3);
    got += 5; /* it is the function's turn */
    sum = mix(sum, ucilk_random());
    sync;
    return mix(mix(sum, x), ucilk_random()) + got;
}

/* No result of the first ones is looked at. */
static uint64_t ended(int n)
{
    uint64_t lost = 0, kept = 0;
    inlet void lose(uint64_t r)
    {
        lost += r;
    }
    inlet void keep(uint64_t r)
    {
        kept += r;
    }
    for (int i = 0; i < n; i++) {
        lose(spawn walk(i));
        lose(spawn walk(3));
        abort;
        keep(spawn walk(i % 4));
        sync;
        kept = mix(kept, ucilk_random());
    }
    return kept;
}

/* Its frame has a variable length: its children run apart. */
static uint64_t apart(int n)
{
    uint64_t sum = 0, a[n];
    inlet void put(uint64_t r, int at)
    {
        a[at] = r;
    }
    for (int i = 0; i < n; i++)
        put(spawn walk(i % 5), i);
    sync;
    for (int i = 0; i < n; i++)
        sum = mix(sum, a[i]);
    return sum;
}

int main(void)
{
    printf("walk %016lx\n", walk(9));
    printf("ended %016lx\n", ended(12));
    printf("apart %016lx\n", apart(20));
    printf("last %016lx\n", ucilk_random());
    return 0;
}
