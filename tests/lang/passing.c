/* Where C passes arguments and results: registers of both kinds, the stack,
 * structs by value, of all classes of the calling convention.  Each spawn is the
 * first of a region once, and goes on elsewhere or not. */
#include <complex.h>
#include <ucilk/ucilk.h>

#include "check.h"

typedef struct {
    double x;
    long n;
} dl;
typedef struct {
    long n;
    double x;
} ld;
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

/* With `which' one of the spawns is waited for alone. */
static void all(int d, int which)
{
    int k = 0;
    double stored = 0, sum = 1;
    long less = 0;
#define NEXT                                                                   \
    if (k++ == which)                                                          \
        sync;
    double h = spawn ten_floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, d);
    NEXT long i = spawn seven(d, 2, 3, 4, 5, 6, 7);
    NEXT long j = spawn eight(d, 2, 3, 4, 5, 6, 7, -8);
    NEXT long l = spawn struct_behind(d, 2, 3, 4, 5, 6, 7, (dl){8, 9});
    NEXT long m = spawn gap(d, 2, 3, 4, 5, (ld){6, 0.5}, 7);
    NEXT double complex n = spawn complex_pair(d, 1 + 2 * I, 3 + 4 * I);
    NEXT float complex o = spawn complex_word(d, 3 + 4 * I);
    NEXT float p = spawn one_float(9, d);
#ifdef UCILK_ABI_CLUSTER /* where a local variable is its task's alone */
    stored = 5.5;
#else
    NEXT spawn stores(&stored, 5.5, d);
#endif
    NEXT _Bool r = spawn is_positive(1, d);
    NEXT char s = spawn small(3.5, -1);
    NEXT long double u = spawn wide(7, d);
    NEXT _Complex int w = spawn complex_int(1 + 2i, d);
    NEXT double y = spawn nowhere(7, 3);
    NEXT sum += spawn one_float(6, d);
    NEXT less -= spawn seven(d, 1, 1, 1, 1, 1, 1);
    sync;
    CHECK(h == 385 && i == d + 139 && j == d + 75 && l == d + 219 &&
          m == d + 139);
    CHECK(n == (1 + 2 * I) * (3 + 4 * I) && o == 6 + 8 * I && p == 3);
    CHECK(stored == 5.5 && r && s == 2);
    CHECK(u == 3.5L && __real__ w == 1 + d && __imag__ w == 2 && y == 38);
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

/* --- Structs --- */

typedef struct {
    float real, imaginary;
} pair_t;
struct nested {
    struct {
        short a, b;
    };
    struct {
        char c[3];
    } d;
};

/* SHAPE(name, members, value, what it sums up to: of struct name s) */
#define SHAPES                                                                 \
    SHAPE(byte, char a;, {7}, s.a)                                             \
    SHAPE(three, unsigned char a[3];                                           \
          , {{200 COMMA 2 COMMA 255}}, s.a[0] + 3 * s.a[1] + s.a[2])           \
    SHAPE(seven, char a[7];                                                    \
          , {{1 COMMA 2 COMMA 3 COMMA 4 COMMA 5 COMMA 6 COMMA 7}},             \
          s.a[0] + 3 * s.a[6])                                                 \
    SHAPE(slice, char *p; unsigned long n;                                     \
          , {buffer COMMA 5}, (s.p - buffer) + s.p[1] + s.n)                   \
    SHAPE(twelve, int a; int b; int c;                                         \
          , {-1 COMMA 2 COMMA - 3}, s.a + 10 * s.b + 100 * s.c)                \
    SHAPE(sixteen, signed char a[16];                                          \
          , {{-1 COMMA[15] = -9}}, s.a[0] + 3 * s.a[15])                       \
    SHAPE(seventeen, signed char a[17];                                        \
          , {{-1 COMMA[16] = -9}}, s.a[0] + 3 * s.a[16])                       \
    SHAPE(real, double a;, {2.5}, 4 * s.a)                                     \
    SHAPE(real_int, double a; long b;, {2.5 COMMA - 7}, 4 * s.a + s.b)         \
    SHAPE(int_real, long b; double a;, {-7 COMMA 2.5}, 4 * s.a + s.b)          \
    SHAPE(mixed, float a; int b;, {1.5F COMMA 12}, 4 * s.a + s.b)              \
    SHAPE(mixed2, int b; float a; float c; int d;                              \
          , {12 COMMA 1.5F COMMA 2.5F COMMA 4}, 4 * s.a + s.b + 8 * s.c + s.d) \
    SHAPE(mixed3, int b; float a; float c; float d;                            \
          , {12 COMMA 1.5F COMMA 2.5F COMMA 4}, 4 * s.a + s.b + 8 * s.c + s.d) \
    SHAPE(two_reals, double a; double b;, {2.5 COMMA 1.5}, 4 * s.a + 8 * s.b)  \
    SHAPE(reals, float a; float b; float c;                                    \
          , {1.5F COMMA 2.5F COMMA 3.5F}, 4 * s.a + 8 * s.b + 16 * s.c)        \
    SHAPE(int_reals, int a; float b; float c;                                  \
          , {12 COMMA 1.5F COMMA 2.5F}, s.a + 4 * s.b + 8 * s.c)               \
    SHAPE(eleven, char a[11];                                                  \
          , {{1 COMMA[7] = 2 COMMA[10] = 3}}, s.a[0] + 3 * s.a[7] + s.a[10])   \
    SHAPE(three_longs, long a; long b; long c;                                 \
          , {1 COMMA 2 COMMA 3}, s.a + 4 * s.b + 16 * s.c)                     \
    SHAPE(complex_, pair_t a;                                                  \
          , {{1.5F COMMA 2.5F}}, 4 * s.a.real + 16 * s.a.imaginary)            \
    SHAPE(complex_int, pair_t a; int b;                                        \
          , {{1.5F COMMA 2.5F} COMMA 3},                                       \
          4 * s.a.real + 16 * s.a.imaginary + s.b)                             \
    SHAPE(builtin_complex, _Complex float a; int b;                            \
          , {1.5F COMMA 3}, 4 * __real__ s.a + s.b)                            \
    SHAPE(long_real, long double a;, {2.5L}, 4 * s.a)                          \
    SHAPE(                                                                     \
        either,                                                                \
        union {                                                                \
            double a;                                                          \
            long b;                                                            \
        } u;                                                                   \
        int c;, {{.b = 5} COMMA 3}, s.u.b + s.c)                               \
    SHAPE(                                                                     \
        either2, int c; union {                                                \
            double a;                                                          \
            float b;                                                           \
        } u;                                                                   \
        , {3 COMMA{.a = 2.5}}, 4 * s.u.a + s.c)                                \
    SHAPE(bits, unsigned a : 3; signed b : 11; unsigned : 9; long c : 40;      \
          , {5 COMMA - 600 COMMA 1L << 38}, s.a + s.b + (s.c >> 30))           \
    SHAPE(unnamed_bits, long : 40; long : 0; int b;, {6}, s.b)                 \
    SHAPE(packed, char a; long b;                                              \
          , {3 COMMA 1L << 40}, s.a + (s.b >> 38), __attribute__((packed)))    \
    SHAPE(packed2, char a; short b; char c;                                    \
          , {3 COMMA 700 COMMA 5}, s.a + s.b + s.c, __attribute__((packed)))   \
    SHAPE(aligned, int a; char b;                                              \
          , {3 COMMA 5}, s.a + s.b, __attribute__((aligned(16))))              \
    SHAPE(aligned8, int a; char b;                                             \
          , {3 COMMA 5}, s.a + s.b, __attribute__((aligned(8))))               \
    SHAPE(padded, char a; long b;, {3 COMMA - (1L << 40)}, s.a + (s.b >> 38))  \
    SHAPE(wide, __int128 a;, {(__int128)3 << 70}, (long)(s.a >> 68))           \
    SHAPE(constant, const int a; int *const b;                                 \
          , {3 COMMA(int *) buffer}, s.a + ((char *)s.b - buffer))             \
    SHAPE(                                                                     \
        empty_member, struct {} a; int b; int c[0]; int d;                     \
        , {.b = 3 COMMA.d = 4}, s.b + 3 * s.d)                                 \
    SHAPE(deep, struct nested a; _Bool b; enum {FIVE = 5} c;                   \
          , {{{1 COMMA - 2} COMMA{{3 COMMA 4 COMMA 5}}} COMMA 1 COMMA FIVE},   \
          s.a.a + s.a.b + s.a.d.c[2] + s.b + 9 * s.c)                          \
    SHAPE(volatile_, volatile int a; long b;, {3 COMMA 4}, s.a + 5 * s.b)      \
    SHAPE(single, float a[1]; int b[1];                                        \
          , {{1.5F} COMMA{7}}, 4 * s.a[0] + s.b[0])                            \
    SHAPE(vector, int a __attribute__((vector_size(8)));                       \
          , {{3 COMMA 4}}, s.a[0] + 5 * s.a[1])

#define COMMA ,
static char buffer[] = "buffer";

#define SHAPE(name, members, value, sum, ...)                                  \
    struct name {                                                              \
        members                                                                \
    } __VA_ARGS__;                                                             \
    static __attribute__((noinline)) long sum_##name(struct name s)            \
    {                                                                          \
        return (long)(sum);                                                    \
    }                                                                          \
    static __attribute__((noinline)) long one_##name(struct name s)            \
    {                                                                          \
        return sum_##name(s);                                                  \
    }                                                                          \
    static __attribute__((noinline)) long behind_##name(int a, struct name s)  \
    {                                                                          \
        return a + 10 * sum_##name(s);                                         \
    }                                                                          \
    static __attribute__((noinline)) long before_##name(struct name s,         \
                                                        signed char a)         \
    {                                                                          \
        return a + 10 * sum_##name(s);                                         \
    }                                                                          \
    static __attribute__((noinline)) long two_##name(const struct name s,      \
                                                     struct name t)            \
    {                                                                          \
        return sum_##name(s) + 10 * sum_##name(t);                             \
    }                                                                          \
    static __attribute__((noinline)) long many_##name(                         \
        long a, struct name s, unsigned short b, struct name t)                \
    {                                                                          \
        return a + b + sum_##name(s) + 10 * sum_##name(t);                     \
    }                                                                          \
    static __attribute__((noinline)) struct name same_##name(int a,            \
                                                             struct name s)    \
    {                                                                          \
        depth(a);                                                              \
        return s;                                                              \
    }                                                                          \
    static void test_##name(void)                                              \
    {                                                                          \
        struct name v = value, w = spawn same_##name(3, v);                    \
        long r[5];                                                             \
        r[0] = spawn one_##name(v);                                            \
        r[1] = spawn behind_##name(-5, v);                                     \
        r[2] = spawn before_##name(v, -6);                                     \
        r[3] = spawn two_##name(v, v);                                         \
        r[4] = spawn many_##name(-1000000, v, 65535, v);                       \
        sync;                                                                  \
        CHECK(r[0] == one_##name(v) && r[0] != 0);                             \
        CHECK(r[1] == behind_##name(-5, v));                                   \
        CHECK(r[2] == before_##name(v, -6));                                   \
        CHECK(r[3] == two_##name(v, v));                                       \
        CHECK(r[4] == many_##name(-1000000, v, 65535, v));                     \
        CHECK(sum_##name(w) == r[0]);                                          \
    }
SHAPES
#undef SHAPE

/* What a struct is made from, and what stands in its place. */
struct slice make(long n)
{
    struct slice s = {buffer, (unsigned long)n};
    return s;
}

static void struct_shapes(void)
{
#define SHAPE(name, ...) test_##name();
    SHAPES
    long a, b, c;
    struct slice s[2] = {{buffer, 1}, {buffer + 1, 2}};
    a = spawn one_slice(make(7));
    b = spawn two_slice(s[1], *s);
    c = spawn behind_slice(s->n++, (struct slice){buffer, s[1].n});
    sync;
    CHECK(a == one_slice(make(7)));
    s->n = 1;
    CHECK(b == two_slice(s[1], *s));
    CHECK(c == behind_slice(1, s[1]) - 10 * (1 + 'f' - 'u'));
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
    long l = spawn struct_behind(3, 2, 3, 4, 5, 6, 7, (dl){8, 9});
    sync;
    long g = spawn gap(1, 2, 3, 4, 5, (ld){6, 0.5}, 7);
    sync;
    double h = spawn ten_floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2);
    sync;
    static long last = 6;
    CHECK(spawning(9, 1, 2, 3, 4, 5, &last, 7, 8) == 36);
    CHECK(l == 222 && g == 140 && h == 385);
    for (int which = 0; which < 17; which += 4)
        tree(3, which);
    struct_shapes();
    return 0;
}
