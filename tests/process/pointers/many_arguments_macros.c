/* Spawns with more arguments than registers hold, and of types that go
 * elsewhere: double, long double, structs. */
#include <ucilk/macros.h>

#include "../process.h"

struct two { long a, b; };
struct large { long a[30]; };

cilk_task(void, seven, (long *)r, (long)a, (long)b, (long)c, (long)d, (long)e,
          (long)f)
{
    linger((unsigned long)b);
    scribble();
    *r = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
}

cilk_task(double, doubles, (double)a, (double)b, (double)c, (double)d,
          (double)e, (double)f, (double)g, (double)h, (double)i, (double *)r)
{
    linger((unsigned long)a);
    *r = a + b + c + d + e;
    return f + g + h + i;
}

cilk_task(struct two, structs, (struct two)t, (struct large)l, (long double)x,
          (struct large)m, (long *)r)
{
    linger((unsigned long)t.a);
    *r = t.a + t.b + (long)x;
    for (int i = 0; i < 30; i++)
        *r += l.a[i] - m.a[i];
    return (struct two){t.b, t.a};
}

cilk_task(void, all, (long)n)
{
    long r7, rs;
    double d = (double)n, rd, sd;
    struct two back, t = {n, 2 * n};
    struct large l, m;
    for (int k = 0; k < 30; k++) {
        l.a[k] = n + k;
        m.a[k] = k;
    }
    spawn(seven, &r7, n, n + 1, n + 2, n + 3, n + 4, n + 5);
    spawn_to(sd, doubles, d, 1, 2, 3, 4, d, 6, 7, 8, &rd);
    spawn_to(back, structs, t, l, 1.5L, m, &rs);
    t.a = t.b = -1;
    l.a[0] = 99;
    scribble();
    sync;
    CHECK(r7 == 21 * n + 70);
    CHECK(rd == d + 10 && sd == d + 21);
    CHECK(rs == 3 * n + 1 + 30 * n && back.a == 2 * n && back.b == n);
}

cilk_task(void, tree, (long)depth, (long)a, (long)b, (long)c, (long)d,
          (long *)sum, (long *)count)
{
    CHECK(a == depth && b == depth + 1 && c == depth + 2 && d == depth + 3);
    if (depth == 0) {
        *sum = d;
        *count = 1;
        return;
    }
    long left, right, n_left, n_right, k = depth - 1;
    spawn(tree, k, k, k + 1, k + 2, k + 3, &left, &n_left);
    spawn(tree, k, k, k + 1, k + 2, k + 3, &right, &n_right);
    sync;
    *sum = left + right;
    *count = n_left + n_right;
}

int main(void)
{
    for (long n = 0; n < scaled(100, 15); n++)
        all(n);
    long sum, count, n = scaled(9, 6);
    tree(n, n, n + 1, n + 2, n + 3, &sum, &count);
    CHECK(count == 1L << n && sum == 3 * count);
    return right();
}
