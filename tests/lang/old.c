/*
 * C as it was: K&R definitions, no prototypes, declarations first.  Compiles
 * with every -std= there is; tests/tool does that.
 */
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

/* An error in gcc 14 and clang 16, unless the standard has it. */
#pragma GCC diagnostic ignored "-Wimplicit-int"

struct pair {
    long a;
    double b;
};
enum answer { NO, YES };

/* Not seen at the call: the promoted arguments make the type. */
static long promoted();
static struct pair swapped();
static void *memory();
static double half();
static long (*chosen())();
long external();
implicit();

static long promoted(c, s, f, p, text, x)
    char c;
    short s;
    float f;
    struct pair p;
    char *text;
    unsigned char x;
{
    return c + s + (long)f + p.a + (long)strlen(text) + x;
}

static struct pair swapped(p)
    struct pair p;
{
    struct pair q;
    q.a = (long)p.b;
    q.b = (double)p.a;
    return q;
}

static char store[64];

static void *memory(n)
    unsigned long n;
{
    return n <= sizeof store ? store : 0;
}

static double half(x)
    double x;
{
    return x / 2;
}

/* K&R definitions that spawn. */
static long fib(n)
    int n;
{
    long a, b;
    if (n < 2)
        return n;
    a = spawn fib(n - 1);
    b = spawn fib(n - 2);
    sync;
    return a + b;
}

static long (*chosen(i))()
    int i;
{
    return i ? promoted : fib;
}

static long apply(f, n, values)
    long (*f)();
    int n;
    int values[];
{
    long x, y = 0;
    register int i;
    x = spawn f(n);
    for (i = 0; i < n; i++)
        y += spawn f(values[i]);
    sync;
    return x + y;
}

static void test_promotions()
{
    struct pair p, q;
    long a, b;
    short s = -3;
    float f = 2.75f;
    char c = 'a';
    double h;
    enum answer yes = YES;
    char *m;
    p.a = 4;
    p.b = 5.5;
    a = spawn promoted(c, s, f, p, "text", (unsigned char)200);
    q = spawn swapped(p);
    h = spawn half(f);
    m = spawn memory(sizeof p);
    b = spawn external(yes, s);
    sync;
    CHECK(a == 'a' - 3 + 2 + 4 + 4 + 200 && q.a == 5 && q.b == 4);
    CHECK(h == 1.375 && m == store && b == -2);
    {
        long d = spawn chosen(0)(9), e;
        e = spawn (*chosen(1))(c, s, f, q, "", c);
        sync;
        CHECK(d == 34 && e == 'a' - 3 + 2 + 5 + 0 + 'a');
    }
}

long external(a, s)
    enum answer a;
    short s;
{
    return (long)a + s;
}

/* An int, like its result. */
implicit(n)
{
    int x;
    x = spawn abs(n);
    sync;
    return x;
}

int main()
{
    static int values[] = {1, 2, 3, 4, 5, 6};
    int n;
    test_promotions();
    CHECK(apply(fib, 6, values) == 8 + 1 + 1 + 2 + 3 + 5 + 8);
    n = spawn implicit(-5);
    sync;
    CHECK(n == 5);
    printf("%ld\n", fib(12));
    return 0;
}
