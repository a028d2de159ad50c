/* Every way to say what is called. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/socket.h>
#include <ucilk/ucilk.h>

#include "check.h"

typedef long operation(long, long);
typedef operation *pointer;

static long plus(long a, long b)
{
    return a + b;
}

static long minus(long a, long b)
{
    return a - b;
}

static long fib(long n)
{
    if (n < 2)
        return n;
    long a, b;
    a = spawn fib(n - 1);
    b = spawn fib(n - 2);
    sync;
    return a + b;
}

static int looked_up;

static pointer look_up(int i)
{
    __atomic_fetch_add(&looked_up, 1, __ATOMIC_RELAXED);
    return i ? minus : plus;
}

/* The same without the typedefs, and one level more. */
static long (*look_up_again(int i))(long, long)
{
    return look_up(i);
}

static long (*(*look_up_twice(void))(int))(long, long)
{
    return look_up_again;
}

struct object {
    const struct class *class;
    long value;
    union {
        pointer op;
        void *data;
    };
    pointer table[2][2];
};

struct class {
    long (*get)(struct object *, long);
    struct object *(*next)(struct object *);
};

static struct object objects[3];

static long get(struct object *o, long n)
{
    return o->value + n;
}

static struct object *next(struct object *o)
{
    return o + 1;
}

static const struct class class = {get, next};

static long returns_zero(void)
{
    return 0;
}

/* Declared by a typedef, twice, inline in any case, for any pointer. */
static operation by_type;
static long by_type(long a, long b)
{
    return a - b;
}

static long twice_declared();
static long twice_declared(long a)
{
    return a * 2;
}

static inline __attribute__((always_inline)) struct object
always(struct object o, long n)
{
    o.value += n;
    return o;
}

static inline __attribute__((always_inline, const)) int always_more(int n)
{
    return n + 1;
}

__attribute__((ms_abi, noinline)) static long foreign(long a, double b)
{
    return a + (long)b;
}

typedef union {
    const long *l;
    const char *c;
} any __attribute__((transparent_union));

static long through(any a)
{
    return *a.l;
}

/* Function and variable parameters. */
static long by_parameter(long f(long, long), pointer const g,
                         pointer volatile h, long n)
{
    long a, b, c;
    a = spawn f(n, 1);
    b = spawn g(n, 2);
    c = spawn h(n, 3);
    sync;
    return a + b * 100 + c * 10000;
}

#define CALLEE fib
#define F(x) (fib)(x)
#define METHOD(o, name, ...) ((o)->class->name((o), ##__VA_ARGS__))
#define SEND(o, name, ...) (o)->class->name((o), ##__VA_ARGS__)

static void test_names(void)
{
    long a, b, c, d, e, f;
    a = spawn CALLEE(10);
    b = spawn F(11);
    c = spawn (fib)(9);
    d = spawn ((fib))(8);
    e = spawn (&fib)(7);
    f = spawn (*fib)(6);
    sync;
    CHECK(a == 55 && b == 89 && c == 34 && d == 21 && e == 13 && f == 8);
    a = spawn (**&*fib)(5);
    b = spawn (***look_up)(1)(7, 2);
    c = spawn(fib)(4);
    d = spawn _Generic(c, long: fib, double: plus)(7);
    sync;
    CHECK(a == 5 && b == 5 && c == 3 && d == 13);
}

static void test_pointers(void)
{
    pointer p = plus, *q = &objects[0].op, table[] = {plus, minus};
    pointer(*rows)[2] = objects[0].table;
    int i = 0;
    long a, b, c, d, e, f, g, h;
    a = spawn p(1, 2);
    b = spawn (*p)(1, 3);
    c = spawn (****p)(1, 4);
    d = spawn table[i](1, 5);
    e = spawn table[++i](1, 6);
    f = spawn (*table[i--])(1, 7);
    g = spawn (*q)(1, 8);
    h = spawn rows[1][1](1, 9);
    p = minus; /* too late */
    sync;
    CHECK(a == 3 && b == 4 && c == 5 && d == 6 && e == -5 && f == -6);
    CHECK(g == 9 && h == -8 && i == 0 && p(1, 1) == 0);
    a = spawn (p = plus)(1, 1);
    b = spawn (i++, p)(2, 2);
    c = spawn (i ? p : minus)(3, 3);
    d = spawn (!i ? p : i > 5 ? plus : minus)(3, 3);
    e = spawn (p ?: minus)(3, 3);
    f = spawn ({ i++; p; })(3, 3);
    g = spawn (*(pointer *)&objects[0].data)(1, 1);
    h = spawn ((pointer)objects[0].data)(2, 1);
    sync;
    CHECK(a == 2 && b == 4 && c == 6 && d == 0 && e == 6 && f == 6 && i == 2);
    CHECK(g == 2 && h == 3);
}

static void test_results(void)
{
    long a, b, c, d, e;
    looked_up = 0;
    a = spawn look_up(0)(10, 1);
    b = spawn look_up(1)(10, 1);
    c = spawn look_up_again(1)(10, 2);
    d = spawn look_up_twice()(1)(10, 3);
    e = spawn (*(*look_up_twice())(0))(10, 4);
    sync;
    CHECK(a == 11 && b == 9 && c == 8 && d == 7 && e == 14 && looked_up == 5);
    pointer f;
    f = spawn look_up(1);
    long (*g)(long, long) = spawn look_up_again(0);
    long (*(*h)(int))(long, long) = spawn look_up_twice();
    sync;
    CHECK(f == minus && g == plus && h == look_up_again);
}

static void test_members(void)
{
    struct object *o = objects;
    long a, b, c, d, e;
    struct object *n;
    a = spawn o->class->get(o, 1);
    b = spawn (*o).class->get(o + 1, 1);
    c = spawn o->class->next(o)->class->get(&o[2], 1);
    d = spawn o++->op(1, 1);
    e = spawn SEND(o, get, 5);
    n = spawn SEND(o, next);
    sync;
    CHECK(a == 101 && b == 102 && c == 103 && d == 2 && e == 106);
    CHECK(n == &objects[2] && METHOD(n, get, 0) == 102);
    struct {
        struct {
            pointer f;
        } a[2];
    } local = {{{plus}, {minus}}};
    a = spawn local.a[1].f(5, 3);
    sync;
    CHECK(a == 2);
}

/* Casts, and types without a prototype. */
static void test_casts(void)
{
    long (*loose)() = plus;
    void *hidden = (void *)minus;
    long a, b, c, d;
    a = spawn loose(1l, 2l);
    b = spawn ((operation *)hidden)(5, 2);
    c = spawn ((long (*)(long, long))hidden)(5, 1);
    d = spawn ((long (*)(void))returns_zero)();
    sync;
    CHECK(a == 3 && b == 3 && c == 4 && d == 0);
}

static void test_declarations(void)
{
    static long stored = 7;
    long a, b, d, e;
    struct object o = {.value = 1};
    a = spawn by_type(5, 3);
    b = spawn twice_declared(4);
    o = spawn always(o, 2);
    int c = spawn always_more(8);
    d = spawn foreign(1, 2.5);
    e = spawn through(&stored);
    int failed = spawn connect(-1, (struct sockaddr *)NULL, 0);
    sync;
    CHECK(a == 2 && b == 8 && o.value == 3 && c == 9 && d == 3 && e == 7);
    CHECK(failed == -1);
}

/* Declared here, hidden here. */
static long hide(void)
{
    long fib_(long), x, y;
    extern long fib_again(long);
    {
        long (*fib)(long) = fib_;
        x = spawn fib(10);
        sync;
    }
    {
        operation *fib_again = minus;
        y = spawn fib_again(10, 1);
        sync;
    }
    y += spawn fib_again(10);
    sync;
    long plus = 4;
    x += spawn fib(plus);
    sync;
    return x * 100 + y;
}

long fib_(long n)
{
    return n + 1;
}

long fib_again(long n)
{
    return n + 2;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        objects[i] = (struct object){
            &class, 100 + i, {.op = plus}, {{plus, minus}, {plus, minus}}};
    for (long i = scaled(50, 2); i > 0; i--) {
        test_names();
        test_pointers();
        test_results();
        test_members();
        test_casts();
        test_declarations();
    }
    CHECK(by_parameter(plus, minus, plus, 9) == 10 + 700 + 120000);
    CHECK(hide() == 1100 + 300 + 9 + 12);
    return 0;
}
