/* A tree of spawns. fault.c has a tree of its own, since messages name its file
 * and line. */
#ifndef FIB_H
#define FIB_H

cilk_task(long, fib, (int)n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    cilk_sync;
    return x + y;
}

#endif
