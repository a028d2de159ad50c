/* loops.c without the tool. */
#include <ucilk/macros.h>

#include "loops.h"

cilk_callee(long, square, (long) n);
cilk_callee(double, ratio, (int) a, (int) b);

cilk_static_task(long, sum_to, (int) n)
{
    long sum = 0;
    for (int i = 1; i <= n; i++)
        spawn_add(sum, square, i);
    sync;
    return sum;
}

/* Results to globals: every element by its own task. */
cilk_static_task(void, fill, (int) n)
{
    for (int i = 0; i < n; i++)
        spawn_to(squares[i], square, i);
    sync;
    for (int i = 0; i < n; i++)
        CHECK(squares[i] == (long)i * i);
}

cilk_static_task(void, fill_table, (void *) nothing)
{
    (void)nothing;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            spawn_to(table[i][j], ratio, i, j);
}

/* A destination with a side effect, which happens once. */
cilk_static_task(long, walk, (int) n)
{
    long values[N] = {0};
    long *at = values;
    for (int i = 0; i < n; i++)
        spawn_to(*at++, square, i + 1);
    CHECK(at == values + n);
    sync;
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

cilk_static_task(void, count, (int) n)
{
    for (int i = 0; i < n; i++) {
        spawn_add(totals.by_residue[i % 4], square, i);
        if (i % 10 == 9)
            sync;
        totals.count++;
    }
    sync;
}

/* break, continue and goto around spawns. */
cilk_static_task(long, choose, (int) n)
{
    long sum = 0;
    for (int i = 0;; i++) {
        if (i % 3 == 1)
            continue;
        if (i > n)
            break;
        if (i == 12)
            goto out;
        if (i % 2)
            spawn_add(sum, square, i);
        else
            spawn_add(sum, square, -1);
    }
out:
    sync;
    return sum;
}

cilk_static_task(void, nothing_to_do, (void *) nothing)
{
    for (int i = 0; nothing && i < 10; i++)
        spawn(fill, i);
    sync;
    sync;
}
