/* Macros in each other's arguments: no name is declared twice, and compilers
 * give no warning.  It is only compiled. */
#include <ucilk/macros.h>

cilk_static_task(long, sum, (ucilk_future_t) a, (long) b)
{
    return ucilk_future_get(long, a) + b;
}

static long got(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

cilk_task(long, nested, (ucilk_promise_t) p)
{
    long x;
    ucilk_promise_set(
        long, p, ucilk_future_get(long, ucilk_future_from(long, got(p.future))));
    ucilk_future_t f = cilk_future_k(
        ucilk_future_get(long, ucilk_future_from(long, 2)), sum,
        cilk_future(sum, ucilk_future_from(void), 3),
        ucilk_future_get(long, cilk_future(sum, ucilk_promise_future(p), 4)));
    p = ucilk_promise_make(
        long, ucilk_future_get(
                  long, ucilk_promise_future(ucilk_promise_make(long, 1))));
    f = ucilk_future_from(
        ucilk_future_t, ucilk_future_get(ucilk_future_t,
                                         ucilk_future_from(ucilk_future_t, f)));
    spawn_to(x, sum, cilk_future(sum, f, 5),
             ucilk_future_get(long, cilk_future(sum, p.future, 6)));
    sync;
    return x;
}
