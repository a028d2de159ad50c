/*
 * examples/btc.c in plain C, not inlined into itself, and with both calls made: the
 * baseline of a task.  (Nothing but its result comes of a call, so compilers make
 * one of two with the same arguments, in the elision as well.)
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) long create(int depth, int iterations)
{
    __asm__ volatile(""); /* comes of it */
    if (depth == 0)
        return 1;
    long tasks = 1;
    for (int i = 0; i < iterations; i++) {
        long a = create(depth - 1, iterations);
        long b = create(depth - 1, iterations);
        tasks += a + b;
    }
    return tasks;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    printf("%ld\n", create(atoi(argv[1]), 1));
    return 0;
}
