/* lcs.c without the tool. */
#include <ucilk/macros.h>

#include "lcs_results.h"

cilk_callee(struct leaf, leaf, (struct square) s, (ucilk_future_t) above,
            (ucilk_future_t) before, (ucilk_future_t) between);
cilk_declare(struct quarters, split, (struct square) s, (ucilk_future_t) above,
             (ucilk_future_t) before, (ucilk_future_t) between);

cilk_task(ucilk_future_t, start, (struct square) s, (ucilk_future_t) above,
          (ucilk_future_t) before, (ucilk_future_t) between)
{
    if (s.size == 1)
        return cilk_future_k(consumers(s), leaf, s, above, before, between);
    return cilk_future_k(consumers(s), split, s, above, before, between);
}

/*
 * Starts a square of the table once the squares above and before it are done,
 * or have started their quarters.  Started earlier, its tasks could only wait
 * and take memory; so the squares that are started and not done lie along a
 * line through the table.  A last quarter waits by itself: so the task that
 * starts it can return before it runs, and those that wait for that task go on.
 */
ucilk_future_t begin(struct square s, ucilk_future_t above,
                     ucilk_future_t before, ucilk_future_t between)
{
    if (!inside(s))
        return nobody;
    if (!is_last_quarter(s))
        await(above, before);
    return start(s, above, before, between);
}

cilk_define(struct quarters, split, (struct square) s, (ucilk_future_t) above,
            (ucilk_future_t) before, (ucilk_future_t) between)
{
    prefetch(above, before, between);
    if (is_last_quarter(s))
        await(above, before);
    struct quarters a = ucilk_future_get(struct quarters, above);
    struct quarters b = ucilk_future_get(struct quarters, before);
    struct quarters c = ucilk_future_get(struct quarters, between), x;
    prefetch(a.at[1][0], b.at[0][1], c.at[1][1]);
    prefetch(a.at[1][1], b.at[1][1], nobody);
    x.at[0][0] = begin(quarter(s, 0, 0), a.at[1][0], b.at[0][1], c.at[1][1]);
    x.at[0][1] = begin(quarter(s, 0, 1), a.at[1][1], x.at[0][0], a.at[1][0]);
    x.at[1][0] = begin(quarter(s, 1, 0), x.at[0][0], b.at[1][1], b.at[0][1]);
    x.at[1][1] = begin(quarter(s, 1, 1), x.at[0][1], x.at[1][0], x.at[0][0]);
    return x;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_strings();
    double began = seconds();
    struct square s = {0, 0, 1};
    while (s.size < blocks())
        s.size *= 2;
    ucilk_future_t f = begin(s, beyond((struct square){-s.size, 0, s.size}),
                             beyond((struct square){0, -s.size, s.size}),
                             beyond((struct square){-s.size, -s.size, s.size}));
    return report(last_value(s, f), began);
}
