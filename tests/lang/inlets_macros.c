/* Inlets and abort: each result arrives once, one at a time, and never while
 * the parent runs; results of aborted children do not arrive, and a search ends
 * early. */
#include <ucilk/macros.h>

#include "check.h"

#include <stdatomic.h>
#include <string.h>

enum { CHILDREN = 30 };

/* --- Results --- */

struct tally {
    atomic_int inside; /* nobody else, while an inlet or the parent runs */
    long sum;
    int seen[CHILDREN];
};

static void enter(struct tally *t)
{
    CHECK(atomic_exchange(&t->inside, 1) == 0);
}

static void leave(struct tally *t)
{
    atomic_store(&t->inside, 0);
}

cilk_task(long, fib, (int)n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

cilk_task(int, count, (int)i, (int)depth)
{
    (void)fib(depth);
    return i;
}

cilk_inlet(add, count, (struct tally *)t, (int)i)
{
    enter(t);
    for (volatile int k = 0; k < 100; k++)
        ;
    t->sum += i;
    t->seen[i]++;
    leave(t);
}

cilk_task(int, parent, (int)rounds)
{
    cilk_inlets;
    for (int r = 0; r < rounds; r++) {
        struct tally t;
        memset(&t, 0, sizeof t);
        for (int i = 0; i < CHILDREN; i++) {
            spawn_inlet(add, &t, count, i, i % 7);
            enter(&t);
            t.sum += 1000;
            leave(&t);
        }
        sync;
        CHECK(t.sum == CHILDREN * (CHILDREN - 1) / 2 + CHILDREN * 1000);
        for (int i = 0; i < CHILDREN; i++)
            CHECK(t.seen[i] == 1);
    }
    return rounds;
}

/* --- A tree that is searched for one leaf --- */

#ifdef UCILK_SERIAL
enum { IS_SERIAL = 1 };
#else
enum { IS_SERIAL = 0 };
#endif

struct search {
    long found;
    int n; /* inlets that ran */
};

static atomic_long n_nodes;

cilk_declare(long, look, (int)depth, (long)node, (long)wanted);

cilk_inlet(take, look, (struct search *)s, (long)result)
{
    s->n++;
    if (result != 0 && s->found == 0) {
        s->found = result;
        cilk_abort;
    }
}

cilk_define(long, look, (int)depth, (long)node, (long)wanted)
{
    cilk_inlets;
    if (cilk_aborted())
        return 0;
    atomic_fetch_add(&n_nodes, 1);
    if (depth == 0)
        return node == wanted ? node : 0;
    struct search s = {0, 0};
    for (int i = 0; i < 4 && (s.found == 0 || IS_SERIAL); i++)
        spawn_inlet(take, &s, look, depth - 1, node * 4 + i, wanted);
    sync;
    return s.found;
}

/* --- The function itself aborts, and then spawns again --- */

cilk_task(int, again, (int)rounds)
{
    cilk_inlets;
    struct tally t;
    memset(&t, 0, sizeof t);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < 5; i++)
            spawn_inlet(add, &t, count, i, 6);
        cilk_abort;
        spawn_inlet(add, &t, count, 5 + r, 3);
        sync;
        CHECK(t.seen[5 + r] == 1);
        for (int i = 0; i < 5; i++)
            CHECK(t.seen[i] <= r + 1);
    }
    return 0;
}

/* A future outlives the abort of the task that made it. */
static ucilk_future_t kept;
static atomic_int is_kept;

cilk_task(int, keep, (int)n)
{
    if (n == 0) {
        kept = cilk_future(fib, 15);
        is_kept = 1;
    }
    return n == 0 ? 1 : count(n, 5);
}

cilk_inlet(kept_by, keep, (int *)n_ended, (int)result)
{
    ++*n_ended;
    if (result == 1)
        cilk_abort;
}

cilk_task(long, futures, (int)n)
{
    cilk_inlets;
    int n_ended = 0;
    is_kept = 0;
    for (int i = 0; i < n; i++)
        spawn_inlet(kept_by, &n_ended, keep, i);
    sync;
    CHECK(is_kept);
    return ucilk_future_get(long, kept);
}

int main(void)
{
    (void)parent((int)scaled(300, 3));
    int depth = (int)scaled(7, 4);
    long leaves = 1L << 2 * depth;
    for (int i = 0; i < 10; i++) {
        long first = leaves; /* the leftmost leaf: node starts with 1 */
        long wanted = first + i * (leaves / 10) + 1;
        CHECK(look(depth, 1, wanted) == wanted);
        CHECK(look(depth, 1, 1) == 0);
    }
    int is_early = 0; /* not always, where the machine is busy */
    for (int i = 0; i < 20 && !is_early; i++) {
        n_nodes = 0;
        CHECK(look(depth, 1, leaves) == leaves);
        is_early = n_nodes < 4 * leaves / 3 * 9 / 10;
    }
    if (!IS_SERIAL && scaled(1, 0)) /* else breadth first */
        CHECK(is_early);
    CHECK(again((int)scaled(20, 3)) == 0);
    for (int i = 0; i < 20; i++)
        CHECK(futures(6) == 610);
    return 0;
}
