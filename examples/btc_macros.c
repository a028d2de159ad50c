/* btc.c without the tool. */
#include <ucilk/macros.h>

#include "btc.h"

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

int main(int argc, char **argv)
{
    parse(argc, argv);
    return report(create(btc.depth, btc.iterations));
}
