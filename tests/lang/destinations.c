/*
 * Where the result of a spawn can go, and by which operator.  Several may go
 * into one variable between two syncs when their order makes no difference.
 */
#include <ucilk/ucilk.h>

#include "check.h"

static long same(long n)
{
    return n;
}

/* Not done at once. */
static long slowly(long n, int levels)
{
    if (levels == 0)
        return n;
    long a, b;
    a = spawn slowly(n, levels - 1);
    b = slowly(n, levels - 1);
    sync;
    return a == b ? n : -1;
}

static double half(double x)
{
    return x / 2;
}

struct pair {
    long first;
    struct {
        short second[3];
    } inner;
};

struct __attribute__((packed)) unaligned {
    char c;
    long x;
    struct pair p;
};

static void test_packed(void)
{
    struct unaligned a[3] = {0}, *p = &a[1];
    a[0].x = spawn slowly(7, 2);
    p->x = 1;
    p->x += spawn slowly(8, 2);
    p->x += spawn slowly(9, 1);
    p[1].p.inner.second[1] = spawn slowly(5, 1);
    sync;
    CHECK(a[0].x == 7 && a[1].x == 18 && a[2].p.inner.second[1] == 5);
}

/* The second result waits for the first where their order matters. */
static void test_order(int n)
{
    static long table[2];
    for (int i = 0; i < 20; i++) {
        long x = spawn slowly(7, 4), y = 100, *to = &table[i % 2];
        x += spawn same(1);
        x *= spawn slowly(2, 2);
        table[n] = spawn slowly(9, 3);
        table[n] -= spawn slowly(4, 1);
        y -= spawn slowly(1, 3);
        y = spawn same(5);
        sync;
        CHECK(x == 16 && y == 5 && table[n] == 5);
        *to = spawn slowly(3, 3);
        if (n == 0)
            return;
        *to *= spawn same(2);
        *to /= spawn slowly(3, 2);
    }
    sync;
    CHECK(table[0] == 2 && table[1] == 2);
}

/* The first statement comes behind the second in the next iteration. */
static void test_order_in_loops(void)
{
    long x = 1, y = 1, z = 1, serial = 1, *to = &z;
    for (int i = 1; i < 8; i++) {
        x *= spawn same(2);
        x += spawn slowly(i, 4);
        serial = serial * 2 + i;
    }
    int i = 1;
again:
    y *= spawn same(2);
    y += spawn slowly(i, 4);
    if (++i < 8)
        goto again;
    i = 1;
    do {
        z *= spawn same(2);
        if (i % 2 == 0)
            continue;
        *to += spawn slowly(2, 4);
        sync;
    } while (++i < 2);
    sync;
    CHECK(x == serial && y == serial && z == 4);
}

/* One object by several names; `sync' by no means on each way. */
static void test_order_of_names(int one)
{
    long table[4] = {1, 1, 1, 1};
    struct pair g = {1, {{1, 1, 1}}}, *p = &g;
    union {
        long whole;
        long same;
    } u = {1};
    long x = 1, y = 1, z = 1, rest = 100, *to = &y;
    int rounded = 3;
    x += spawn slowly(3, 4);
    (x) *= spawn same(2);
    table[1] += spawn slowly(3, 4);
    table[one] *= spawn same(2);
    p->first += spawn slowly(3, 4);
    g.first *= spawn same(2);
    p->inner.second[1] += spawn slowly(3, 4);
    g.inner.second[one] *= spawn same(2);
    u.whole += spawn slowly(3, 4);
    u.same *= spawn same(2);
    *to += spawn slowly(3, 4);
    y *= spawn same(2);
    z += spawn slowly(3, 4);
    cilk_scope {
        cilk_scope {
            spawn same(1);
            sync;
            z *= spawn same(2);
        }
    }
    rest %= spawn slowly(30, 4);
    rest %= spawn same(7);
    rounded *= spawn half((double)slowly(1, 4));
    rounded *= spawn half(4);
    sync;
    CHECK(x == 8 && table[1] == 8 && g.first == 8 && g.inner.second[1] == 8);
    CHECK(u.whole == 8 && y == 8 && z == 8 && rest == 3 && rounded == 2);
    for (x = 1;;) {
        x += spawn slowly(3, 4);
        if (one)
            break;
        sync;
    }
    x *= spawn same(2);
    y = 1;
    y += spawn slowly(3, 4);
    switch (one) {
    case 0:
        sync;
        /* fall through */
    default:
        y *= spawn same(2);
    }
    sync;
    CHECK(x == 8 && y == 8);
}

/* Elements that are not the same wait for nothing. */
static void test_elements(void)
{
    long one[3] = {0}, *end = &one[2];
    struct pair p = {0}, *q = &p;
    one[0] = spawn slowly(1, 2);
    one[1] += spawn same(2);
    *end = spawn same(3);
    q->inner.second[2] = spawn same(7);
    q->inner.second[1] -= spawn same(7);
    sync;
    CHECK(one[0] == 1 && one[1] == 2 && one[2] == 3);
    CHECK(p.inner.second[2] == 7 && p.inner.second[1] == -7);
}

int main(void)
{
    test_packed();
    test_elements();
    test_order(1);
    for (int i = 0; i < 20; i++) {
        test_order_in_loops();
        test_order_of_names(1);
    }
    return 0;
}
