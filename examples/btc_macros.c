/* btc.c without the tool. */
#include <ucilk/macros.h>

#include "answer.h"

cilk_task(long, create, (int) depth, (int) iterations)
{
    if (depth == 0)
        return 1;
    long tasks = 1;
    for (int i = 0; i < iterations; i++) {
        long a, b;
        spawn_to(a, create, depth - 1, iterations);
        spawn_to(b, create, depth - 1, iterations);
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
