/*
 * btc DEPTH [ITER]: binary task creation (Akiyama & Taura, HPDC'15): a task of
 * depth d creates two tasks of depth d - 1, ITER times.  The tasks only count
 * themselves: there are as many as the sum over i = 0..DEPTH of (2 ITER)^i.
 */
#include <ucilk/ucilk.h>

#include "answer.h"

long create(int depth, int iterations)
{
    if (depth == 0)
        return 1;
    long tasks = 1;
    for (int i = 0; i < iterations; i++) {
        long a = spawn create(depth - 1, iterations);
        long b = spawn create(depth - 1, iterations);
        sync;
        tasks += a + b;
    }
    return tasks;
}

static long by_formula(int depth, int iterations)
{
    long sum = 1, power = 1;
    for (int i = 1; i <= depth; i++) {
        if (__builtin_mul_overflow(power, 2L * iterations, &power) ||
            __builtin_add_overflow(sum, power, &sum)) {
            fprintf(stderr, "btc: more tasks than a long can count\n");
            exit(2);
        }
    }
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        usage("btc DEPTH [ITER]");
    int depth = (int)number("DEPTH", argv[1], 0, 40);
    int iterations = argc == 3 ? (int)number("ITER", argv[2], 1, 1000) : 1;
    long right = by_formula(depth, iterations);
    long answer = create(depth, iterations);
    printf("btc(%d, %d) = %ld tasks\n", depth, iterations, answer);
    return verdict(answer, right);
}
