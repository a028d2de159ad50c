/* futures_views.c without the tool. */
#include <ucilk/macros.h>

#include <ucilk/reducers.h>

cilk_static_reducer(long, total, UCILK_SUM(long), 0);
cilk_static_reducer(long, largest, UCILK_MAX(long), -1);
cilk_static_reducer(unsigned long, parity, UCILK_XOR(ulong), 0);

#define VIEW(reducer) cilk_view(reducer)
#include "futures_views.h"

cilk_callee(long, leaf, (long)i);
cilk_callee(long, consume, (ucilk_future_t)f);
cilk_callee(void, fulfil, (ucilk_promise_t)p, (long)i);
cilk_callee(long, chain, (ucilk_future_t)before, (long)i);

/* All of [low, high), in a future's own tasks and between its spawns. */
cilk_task(long, range, (long)low, (long)high)
{
    long a, b;
    if (high <= low)
        return 0;
    long middle = low + (high - low) / 2;
    spawn_to(a, range, low, middle);
    update(middle);
    spawn_to(b, range, middle + 1, high);
    sync;
    return a + b + middle;
}

/* Got by the strand that made them: there after the last get. */
cilk_task(void, got, (long)n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        made[i] = cilk_future(leaf, i);
    for (long i = n - 1; i >= 0; i--)
        sum += ucilk_future_get(long, made[i]);
    CHECK(sum == n * (n - 1) / 2 && cilk_view(total) == sum);
    CHECK(cilk_view(parity) == parity_of(n) && cilk_view(largest) == n - 1);
}

cilk_task(void, got_often, (long)n)
{
    long a, b, c;
    ucilk_future_t f = cilk_future_k(4, range, 0, n);
    spawn_to(a, consume, f);
    spawn_to(b, consume, f);
    spawn_to(c, consume, f);
    long d = ucilk_future_get(long, f);
    sync;
    CHECK(a == b && b == c && c == d && d == n * (n - 1) / 2);
    CHECK(cilk_view(total) == d && cilk_view(parity) == parity_of(n) &&
          cilk_view(largest) == n - 1);
}

/* Futures that make and get futures. */
cilk_task(long, nested, (long)low, (long)high)
{
    if (high - low < 4)
        return range(low, high);
    long middle = low + (high - low) / 2;
    ucilk_future_t f = cilk_future(nested, low, middle);
    update(middle);
    long right = nested(middle + 1, high);
    return right + middle + ucilk_future_get(long, f);
}

/* Beside spawns that update too, and a scope. */
cilk_task(void, mixed, (long)n)
{
    long a, b, c = 0;
    ucilk_future_t f = cilk_future(range, 0, n / 4);
    spawn_to(a, range, n / 4, n / 2);
    {
        cilk_scope;
        spawn_add(c, range, n / 2, n / 2 + 1);
        f = cilk_future(consume, f);
        spawn_add(c, range, n / 2 + 1, n / 2 + 2);
    }
    spawn_to(b, range, n / 2 + 2, n);
    long d = ucilk_future_get(long, f);
    sync;
    CHECK(a + b + c + d == n * (n - 1) / 2 &&
          cilk_view(total) == a + b + c + d);
    CHECK(cilk_view(parity) == parity_of(n));
}

/* Never got: there when the region has ended. */
cilk_task(void, left, (long)n)
{
    for (long i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future(leaf, i);
        (void)f;
    }
}

cilk_task(void, left_in_tasks, (long)low, (long)high)
{
    if (high - low < 4) {
        ucilk_future_t f = cilk_future(range, low, high);
        (void)f;
        return;
    }
    long middle = low + (high - low) / 2;
    spawn(left_in_tasks, low, middle);
    update(middle);
    left_in_tasks(middle + 1, high);
}

cilk_task(void, promised, (long)n)
{
    ucilk_promise_t p;
    long sum = 0;
    for (long i = 0; i < n; i++) {
        p = ucilk_promise_make(long, 1);
        spawn(fulfil, p, i);
        sum += ucilk_future_get(long, ucilk_promise_future(p));
    }
    sync;
    CHECK(sum == n * (n - 1) / 2 && cilk_view(total) == sum);
}

cilk_task(void, chained, (long)n)
{
    ucilk_future_t f = {0, 0};
    for (long i = 0; i < n; i++)
        f = cilk_future(chain, f, i);
    CHECK(ucilk_future_get(long, f) == n * (n - 1) / 2);
}

cilk_loop(make_leaves, (int)i)
{
    made[i] = cilk_future(leaf, i);
}

cilk_loop(get_leaves, (int)i)
{
    long x = ucilk_future_get(long, made[i]);
    update(x);
}

cilk_task(void, loops, (int)n)
{
    cilk_for(make_leaves, 0, n);
    cilk_for(get_leaves, 0, n);
}

cilk_task(int, main)
{
    run_all();
    /* main makes them, its own gets and the end of its region. */
    cilk_view(total) = 7;
    ucilk_future_t f = cilk_future(range, 0, 100), g;
    f = cilk_future(consume, f);
    cilk_view(total)++;
    CHECK(ucilk_future_get(long, f) == 4950);
    g = cilk_future(leaf, 3);
    (void)g;
    f = cilk_future(leaf, 4);
    CHECK(ucilk_future_get(long, f) == 4);
    printf("%d\n", cilk_view(total) >= 4950 + 7 + 1 + 4);
    return 0;
}
