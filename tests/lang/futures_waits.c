/* Gets that wait: many of them on one future, in every place of a task, with
 * older continuations in the deque.  DAGs of futures are tests/stress/dags.c. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include "check.h"

#include <sched.h>

static int arrived; /* consumers that are about to get */

static void arrive(void)
{
    __atomic_fetch_add(&arrived, 1, __ATOMIC_RELEASE);
}

static long get(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

/* Ends only after so many consumers have come, where somebody else can run
 * them. */
long produce(int wanted, long result)
{
    while (ucilk_nworkers() > 1 &&
           __atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < wanted)
        sched_yield();
    return result;
}

long one(ucilk_future_t f, int i)
{
    arrive();
    return get(f) + i;
}

long brief(int n)
{
    for (int i = 0; i < n; i++)
        __asm__ volatile("");
    return n;
}

/* Waits at the bottom of a recursion of plain calls, in a large frame. */
static long plain(ucilk_future_t f, int depth)
{
    volatile char room[300];
    room[depth] = (char)depth;
    long x = depth ? plain(f, depth - 1) : get(f);
    return x + room[depth];
}

long calls(ucilk_future_t f, int depth)
{
    arrive();
    return plain(f, depth);
}

static ucilk_future_t cells[200];
static long values[200];

/* --- Many consumers, before, while and after the future completes --- */

void crowd(int n)
{
    long sum = 0;
    arrived = 0;
    ucilk_future_t f = cilk_future(n) produce(n / 2, 1000);
    for (int i = 0; i < n; i++)
        sum += spawn one(f, i);
    sync;
    CHECK(sum == 1000l * n + (long)n * (n - 1) / 2);
    /* Consumers that are futures themselves, got in two orders. */
    ucilk_future_t consumers[64];
    arrived = 0;
    f = cilk_future(64) produce(32, 2000);
    for (int i = 0; i < 64; i++)
        consumers[i] = cilk_future one(f, i);
    for (int i = 0; i < 64; i += 2)
        CHECK(get(consumers[i]) == 2000 + i);
    for (int i = 63; i > 0; i -= 2)
        CHECK(get(consumers[i]) == 2000 + i);
}

/* Many futures, each with few consumers that come at about the same time. */
void races(int n)
{
    for (int i = 0; i < n; i++) {
        long sum = 0;
        ucilk_future_t f = cilk_future(4) brief(i % 50 * 20);
        sum += spawn one(f, 1);
        sum += spawn one(f, 2);
        sum += spawn one(f, 3);
        long own = get(f);
        sync;
        CHECK(own == i % 50 * 20 && sum == 3 * own + 6);
    }
}

/* --- With older continuations in the deque --- */

/* Waits at each depth, with a continuation of each level above it, after the
 * spawn, and again after the sync. */
long ladder(ucilk_future_t f, int depth)
{
    long x = 0, y = 0;
    if (depth == 0)
        return one(f, 0);
    x = spawn ladder(f, depth - 1);
    y = spawn one(f, depth);
    long z = get(f);
    sync;
    return x + y + z + get(f);
}

/* The spawned children wait before they spawn. */
long rungs(ucilk_future_t f, int depth)
{
    long own = one(f, 0), x = 0, y = 0;
    if (depth == 0)
        return own;
    x = spawn rungs(f, depth - 1);
    y = spawn rungs(f, depth - 1);
    sync;
    return own + x + y;
}

/* A future's own future, waited for so many levels further in. */
long within(ucilk_future_t f, int depth)
{
    long own = 0;
    if (depth == 0)
        return one(f, 0);
    ucilk_future_t g = cilk_future within(f, depth - 1);
    own += spawn one(f, 0);
    long inner = get(g);
    sync;
    return own + inner;
}

void deep(int depth)
{
    arrived = 0;
    ucilk_future_t f = cilk_future(3 * depth + 1) produce(2, 7);
    long x;
    x = spawn ladder(f, depth);
    sync;
    CHECK(x == 7 * (3 * depth + 1) + depth * (depth + 1l) / 2);
    arrived = 0;
    f = cilk_future(511) produce(1, 5);
    x = rungs(f, 8);
    CHECK(x == 5 * 511);
    arrived = 0;
    f = cilk_future(depth + 1) produce(1, 2);
    x = spawn within(f, depth);
    sync;
    CHECK(x == 2 * (depth + 1));
}

void in_plain_calls(int depth)
{
    arrived = 0;
    ucilk_future_t f = cilk_future(3) produce(2, 1);
    long x, y, z;
    x = spawn calls(f, depth);
    y = spawn calls(f, depth);
    z = calls(f, depth);
    sync;
    long sum = 1 + (long)depth * (depth + 1) / 2;
    CHECK(x == sum && y == sum && z == sum);
}

/* --- Scopes and loops --- */

void scopes(int n)
{
    long outer, inner = 0, x = 0;
    arrived = 0;
    ucilk_future_t g, f = cilk_future(3) produce(1, 11);
    outer = spawn one(f, 1);
    cilk_scope
    {
        inner += spawn one(f, 2);
        g = cilk_future one(f, 3);
        x = get(g);
        inner += spawn brief(n);
    }
    CHECK(inner == 13 + n && x == 14);
    sync;
    CHECK(outer == 12);
}

static ucilk_future_t product;

static void make_cell(long i)
{
    cells[i] = cilk_future(2) brief((int)i);
}

static void get_cells(long i)
{
    values[i] = get(cells[i]);
    if (i > 0)
        values[i] += get(cells[i - 1]);
}

static void spawn_a_get(long i)
{
    values[i] = spawn one(product, (int)i);
}

void loops(int n)
{
    cilk_for (long i = 0; i < n; i++)
        make_cell(i);
    cilk_for (long i = 0; i < n; i++)
        get_cells(i);
    for (int i = 0; i < n; i++)
        CHECK(values[i] == (i ? 2 * i - 1 : 0));
    CHECK(get(cells[n - 1]) == n - 1);
    arrived = 0;
    product = cilk_future(n) produce(2, 4);
    cilk_for (long i = 0; i < n; i++)
        spawn_a_get(i);
    for (int i = 0; i < n; i++)
        CHECK(values[i] == 4 + i);
}

static void run_all(void)
{
    for (int i = 0; i < scaled(20, 2); i++) {
        crowd((int)scaled(200, 40));
        deep((int)scaled(100, 20));
        in_plain_calls(100);
        scopes(i);
        loops((int)scaled(200, 30));
    }
    printf("crowds, ladders, scopes, loops\n");
    races((int)scaled(1000, 100));
    printf("races\n");
}

int main(void)
{
    /* main's own gets, between its syncs. */
    for (int i = 0; i < scaled(100, 5); i++) {
        long a, b;
        arrived = 0;
        ucilk_future_t g, f = cilk_future(3) produce(2, 8);
        a = spawn one(f, 1);
        g = cilk_future one(f, 2);
        arrive();
        long c = get(f);
        sync;
        CHECK(a == 9 && c == 8);
        b = spawn brief(1);
        CHECK(get(g) == 10);
        sync;
        CHECK(b == 1);
    }
    printf("main\n");
    run_all();
    return 0;
}
