/* A return that may read the result of a spawn, without a sync before it, syncs. */
#include "check.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

struct pair {
    long a, b;
};

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    return x + y;
}

static long two(long n)
{
    long x, y, z;
    if (n < 2)
        return n;
    x = spawn two(n - 1);
    y = spawn two(n - 2);
    z = 0;
    if (n % 2)
        return x + y + z;
    else
        return (x)+(y);
}

/* --- Parts, and what a pointer leads to --- */

struct tree {
    struct tree *left, *right;
    long count;
    double weight;
    int bits : 9;
};

static long leaf(long n)
{
    sched_yield();
    return n;
}

static long element(long n)
{
    long x[3] = {0, 0, 0};
    x[1] = spawn leaf(n);
    return x[1];
}

static long any_element(long n)
{
    long x[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        x[i] = spawn leaf(n + i);
    return x[n % 3] * 100 + x[0];
}

static long total(const long *x, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static long given_to_a_call(long n)
{
    long x[8];
    for (int i = 0; i < 8; i++)
        x[i] = spawn leaf(n + i);
    return total(x, 8);
}

static long member(long n)
{
    struct pair p = {0, 0};
    p.b = spawn leaf(n);
    return (p.b);
}

static struct pair whole(long n)
{
    struct pair p = {0, 0};
    p.a = spawn leaf(n);
    p.b = spawn leaf(n + 1);
    return p;
}

static long behind(struct tree *t, long n)
{
    t->left->count = spawn leaf(n);
    return t->left->count + t->right->count;
}

static long by_pointer(long n)
{
    long x = 0, *p = &x;
    *p = spawn leaf(n);
    return x;
}

static long of_pointer(long n)
{
    long x = 0, *p = &x;
    x = spawn leaf(n);
    return *p;
}

static long global;

static long of_global(long n, long *p)
{
    global = 0;
    *p = spawn leaf(n);
    return global;
}

static long outer_block(long n)
{
    long x = 0;
    if (n > 0) {
        x = spawn leaf(n);
        leaf(0);
    }
    return x;
}

static long before_it(long n)
{
    long x = 0;
    for (int i = 0;; i++) {
        if (i == 3)
            return x;
        x += spawn leaf(n);
    }
}

static long of_statement(long n)
{
    long x = 0, y[2] = {0, 0};
    spawn
    {
        x = leaf(n);
    }
    cilk_for (int i = 0; i < 2; i++)
        cilk_spawn y[i] += leaf(n);
    return x * 100 + total(y, 2);
}

static long choice(long n)
{
    long x = n > 100 ? n : spawn leaf(n);
    return n > 100 ? 0 : x;
}

static long in_inner_scope(long n)
{
    struct pair p = {0, 0};
    p.a = spawn leaf(n);
    cilk_scope {
        p.b = spawn leaf(n);
        sync;
        return p.a + p.b;
    }
}

static struct tree *new_tree(struct tree *t, long n)
{
    t->count = n;
    return t;
}

static long of_new_pointer(struct tree *t, long n)
{
    struct tree two = {t, t, 0, 0, 0};
    t->count = 0;
    two.left = spawn new_tree(t, n);
    return two.left->count;
}

static long in_both(long n)
{
    long x = 0, y;
    x = spawn leaf(n);
    cilk_scope {
        y = spawn leaf(n + 1);
        return x * 100 + y;
    }
}

/* --- Ways past a sync --- */

static long jumps(long n)
{
    long x = 0;
    x = spawn leaf(n);
    if (n > 0)
        goto out;
    leaf(n);
    sync;
out:
    return x;
}

static long falls(long n)
{
    long x = 0;
    x = spawn leaf(n);
    switch (n) {
    case 0:
        leaf(n);
        sync;
    default:
        return x;
    }
}

static long next_time(long n)
{
    long x = 0, y = spawn leaf(7);
    sync;
    for (long i = 0; i < 9; i++) {
        if (i == n)
            return x + y;
        x = spawn leaf(i);
        sync;
        x = spawn leaf(i);
    }
    return 0;
}

/* --- The same memory by another way --- */

union either {
    long l;
    double d;
};
struct array {
    long a[3];
};

static double real(double x)
{
    sched_yield();
    return x;
}

static long overlaid(double x)
{
    union either v = {0};
    v.d = spawn real(x);
    return v.l;
}

static long overlaid_by_two(union either *v, union either *w, double x)
{
    v->d = spawn real(x);
    return w->l;
}

static long array_of_struct(long n)
{
    struct array s = {{1, 2, 3}};
    long *p = s.a;
    p[1] = spawn leaf(n);
    return s.a[1];
}

static long moved(long *p, long n)
{
    p[1] = spawn leaf(n);
    p++;
    return p[0];
}

static long chosen(long n)
{
    long x = 0;
    x = spawn leaf(n);
    return _Generic(x, long : x + 1, default : 0);
}

static double part(double x)
{
    double _Complex z = 0;
    __real__ z = spawn real(x);
    return __real__ z;
}

static long turned_round(long n)
{
    struct array s = {{0}};
    1 [s.a] = spawn leaf(n);
    return s.a[1];
}

/* --- What is read is another object: the call in the return does not wait --- */

static atomic_int is_on;

static long waits(long n)
{
    while (!is_on)
        sched_yield();
    return n;
}

static long goes_on(double x, struct tree *t)
{
    is_on = 1;
    return (long)x + t->bits;
}

static long at_once(struct tree *t, double *weights, struct tree *right)
{
    struct pair p = {1, 2};
    is_on = 0;
    t->count = spawn waits(1);
    p.b = spawn waits(2);
    return goes_on(weights[0] + t->weight + right->weight + (double)p.a, right);
}

int main(void)
{
    struct tree leaves[3] = {{.bits = 1}, {.bits = 2}, {.bits = 3}};
    struct tree *t = &leaves[0];
    double weight = 3;
    /* Without, tasks that wait for what comes behind them may wait for ever. */
    const char *steal = getenv("UCILK_TEST_STEAL");
    int is_stolen = steal && strcmp(steal, "always") == 0;
    for (int i = 0; i < scaled(100, 10); i++) {
        struct pair q = whole(3);
        t->left = &leaves[1], t->right = &leaves[2];
        t->right->count = 1;
        CHECK(element(13) == 13 && any_element(3) == 303);
        CHECK(given_to_a_call(1) == 36 && member(4) == 4);
        CHECK(q.a == 3 && q.b == 4 && behind(t, 5) == 6);
        CHECK(by_pointer(6) == 6 && of_pointer(7) == 7);
        CHECK(of_global(8, &global) == 8 && outer_block(9) == 9);
        CHECK(before_it(2) == 6 && of_statement(1) == 102);
        CHECK(choice(5) == 5 && in_inner_scope(4) == 8);
        CHECK(of_new_pointer(&leaves[1], 3) == 3);
        union either v = {0};
        long a[3] = {0};
        CHECK(in_both(3) == 304 && jumps(4) == 4 && falls(5) == 5);
        CHECK(next_time(3) == 9 && overlaid(1) == 0x3ff0000000000000);
        CHECK(overlaid_by_two(&v, &v, 2) == 0x4000000000000000);
        CHECK(array_of_struct(6) == 6 && moved(a, 7) == 7 && chosen(8) == 9);
        CHECK(part(9) == 9 && turned_round(1) == 1);
        if (!IS_IN_ORDER && is_stolen && ucilk_nworkers() > 3)
            CHECK(at_once(t, &weight, t->right) == 7);
    }
    printf("%ld %ld\n", fib(17), two(15));
    return 0;
}
