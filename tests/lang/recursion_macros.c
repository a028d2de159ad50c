/* recursion.c without the tool. */
#include <ucilk/macros.h>

#include "recursion.h"

cilk_callee(long, one, (void *) nothing);

cilk_task(long, fib, (int) n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

/* Hofstadter's female and male sequences. */
cilk_declare(int, female, (int) n);
cilk_declare(int, male, (int) n);

cilk_define(int, female, (int) n)
{
    if (n == 0)
        return 1;
    int before, other;
    spawn_to(before, female, n - 1);
    sync;
    spawn_to(other, male, before);
    sync;
    return n - other;
}

cilk_define(int, male, (int) n)
{
    if (n == 0)
        return 0;
    int before, other;
    spawn_to(before, male, n - 1);
    sync;
    spawn_to(other, female, before);
    sync;
    return n - other;
}

cilk_static_declare(int, is_odd, (int) n);

cilk_static_task(int, is_even, (int) n)
{
    int answer;
    if (n == 0)
        return 1;
    spawn_to(answer, is_odd, n - 1);
    sync;
    return answer;
}

cilk_static_define(int, is_odd, (int) n)
{
    int answer;
    if (n == 0)
        return 0;
    spawn_to(answer, is_even, n - 1);
    sync;
    return answer;
}

/* The child goes deep while the continuation waits. */
cilk_static_task(long, descend, (long) n)
{
    if (n == 0)
        return 0;
    long below;
    spawn_to(below, descend, n - 1);
    sync;
    return below + 1;
}

/* The continuation goes deep, by calls, with a child at each level. */
cilk_static_task(long, sink, (long) n)
{
    if (n == 0)
        return 0;
    long unit, below;
    spawn_to(unit, one, NULL);
    below = sink(n - 1);
    sync;
    return below + unit;
}
