/* Where C passes arguments and results: registers of both kinds, the stack,
 * structs that are in one, the other, or each by half.  Each spawn is the first
 * of a region once, and goes on elsewhere or not. */
#include <complex.h>
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>
typedef struct {
    double x;
    long n;
} dl;
typedef struct {
    long n;
    double x;
} ld;
typedef struct {
    double x, y;
} dd;
typedef struct {
    int a;
    float b, c;
} ifc;
typedef struct {
    char s[11];
} text;
typedef struct {
    float a, b, c;
} fff;
typedef struct {
    long a, b, c;
} lll;
typedef struct {
    long a, b;
} ll;

/* So that the children have children, and are stolen from. */
static int depth(int d)
{
    int x, y;
    if (d <= 0)
        return 0;
    x = spawn depth(d - 1);
    y = depth(d - 2);
    sync;
    return 1 + (x > y ? x : y);
}
static dl float_first(int d, double x, long n)
{
    return (dl){x + depth(d), n * 2};
}
static ld float_second(int d, dl a, ld b)
{
    return (ld){a.n + b.n + depth(d), a.x + b.x};
}
static dd floats(int d, float x, dd a, float y)
{
    return (dd){x + a.x + depth(d), y + a.y};
}
static ifc shared_word(int d, ifc a, char c, short s, _Bool b)
{
    return (ifc){a.a + c + s + b + depth(d), a.b, a.c};
}
static text odd_size(text a, int d)
{
    depth(d);
    a.s[0] = 'x';
    return a;
}
static double ten_floats(double a, double b, double c, double d, double e,
                         double f, double g, double h, double i, double j,
                         int k)
{
    depth(k);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i +
           10 * j;
}
static long seven(long a, long b, long c, long d, long e, long f, long g)
{
    depth((int)a);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g;
}
static long eight(long a, long b, long c, long d, long e, long f, long g,
                  char h)
{
    depth((int)a);
    return seven(0, b, c, d, e, f, g) + a + 8 * h;
}
static long struct_behind(long a, long b, long c, long d, long e, long f,
                          long g, dl h)
{
    depth((int)a);
    return seven(0, b, c, d, e, f, g) + a + 8 * h.n + (long)h.x;
}
/* The struct does not fit into the last register, but what follows does. */
static long gap(long a, long b, long c, long d, long e, ld f, long g)
{
    depth((int)a);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f.n + 7 * g + (long)f.x;
}
/* A task with more of them than the rewriter keeps in registers. */
static long spawning(int d, long b, long c, char e, long f, unsigned g, long *h,
                     short i, long j)
{
    if (d == 0)
        return b + c + e + f + g + *h + i + j;
    long x = spawn spawning(d - 1, b, c, e, f, g, h, i, j);
    sync;
    return x;
}
static double complex complex_pair(int d, double complex z, float complex w)
{
    depth(d);
    return z * w;
}
static float complex complex_word(int d, float complex w)
{
    depth(d);
    return 2 * w;
}
static float one_float(float x, int d)
{
    depth(d);
    return x / 3;
}
static fff three_floats(fff x, int d)
{
    depth(d);
    x.c += 1;
    return x;
}
static void stores(double *p, double x, int d)
{
    depth(d);
    *p = x;
}
static _Bool is_positive(double x, int d)
{
    depth(d);
    return x > 0;
}
static char small(double x, signed char c)
{
    depth(3);
    return (char)(x + c);
}
static lll in_memory(double x, lll a)
{
    depth(3);
    return (lll){a.c, a.a + (long)x, a.b};
}
/* What compilers see in odd ones is theirs. */
typedef struct {
    float a;
    int none[0];
} no_array;
static double with_no_array(no_array t, double x, long k)
{
    return t.a + x + k;
}
static _Complex int complex_int(_Complex int a, int d)
{
    return a + d;
}
extern inline __attribute__((gnu_inline, always_inline)) double
nowhere(double a, int b)
{
    return a * 5 + b;
}
static long double wide(long double x, int d)
{
    depth(d);
    return x / 2;
}

static int n_bad;
static void check(int is_right, int line)
{
    if (!is_right) {
        printf("passing.c:%d is wrong\n", line);
        n_bad++;
    }
}
#define CHECK(what) check(what, __LINE__)

/* With `which' one of the spawns is waited for alone. */
static void all(int d, int which)
{
    int k = 0;
    double stored = 0, sum = 1;
    long less = 0;
#define NEXT                                                                   \
    if (k++ == which)                                                          \
        sync;
    dl a = spawn float_first(d, 1.5, 7);
    NEXT ld b = spawn float_second(d, (dl){2.5, 3}, (ld){4, 0.25});
    NEXT dd c = spawn floats(d, 1.0f, (dd){2, 3}, 4.0f);
    NEXT ifc e = spawn shared_word(d, (ifc){1, 2, 3}, -1, -2, 1);
    NEXT text g = spawn odd_size((text){"0123456789"}, d);
    NEXT double h = spawn ten_floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, d);
    NEXT long i = spawn seven(d, 2, 3, 4, 5, 6, 7);
    NEXT long j = spawn eight(d, 2, 3, 4, 5, 6, 7, -8);
    NEXT long l = spawn struct_behind(d, 2, 3, 4, 5, 6, 7, (dl){8, 9});
    NEXT long m = spawn gap(d, 2, 3, 4, 5, (ld){6, 0.5}, 7);
    NEXT double complex n = spawn complex_pair(d, 1 + 2 * I, 3 + 4 * I);
    NEXT float complex o = spawn complex_word(d, 3 + 4 * I);
    NEXT float p = spawn one_float(9, d);
    NEXT fff q = spawn three_floats((fff){1, 2, 3}, d);
    NEXT spawn stores(&stored, 5.5, d);
    NEXT _Bool r = spawn is_positive(1, d);
    NEXT char s = spawn small(3.5, -1);
    NEXT lll t = spawn in_memory(2.5, (lll){1, 2, 3});
    NEXT long double u = spawn wide(7, d);
    NEXT double v = spawn with_no_array((no_array){1}, 2.25, 77);
    NEXT _Complex int w = spawn complex_int(1 + 2i, d);
    NEXT double y = spawn nowhere(7, 3);
    NEXT sum += spawn one_float(6, d);
    NEXT less -= spawn seven(d, 1, 1, 1, 1, 1, 1);
    sync;
    CHECK(a.x == 1.5 + d && a.n == 14);
    CHECK(b.n == 7 + d && b.x == 2.75);
    CHECK(c.x == 3 + d && c.y == 7);
    CHECK(e.a == d - 1 && e.b == 2 && e.c == 3);
    CHECK(!memcmp(g.s, "x123456789", sizeof g.s));
    CHECK(h == 385 && i == d + 139 && j == d + 75 && l == d + 219 &&
          m == d + 139);
    CHECK(n == (1 + 2 * I) * (3 + 4 * I) && o == 6 + 8 * I && p == 3);
    CHECK(q.a == 1 && q.b == 2 && q.c == 4);
    CHECK(stored == 5.5 && r && s == 2);
    CHECK(t.a == 3 && t.b == 3 && t.c == 2 && u == 3.5L);
    CHECK(v == 80.25 && __real__ w == 1 + d && __imag__ w == 2 && y == 38);
    CHECK(sum == 3 && less == -(d + 27));
}
static void tree(int height, int which)
{
    if (height == 0) {
        all(4, which);
    } else {
        spawn tree(height - 1, which);
        tree(height - 1, which + 1);
        sync;
    }
}
/* The third argument's register is also that of the result's second word. */
static ll third_is_narrow(int d, long a, unsigned char b)
{
    return (ll){d + a + b, (a << 40) + b};
}

static ll third_is_pointer(int d, long a, const char *b)
{
    return (ll){d + a + *b, (a << 40) + *b};
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        ll u = spawn third_is_pointer(i, 1, "\1");
        ll t = spawn third_is_narrow(i, 1, 7);
        sync;
        CHECK(t.a == i + 8 && t.b == (1l << 40) + 7);
        CHECK(u.a == i + 2 && u.b == (1l << 40) + 1);
    }
    dl a = spawn float_first(2, 1.5, 7);
    sync;
    long l = spawn struct_behind(3, 2, 3, 4, 5, 6, 7, (dl){8, 9});
    sync;
    ifc e = spawn shared_word(2, (ifc){1, 2, 3}, -1, -2, 1);
    sync;
    long last = 6;
    CHECK(spawning(9, 1, 2, 3, 4, 5, &last, 7, 8) == 36);
    CHECK(a.x == 3.5 && a.n == 14 && l == 222 && e.a == 1 && e.c == 3);
    for (int which = 0; which < 25; which += 6)
        tree(3, which);
    printf("%d wrong\n", n_bad);
    return n_bad != 0;
}
