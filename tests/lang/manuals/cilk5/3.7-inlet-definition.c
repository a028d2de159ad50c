/* 3.7 Inlet definition: inlet type name(arg-decl, ...) body, in a procedure. */
#include <cilk.h>

#include "../../check.h"

cilk int same(int n)
{
    return n;
}

/* Its variables are those of the procedure; it runs atomically with that and
 * with the others. */
cilk int atomic(int n)
{
    int sum = 0, inside = 0, i, most = 0;
    int seen[100] = {0};
    inlet void add(int r)
    {
        CHECK(inside++ == 0);
        sum += r;
        seen[r]++;
        inside--;
    }
    inlet void maximum(int r)
    {
        CHECK(inside++ == 0);
        most = r > most ? r : most;
        inside--;
        return;
    }
    for (i = 0; i < n; i++) {
        add(spawn same(i));
        maximum(spawn same(i * 7 % n));
        CHECK(inside == 0);
        inside++; /* nor in the middle of the procedure's own */
        seen[i] += 2;
        inside--;
    }
    sync;
    for (i = 0; i < n; i++)
        CHECK(seen[i] == 3);
    return sum * 1000 + most;
}

/* Its body: declarations, static variables, loops, calls, early returns. */
static int twice(int n)
{
    return 2 * n;
}

cilk int bodies(int n)
{
    int count = 0, longest = 0, i;
    inlet void collatz(int r, int start)
    {
        static int calls;
        int steps = 0;
        if (start == 0)
            return;
        while (r != 1) {
            r = r % 2 ? 3 * r + 1 : r / 2;
            steps++;
        }
        {
            int more = twice(steps) / 2;
            if (more > longest)
                longest = more;
        }
        calls++;
        count = calls;
    }
    for (i = 0; i < n; i++)
        collatz(spawn same(i + 1), i);
    sync;
    CHECK(count == n - 1);
    return longest;
}

/* Its scope is the block that declares it. */
cilk int blocks(int n)
{
    int a = 0, b = 0;
    if (n > 0) {
        int scale = 10;
        inlet void first(int r)
        {
            a += r * scale;
        }
        first(spawn same(n));
        sync;
    }
    {
        int scale = 100;
        inlet void second(int r)
        {
            b += r * scale;
        }
        second(spawn same(n));
        second(spawn same(n + 1));
        sync;
    }
    return a + b;
}

/* SYNCHED is allowed in it. */
cilk int asks(int n)
{
    int children = 0;
    inlet void look(int r)
    {
        if (SYNCHED)
            children += r;
        else
            children += r;
    }
    look(spawn same(n));
    look(spawn same(n + 1));
    sync;
    return children;
}

cilk int main(void)
{
    int x, y, z, w;
    x = spawn atomic((int)scaled(100, 30));
    sync;
    CHECK(x == scaled(4950099, 435029));
    y = spawn bodies(30);
    z = spawn blocks(3);
    w = spawn asks(20);
    sync;
    printf("%d %d %d\n", y, z, w);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n)
{
    int x = 0;
    inlet void one(int r)
    {
        /* expect: +1:9: error: an inlet cannot spawn or sync: it runs between two steps of its function */
        spawn same(r);
        /* expect: +1:9: error: an inlet cannot spawn or sync */
        sync;
        x += r;
    }
    inlet void two(int r)
    {
        /* expect: +1:9: error: an inlet cannot stand in an inlet */
        inlet void inner(int q)
        {
            x += q;
        }
        x += r;
    }
    one(spawn same(n));
    two(spawn same(n));
    sync;
    return x;
}
#endif
