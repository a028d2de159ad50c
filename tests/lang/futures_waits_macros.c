/* futures_waits.c without the tool. */
#include <ucilk/macros.h>
#include <ucilk/workers.h>

#include "futures_waits.h"

cilk_callee(long, produce, (int)wanted, (long)result);
cilk_callee(long, one, (ucilk_future_t)f, (int)i);
cilk_callee(long, brief, (int)n);
cilk_callee(long, calls, (ucilk_future_t)f, (int)depth);
cilk_callee(unsigned long, cell, (int)i, (int)j);
cilk_callee(unsigned long, node, (int)i, (unsigned long)seed);
cilk_callee(long, after, (ucilk_future_t)before, (int)i);

/* --- Many consumers, before, while and after the future completes --- */

cilk_task(void, crowd, (int)n)
{
    long sum = 0;
    arrived = 0;
    ucilk_future_t f = cilk_future_k(n, produce, n / 2, 1000);
    for (int i = 0; i < n; i++)
        spawn_add(sum, one, f, i);
    sync;
    CHECK(sum == 1000l * n + (long)n * (n - 1) / 2);
    /* Consumers that are futures themselves, got in two orders. */
    ucilk_future_t consumers[64];
    arrived = 0;
    f = cilk_future_k(64, produce, 32, 2000);
    for (int i = 0; i < 64; i++)
        consumers[i] = cilk_future(one, f, i);
    for (int i = 0; i < 64; i += 2)
        CHECK(get(consumers[i]) == 2000 + i);
    for (int i = 63; i > 0; i -= 2)
        CHECK(get(consumers[i]) == 2000 + i);
}

cilk_task(long, tree, (ucilk_future_t)f, (int)depth)
{
    if (depth == 0)
        return one(f, 0);
    long a, b;
    spawn_to(a, tree, f, depth - 1);
    spawn_to(b, tree, f, depth - 1);
    sync;
    return a + b;
}

cilk_task(void, crowd_in_trees, (int)depth)
{
    long a, b;
    arrived = 0;
    ucilk_future_t f = cilk_future_k(2 << depth, produce, 1 << depth, 3);
    spawn_to(a, tree, f, depth);
    spawn_to(b, tree, f, depth);
    sync;
    CHECK(a == 3l << depth && b == 3l << depth);
}

/* Many futures, each with few consumers that come at about the same time. */
cilk_task(void, races, (int)n)
{
    for (int i = 0; i < n; i++) {
        long sum = 0;
        ucilk_future_t f = cilk_future_k(4, brief, i % 50 * 20);
        spawn_add(sum, one, f, 1);
        spawn_add(sum, one, f, 2);
        spawn_add(sum, one, f, 3);
        long own = get(f);
        sync;
        CHECK(own == i % 50 * 20 && sum == 3 * own + 6);
    }
}

/* --- With older continuations in the deque --- */

/* Waits at each depth, with a continuation of each level above it, after the
 * spawn, and again after the sync. */
cilk_task(long, ladder, (ucilk_future_t)f, (int)depth)
{
    long x = 0, y = 0;
    if (depth == 0)
        return one(f, 0);
    spawn_to(x, ladder, f, depth - 1);
    spawn_to(y, one, f, depth);
    long z = get(f);
    sync;
    return x + y + z + get(f);
}

/* The spawned children wait before they spawn. */
cilk_task(long, rungs, (ucilk_future_t)f, (int)depth)
{
    long own = one(f, 0), x = 0, y = 0;
    if (depth == 0)
        return own;
    spawn_to(x, rungs, f, depth - 1);
    spawn_to(y, rungs, f, depth - 1);
    sync;
    return own + x + y;
}

/* A future's own future, waited for so many levels further in. */
cilk_task(long, within, (ucilk_future_t)f, (int)depth)
{
    long own = 0;
    if (depth == 0)
        return one(f, 0);
    ucilk_future_t g = cilk_future(within, f, depth - 1);
    spawn_add(own, one, f, 0);
    long inner = get(g);
    sync;
    return own + inner;
}

cilk_task(void, deep, (int)depth)
{
    arrived = 0;
    ucilk_future_t f = cilk_future_k(3 * depth + 1, produce, 2, 7);
    long x;
    spawn_to(x, ladder, f, depth);
    sync;
    CHECK(x == 7 * (3 * depth + 1) + depth * (depth + 1l) / 2);
    arrived = 0;
    f = cilk_future_k(511, produce, 1, 5);
    x = rungs(f, 8);
    CHECK(x == 5 * 511);
    arrived = 0;
    f = cilk_future_k(depth + 1, produce, 1, 2);
    spawn_to(x, within, f, depth);
    sync;
    CHECK(x == 2 * (depth + 1));
}

cilk_task(void, in_plain_calls, (int)depth)
{
    arrived = 0;
    ucilk_future_t f = cilk_future_k(3, produce, 2, 1);
    long x, y, z;
    spawn_to(x, calls, f, depth);
    spawn_to(y, calls, f, depth);
    z = calls(f, depth);
    sync;
    long sum = 1 + (long)depth * (depth + 1) / 2;
    CHECK(x == sum && y == sum && z == sum);
}

/* --- Scopes and loops --- */

cilk_task(void, scopes, (int)n)
{
    long outer, inner = 0, x = 0;
    arrived = 0;
    ucilk_future_t g, f = cilk_future_k(3, produce, 1, 11);
    spawn_to(outer, one, f, 1);
    {
        cilk_scope;
        spawn_add(inner, one, f, 2);
        g = cilk_future(one, f, 3);
        x = get(g);
        spawn_add(inner, brief, n);
    }
    CHECK(inner == 13 + n && x == 14);
    sync;
    CHECK(outer == 12);
}

cilk_loop(make_cells, (int)i)
{
    cells[i] = cilk_future_k(2, brief, i);
}

cilk_loop(get_cells, (int)i)
{
    values[i] = get(cells[i]);
    if (i > 0)
        values[i] += get(cells[i - 1]);
}

cilk_loop(spawn_gets, (int)i, (ucilk_future_t)f)
{
    long x;
    spawn_to(x, one, f, i);
    sync;
    values[i] = x;
}

cilk_task(void, loops, (int)n)
{
    cilk_for(make_cells, 0, n);
    cilk_for(get_cells, 0, n);
    for (int i = 0; i < n; i++)
        CHECK(values[i] == (i ? 2 * i - 1 : 0));
    CHECK(get(cells[n - 1]) == n - 1);
    arrived = 0;
    ucilk_future_t f = cilk_future_k(n, produce, 2, 4);
    cilk_for(spawn_gets, 0, n, f);
    for (int i = 0; i < n; i++)
        CHECK(values[i] == 4 + i);
}

/* --- DAGs --- */

cilk_task(unsigned long, wavefront, (int)n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = cilk_future_k(2, cell, i, j);
    return last_of_wavefront(n);
}

cilk_task(unsigned long, dag, (unsigned long)seed)
{
    count_consumers(seed);
    for (int i = 0; i < NODES; i++)
        nodes[i] = cilk_future_k(consumers_of[i], node, i, seed);
    return sum_of_nodes();
}

cilk_task(void, chain, (int)n)
{
    ucilk_future_t f = {0, 0};
    for (int i = 0; i < n; i++)
        f = cilk_future(after, f, i);
    CHECK(get(f) == (long)n * (n - 1) / 2);
}

cilk_task(int, main)
{
    /* main's own gets, between its syncs. */
    for (int i = 0; i < scaled(100, 5); i++) {
        long a, b;
        arrived = 0;
        ucilk_future_t g, f = cilk_future_k(3, produce, 2, 8);
        spawn_to(a, one, f, 1);
        g = cilk_future(one, f, 2);
        arrive();
        long c = get(f);
        sync;
        CHECK(a == 9 && c == 8);
        spawn_to(b, brief, 1);
        CHECK(get(g) == 10);
        sync;
        CHECK(b == 1);
    }
    printf("main\n");
    run_all();
    return 0;
}
