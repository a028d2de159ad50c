/* depth: prints how many bytes of stack a level of btc takes. */
#include <ucilk/ucilk.h>

#include <stdint.h>
#include <stdio.h>

static uintptr_t lowest;

/* The same as in examples/btc.c, but the leaf notes where its frame is. */
long create(int depth, int iterations)
{
    if (depth == 0) {
        lowest = (uintptr_t)__builtin_frame_address(0);
        return 1;
    }
    long tasks = 1;
    for (int i = 0; i < iterations; i++) {
        long a = spawn create(depth - 1, iterations);
        long b = spawn create(depth - 1, iterations);
        sync;
        tasks += a + b;
    }
    return tasks;
}

int main(void)
{
    create(2, 1);
    uintptr_t shallow = lowest;
    create(12, 1);
    printf("%lu\n", (unsigned long)(shallow - lowest) / 10);
    return 0;
}
