/* Loops whose bodies use the locals of their function by reference: they write
 * elements of arrays, members, and atomics; bodies that spawn, loops in tasks. */
#include "../process.h"
#include <ucilk/ucilk.h>

struct state {
    atomic_int count;
    long cells[100];
    struct { int first, last; } found;
    long *at;
};

/* A struct, its address, a scalar that one iteration writes. */
static void structs(long seed)
{
    struct state s = {.found = {-1, -1}};
    long only = 0, *p = &only;
    s.at = s.cells;
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 100; i++) {
        struct state *q = &s;
        q->count++;
        s.at[i] = seed * i;
        if (i == 0)
            s.found.first = i;
        if (i == 99)
            q->found.last = i;
        if (i == 50)
            only = seed + *p;
        linger((unsigned long)i);
    }
    CHECK(s.count == 100 && s.found.first == 0 && s.found.last == 99);
    CHECK(only == seed);
    for (int i = 0; i < 100; i++)
        CHECK(s.cells[i] == seed * i);
}

static void put(long *a, long i)
{
    linger((unsigned long)i);
    *a = i;
}

/* Bodies that spawn: into the function's array, and into locals of their own. */
static void spawning(long seed)
{
    long all[40], pairs[40];
    cilk_for (long i = 0; i < 40; i++) {
        long x, y;
        spawn put(&all[i], seed + i);
        spawn put(&x, i);
        spawn put(&y, 2 * i);
        sync;
        pairs[i] = x + y;
    }
    for (long i = 0; i < 40; i++)
        CHECK(all[i] == seed + i && pairs[i] == 3 * i);
}

/* Children of the function run still while it loops. */
static void beside(long seed)
{
    long early, a[30], late;
    spawn put(&early, seed);
    cilk_for (int i = 0; i < 30; i++)
        a[i] = seed + i;
    spawn put(&late, seed + 1);
    for (int i = 0; i < 30; i++)
        CHECK(a[i] == seed + i);
    sync;
    CHECK(early == seed && late == seed + 1);
}

/* A loop of a task over its parent's array; parameters are captured, too. */
static void loop(long *a, long n, atomic_long *count)
{
    cilk_for (long i = 0; i < n; i++) {
        a[i] += n;
        ++*count;
    }
    n = 0;
    CHECK(n == 0);
}

static void in_tasks(void)
{
    long a[200];
    atomic_long count = 0;
    for (long i = 0; i < 200; i++)
        a[i] = i;
    for (long i = 0; i < 4; i++)
        spawn loop(a + 50 * i, 50, &count);
    sync;
    CHECK(count == 200);
    for (long i = 0; i < 200; i++)
        CHECK(a[i] == i + 50);
}

int main(void)
{
    for (long i = 0; i < scaled(100, 10); i++) {
        structs(i);
        spawning(i);
        beside(i);
        in_tasks();
    }
    long x[50];
    cilk_for (int i = 0; i < 50; i++) /* of main */
        x[i] = i;
    for (int i = 0; i < 50; i++)
        CHECK(x[i] == i);
    return right();
}
