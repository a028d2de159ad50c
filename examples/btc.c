/*
 * btc DEPTH [ITER]: binary task creation (Akiyama & Taura, HPDC'15): a task of
 * depth d creates two tasks of depth d - 1, ITER times.  The tasks only count
 * themselves: there are as many as the sum over i = 0..DEPTH of (2 ITER)^i.
 */
#include <ucilk/ucilk.h>

#include "btc.h"

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

int main(int argc, char **argv)
{
    parse(argc, argv);
    return report(create(btc.depth, btc.iterations));
}
