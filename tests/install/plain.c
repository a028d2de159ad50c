/* Every macro except those of futures, for a compiler of plain C99. */
#include <ucilk/macros.h>

cilk_declare(long, odd, (long) n);

cilk_task(long, even, (long) n)
{
    long x = 1;
    if (n > 0)
        cilk_spawn_to(x, odd, n - 1);
    cilk_sync;
    return x;
}

cilk_define(long, odd, (long) n)
{
    long x = 0;
    if (n > 0)
        cilk_spawn_add(x, even, n - 1);
    cilk_sync;
    return x;
}

cilk_static_task(void, nothing)
{
}

cilk_loop(body, (int) i, (int *) sum)
{
    *sum += i;
}

int main(void)
{
    int sum = 0;
    cilk_scope;
    cilk_spawn(nothing);
    cilk_for(body, 0, 10, &sum);
    cilk_for_step(body, 10, 0, -1, &sum);
    return even(7) != 0 || sum != 100;
}
