/*
 * examples/btc.c in plain C, not inlined into itself: the baseline of a task.
 * Both calls are made.  (Compilers see that a call has no effect but its
 * result, and make only one of two calls with the same arguments; in the
 * elision, too.)
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) long create(int depth, int iterations)
{
    __asm__ volatile(""); /* an effect, so that no call is left out */
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
