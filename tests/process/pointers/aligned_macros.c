/* Locals that want more alignment than the stack has, in macros. */
#include <ucilk/macros.h>

#include "../process.h"
#include <stdint.h>

struct line {
    _Alignas(64) long cells[8];
};

cilk_task(void, fill, (struct line *)l, (long)first)
{
    CHECK(((uintptr_t)l & 63) == 0);
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < 8; i++)
        l->cells[i] = first + i;
}

static void check(const struct line *l, long first)
{
    for (long i = 0; i < 8; i++)
        CHECK(l->cells[i] == first + i);
}

cilk_task(void, lines, (long)seed)
{
    long before = seed;
    struct line a, b[3];
    spawn(fill, &a, seed);
    for (int i = 0; i < 3; i++)
        spawn(fill, &b[i], seed + i);
    scribble();
    sync;
    check(&a, seed);
    for (int i = 0; i < 3; i++)
        check(&b[i], seed + i);
    CHECK(before == seed);
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++)
        lines(i);
    return right();
}
