/* Spawns in places that other Cilks allow: in a branch of a conditional
 * expression, in parentheses, as an argument of a call, cast to void, behind
 * cilk_scope; and spawns of builtins. */
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

struct pair {
    long a, b;
};

static struct pair pairs[40];
static long put_at[40];

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = n > 12 ? cilk_spawn fib(n - 1) : fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static struct pair both(long n)
{
    return (struct pair){fib(n), fib(n / 2)};
}

static void put(int at, long value)
{
    put_at[at] += value;
}

static int nothing;

static int twice(int n)
{
    return 2 * n;
}

static void touch(int *p)
{
    __atomic_fetch_add(p, 1, __ATOMIC_RELAXED);
}

static void branches(int n)
{
    long a = 0, b, *p = &b, c[3] = {7, 8, 9};
    struct pair pair = {1, 2}, other = {3, 4}, *to = &other;
    double d;
    _Bool is;
    a = n ? cilk_spawn fib(10) : 1;
    *p = !n ? cilk_spawn fib(11) : 2;
    c[n] = n > 1 ? 5 : spawn fib(12);
    c[2] = n ? n > 1 ? 6 : _Cilk_spawn fib(13) : 4;
    pair = n ? cilk_spawn both(9) : other;
    to->a = n ? (cilk_spawn fib(8)) : 3;
    d = n ? spawn fib(7) : 0.5;
    is = n ? spawn fib(6) : 0;
    long e = n ? spawn fib(14) : 9, f = n ? 3 : spawn fib(5);
    n ? cilk_spawn touch(&nothing) : (void)0;
    cilk_sync;
    printf("%ld %ld %ld %ld %ld %ld %ld %ld %g %d %ld %ld %d\n", a, b, c[0],
           c[1], c[2], pair.a, pair.b, other.a, d, is, e, f, nothing);
}

/* Variables of a loop's body, and of the function around it. */
static void in_loops(void)
{
    long from_outside[20];
    int n = 20;
    cilk_for (int i = 0; i < n; i++) {
        long here = i % 3 ? cilk_spawn fib(i) : 1;
        long *p = &here;
        from_outside[i] = i % 2 ? cilk_spawn fib(i) : 2;
        cilk_sync;
        from_outside[i] += *p;
    }
    for (int i = 0; i < n; i++)
        printf(" %ld", from_outside[i]);
    printf("\n");
}

static void parentheses(void)
{
    long x = cilk_spawn(fib(9)), y;
    y = _Cilk_spawn (fib(10));
    cilk_spawn(touch(&nothing));
    spawn (touch(&nothing));
    (void)cilk_spawn fib(3);
    (void)cilk_spawn(fib(4));
    long (*f)(long) = fib;
    long z = (spawn (*f)(11));
    sync;
    printf("%ld %ld %ld %d\n", x, y, z, nothing);
}

static void (*const pointer)(int, long) = put;
static struct {
    void (*put)(int, long);
} table[2] = {{put}, {put}};

static void arguments(void)
{
    memset(put_at, 0, sizeof put_at);
    for (int i = 0; i < 20; i++)
        put(i, cilk_spawn fib(i));
    for (int i = 0; i < 5; i++)
        if (i % 2)
            pointer(i + 20, spawn fib(i));
        else
            table[i % 2].put(i + 20, _Cilk_spawn fib(i + 1));
    { put(30, cilk_spawn fib(5)); }
    cilk_scope { put(31, cilk_spawn fib(6)); }
    CHECK(put_at[31] == 8);
    int stored = 0;
    __atomic_store_n(&stored, cilk_spawn twice(21), 0);
    cilk_sync;
    for (int i = 0; i < 32; i++)
        printf(" %ld", put_at[i]);
    printf(" %d\n", stored);
}

/* What begins a for, and its step. */
static void headers(void)
{
    int i, steps = 0;
    long first;
    i = 0;
    for (first = cilk_spawn fib(9); i < 20; cilk_spawn touch(&steps))
        i++;
    for (i = 0; i < 20; i++, cilk_spawn touch(&steps))
        ;
    cilk_sync;
    printf("%ld %d\n", first, steps);
}

/* cilk_scope before statements without braces. */
static void bare(int n)
{
    static long part[8];
    long sum = 0, early = cilk_spawn fib(12);
    cilk_scope sum += cilk_spawn fib(n);
    for (int i = 0; i < 4; i++)
        cilk_scope part[i] = cilk_spawn fib(i + n);
    cilk_for(int i = 0; i < 8; i++) cilk_scope part[i] += cilk_spawn fib(i);
    cilk_scope cilk_for(int i = 0; i < 8; i++) part[i] += cilk_spawn fib(i);
    cilk_scope do part[0] += cilk_spawn fib(3);
    while (n > 1000)
        ;
    cilk_scope _Cilk_scope part[1] += cilk_spawn fib(9);
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + part[i];
    if (n == 3)
        cilk_scope sync;
    cilk_scope n++;
    cilk_sync;
    printf("%ld\n", sum + early + n);
}

static void builtins(void)
{
    char from[100], to[100];
    memset(from, 'x', 99);
    from[99] = 0;
    cilk_spawn __builtin_memcpy(to, from, 50);
    __builtin_memcpy(to + 50, from + 50, 50);
    int bits = cilk_spawn __builtin_popcount(0xff0);
    long length;
    length = spawn __builtin_strlen(from);
    cilk_sync;
    CHECK(strcmp(from, to) == 0);
    printf("%d %ld\n", bits, length);
}

int main(void)
{
    for (int n = 0; n < 3; n++)
        branches(n);
    in_loops();
    parentheses();
    arguments();
    headers();
    bare(10);
    bare(3);
    builtins();
    for (int i = 0; i < 40; i++)
        pairs[i] = i % 2 ? spawn both(i / 2) : (struct pair){i, i};
    sync;
    for (int i = 0; i < 40; i++)
        printf(" %ld %ld", pairs[i].a, pairs[i].b);
    printf("\n");
    return 0;
}
