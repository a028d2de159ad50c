/* 3.4 Spawning: [lhs op] spawn proc(arg, ...); */
#include <cilk.h>

#include "../../check.h"

cilk int same(int n)
{
    return n;
}

cilk int fib(int n)
{
    int x = 0;
    if (n < 2)
        return n;
    x += spawn fib(n - 1);
    x += spawn fib(n - 2);
    sync;
    return x;
}

cilk float half(int n)
{
    return (float)n / 2;
}

/* Every operator there is. */
cilk unsigned operators(int n)
{
    int a, b = 3, c = 100, d = 17, e = 1, f = 50, g = 1, h = 4096, i = 0xff, j = 0x55,
           k = 0x10;
    a = spawn same(n);
    b *= spawn same(n);
    c /= spawn same(n);
    d %= spawn same(n);
    e += spawn same(n);
    f -= spawn same(n);
    g <<= spawn same(n);
    h >>= spawn same(n);
    i &= spawn same(n);
    j ^= spawn same(n);
    k |= spawn same(n);
    sync;
    CHECK(a == 6 && b == 18 && c == 16 && d == 5 && e == 7 && f == 44 && g == 64 &&
          h == 64 && i == 6 && j == 0x53 && k == 0x16);
    return (unsigned)(a + b + c + d + e + f + g + h + i + j + k);
}

/* Pointers: += and -= of an integer. */
cilk int arithmetic(void)
{
    static int a[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    int *p = a, *q = a + 8;
    p += spawn same(3);
    q -= spawn same(1);
    p += spawn same(2);
    sync;
    return *p * 10 + *q;
}

/* Any expression may be an argument, and any lvalue takes the result. */
struct cell {
    int value;
    struct cell *next;
};

cilk int lvalues(int n)
{
    int a[8] = {0}, *p = &a[3], i = 0;
    struct cell second = {0, NULL}, first = {0, &second};
    a[i] = spawn same(n++ + (i > 100 ? 1 : 0));
    i++;
    a[i++] += spawn same(n++);
    CHECK(i == 2);
    *p = spawn same((int)sizeof(a) / (int)sizeof(a[0]));
    p[1] -= spawn same(a[7]);
    first.value = spawn same((n++, 2));
    first.next->value = spawn same(-n);
    (*(&i)) += spawn same(40);
    sync;
    CHECK(first.value == 2 && second.value == -n && i == 42);
    return a[0] * 1000 + a[1] * 100 + a[3] * 10 + a[4];
}

/* The manual has no assignment conversion yet; here it is C's. */
cilk int conversion(void)
{
    int x;
    double y;
    x = spawn half(7);
    y = spawn same(7);
    sync;
    return x + (y == 7.0);
}

/* The result is dropped. */
cilk int dropped(void)
{
    spawn fib(5);
    spawn half(5);
    sync;
    return 1;
}

cilk int main(void)
{
    unsigned x;
    int y, z, c, d, f;
    x = spawn operators(6);
    y = spawn arithmetic();
    z = spawn lvalues(5);
    c = spawn conversion();
    d = spawn dropped();
    f = spawn fib((int)scaled(15, 8));
    sync;
    CHECK(f == scaled(610, 21));
    printf("%u %d %d %d %d\n", x, y, z, c, d);
    return 0;
}

#ifdef REFUSED_1
cilk int foo(void), bar(void);
cilk void none(void);

cilk int f(int n)
{
    int a, b;
    const int c = 0;
    struct {
        int bits : 3;
    } s = {0};
    /* expect: +1:9: error: spawn must be a statement of its own: write `x = spawn f(...);' */
    a = spawn foo() + n;
    /* expect: +1:13: error: spawn must be a statement of its own */
    a = n + spawn bar();
    /* expect: +1:13: error: spawn must be a statement of its own */
    a = b = spawn foo();
    /* expect: +1:9: error: spawn cannot stand in a condition */
    if (spawn foo())
        /* expect: +1:13: error: `none' returns nothing: write `spawn none(...);' */
        a = spawn none();
    /* expect: +1:9: error: the result of a spawn arrives later: its destination cannot be const */
    c = spawn foo();
    /* expect: +1:14: error: the result of a spawn cannot go into a bit-field */
    s.bits = spawn foo();
    /* expect: +1:9: error: `nobody' is not declared: spawn needs to know its type */
    a = spawn nobody();
    sync;
    return a + b;
}
#endif
