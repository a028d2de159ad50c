/* Arguments and results of every type, and every kind of callee. */
#include <complex.h>
#include <stdarg.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

struct small {
    char c;
};
struct medium {
    long a;
    double b;
};
struct large {
    long values[40];
};
typedef struct {
    int x, y;
} point;
typedef point *point_pointer;
typedef union {
    int i;
    float f;
} either;
enum colour { RED, GREEN = 1000 };
typedef enum { NO, YES } answer;
typedef float vector __attribute__((vector_size(16)));
typedef long function(long);
typedef long (*operation)(long, long);

static struct small next(struct small s)
{
    s.c++;
    return s;
}

static struct medium swap(struct medium m)
{
    return (struct medium){(long)m.b, (double)m.a};
}

static struct large fill(long first)
{
    struct large l;
    for (int i = 0; i < 40; i++)
        l.values[i] = first + i;
    return l;
}

static long sum(struct large l)
{
    long s = 0;
    for (int i = 0; i < 40; i++)
        s += l.values[i];
    return s;
}

static point turn(point p, const point *center, point_pointer unused)
{
    (void)unused;
    return (point){center->x - p.y, center->y + p.x};
}

static either as_float(either e)
{
    return (either){.f = (float)e.i};
}

static enum colour other(enum colour c, answer a)
{
    return c == RED && a == YES ? GREEN : RED;
}

static vector twice(vector v)
{
    return v + v;
}

static double complex conjugate(double complex z)
{
    return conj(z);
}

static long double add(float a, double b, long double c)
{
    return a + b + c;
}

static __int128 wide(__int128 a)
{
    return a << 70;
}

static long ten(char a, short b, int c, long d, float e, double f,
                long double g, const char *h, struct medium i, unsigned char j)
{
    return a + b + c + d + (long)(e + f + g) + (long)strlen(h) + i.a +
           (long)i.b + j;
}

static signed char narrow(signed char c, unsigned char u, short s, _Bool b)
{
    return (signed char)(c + u + s + b);
}

static long first(const long array[4], const int k)
{
    return array[k];
}

static long corner(int n, long matrix[n][n])
{
    return matrix[n - 1][n - 1];
}

static int sum_of_points(const point points[2], point *const more[1])
{
    return points[0].x + points[1].y + more[0]->x;
}

static const char *tail(const char *const s)
{
    return s + 1;
}

static long apply(function f, long n)
{
    return f(n);
}

static long plus(long a, long b)
{
    return a + b;
}

static long minus(long a, long b)
{
    return a - b;
}

static long negative(long n)
{
    return -n;
}

static operation choose(int i)
{
    return i ? minus : plus;
}

static long total(int n, ...)
{
    long s = 0;
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += i % 2 ? (long)va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return s;
}

/* A va_list leads to the caller's stack, as other pointers do. */
static long of_list(int n, va_list list)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    return s;
}

static long of_list_at(int n, va_list *list)
{
    return of_list(n, *list);
}

static long of_lists(int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    long s = spawn of_list(n, list), t = spawn of_list_at(n - 1, &copy);
    sync;
    va_end(copy);
    va_end(list);
    return s * 100 + t;
}

/* In a spawned statement and in a cilk_for, of a parameter, a variable, a member
 * and an element. */
static long of_captured(int n, va_list list)
{
    struct {
        va_list list;
    } one;
    va_list two[2];
    long sums[4], s = 0;
    va_copy(one.list, list);
    va_copy(two[0], list);
    va_copy(two[1], list);
    cilk_spawn { sums[2] = of_list(n, list); }
    cilk_spawn { sums[3] = of_list(n, one.list); }
    cilk_for (int i = 0; i < 2; i++)
        sums[i] = of_list(n, two[i]);
    sync;
    for (int i = 0; i < 4; i++)
        s = 100 * s + sums[i];
    va_end(two[1]);
    va_end(two[0]);
    va_end(one.list);
    return s;
}

static long of_variable(int n, ...)
{
    va_list list;
    long s;
    va_start(list, n);
    cilk_spawn { s = of_captured(n, list); }
    sync;
    va_end(list);
    return s;
}

static long old();

static long old(a, b, c)
    int a;
    float b;
    char c;
{
    return a + (long)b + c;
}

static void store(volatile int *where)
{
    *where = 1;
}

static int constant(void)
{
    return 42;
}

static void test_structs(void)
{
    struct small s = spawn next((struct small){3});
    struct medium m;
    struct large l;
    point p = {1, 2};
    static point center = {10, 10};
    either e = {.i = 3};
    m = spawn swap((struct medium){4, 5});
    l = spawn fill(7);
    p = spawn turn(p, &center, NULL);
    e = spawn as_float(e);
    sync;
    CHECK(s.c == 4 && m.a == 5 && m.b == 4.0 && l.values[39] == 46);
    CHECK(p.x == 8 && p.y == 11 && e.f == 3.0f);
    long total_ = spawn sum(l), lists = of_lists(3, 1, 2, 3);
    CHECK(of_variable(3, 1, 2, 3) == 6060606);
    CHECK(lists == 603);
    sync;
    CHECK(total_ == 40 * 7 + 39 * 20);
}

static void test_numbers(void)
{
    enum colour c = spawn other(RED, YES);
    vector v = spawn twice((vector){1, 2, 3, 4});
    double complex z = spawn conjugate(1 + 2 * I);
    long double d = spawn add(1, 2, 3.5f);
    __int128 w = spawn wide(1);
    signed char n = spawn narrow(-100, 200, -300, 5);
    sync;
    CHECK(c == GREEN && v[3] == 8 && creal(z) == 1 && cimag(z) == -2);
    CHECK(d == 6.5L && (long)(w >> 70) == 1);
    CHECK(n == (signed char)(-100 + 200 - 300 + 1));
}

static void test_arguments(void)
{
    static long array[4] = {1, 2, 3, 4}, matrix[3][3];
    static volatile int stored;
    matrix[2][2] = 9;
    long a = spawn ten('\1', 2, 3, 4, 5.5f, 6.25, 7.25L, "eight",
                       (struct medium){9, 10}, 11);
    long b = spawn first(array, 2);
    long c = spawn corner(3, matrix);
    const char *t = spawn tail("tail");
    static point points[2] = {{1, 2}, {3, 4}}, *more[1] = {points};
    int p = spawn sum_of_points(points, more);
    int k = spawn constant();
    spawn store(&stored);
    sync;
    CHECK(a == 1 + 2 + 3 + 4 + 19 + 5 + 9 + 10 + 11);
    CHECK(b == 3 && c == 9 && t[0] == 'a' && k == 42);
    CHECK(stored == 1 && p == 1 + 4 + 1);
}

static struct {
    operation op;
    operation table[2];
} ops = {minus, {plus, minus}};

static void test_callees(void)
{
    long (*pointer)(long, long) = plus;
    operation *second = &ops.table[1];
    int i = 0;
    long a, b, c, d, e, f, g, h;
    a = spawn pointer(1, 2);
    b = spawn (*pointer)(3, 4);
    c = spawn ops.op(9, 1);
    d = spawn ops.table[i++](1, 1);
    e = spawn (*second)(1, 1);
    f = spawn choose(1)(10, 3);
    g = spawn apply(negative, 5);
    h = spawn (i ? plus : minus)(20, 2);
    sync;
    CHECK(a == 3 && b == 7 && c == 8 && d == 2 && e == 0 && f == 7);
    CHECK(g == -5 && h == 22 && i == 1);
}

static void test_loose(void)
{
    extern int ucilk_test_later(int);
    float f = 2;
    long a = spawn total(4, 1, 2.0, 'c' - 'a', f);
    long b = spawn total(0);
    long c = spawn old(1, f, 'b' - 'a');
    int d = spawn ucilk_test_later(5);
    sync;
    CHECK(a == 7 && b == 0 && c == 4 && d == 6);
}

int ucilk_test_later(int n)
{
    return n + 1;
}

int main(void)
{
    for (long i = scaled(100, 3); i > 0; i--) {
        test_structs();
        test_numbers();
        test_arguments();
        test_callees();
        test_loose();
    }
    return 0;
}
