/*
 * Numbers: every operator on every kind of variable, narrowing destinations,
 * wide types, vectors.  Several results go into one variable between two
 * syncs where their order makes no difference.
 */
#include <complex.h>
#include <limits.h>
#include <stdint.h>
#include <ucilk/ucilk.h>

#include "check.h"

/* FORM(name, type): name_of(x) is x; name_test() applies the operators. */
#define OF(name, type)                                                         \
    static type name##_of(long x)                                              \
    {                                                                          \
        return (type)x;                                                        \
    }
#define ARITHMETIC(name, type, qualifier)                                      \
    OF(name, type)                                                             \
    static void name##_test(void)                                              \
    {                                                                          \
        qualifier type a = (type)20, b = a, c = a, d = a;                      \
        qualifier type array[3] = {a, a, a};                                   \
        static qualifier type stored;                                          \
        int i = 0;                                                             \
        qualifier type e = spawn name##_of(5), f = spawn name##_of(6);         \
        a += spawn name##_of(3);                                               \
        b -= spawn name##_of(3);                                               \
        c *= spawn name##_of(3);                                               \
        d /= spawn name##_of(4);                                               \
        stored = spawn name##_of(1);                                           \
        array[i++] += spawn name##_of(2);                                      \
        array[i++] = spawn name##_of(9);                                       \
        array[i] -= spawn name##_of(i);                                        \
        sync;                                                                  \
        CHECK(a == (type)23 && b == (type)17 && c == (type)60);                \
        CHECK(d == (type)5 && stored == (type)1 && array[0] == (type)22);      \
        CHECK(array[1] == (type)9 && array[2] == (type)18 && i == 2);          \
        CHECK(e == (type)5 && f == (type)6);                                   \
        for (i = 0; i < 5; i++)                                                \
            a += spawn name##_of(i);                                           \
        sync;                                                                  \
        CHECK(a == (type)33);                                                  \
    }
#define INTEGER(name, type, qualifier)                                         \
    ARITHMETIC(name, type, qualifier)                                          \
    static void name##_bits(void)                                              \
    {                                                                          \
        qualifier type a = 53, b = 0x2c, c = 0x2c, d = 0x2c, e = 3, f = 0x40;  \
        a %= spawn name##_of(10);                                              \
        b &= spawn name##_of(0x0f);                                            \
        c |= spawn name##_of(0x03);                                            \
        d ^= spawn name##_of(0x0f);                                            \
        e <<= spawn name##_of(4);                                              \
        f >>= spawn name##_of(4);                                              \
        sync;                                                                  \
        CHECK(a == 3 && b == 0x0c && c == 0x2f && d == 0x23);                  \
        CHECK(e == 48 && f == 4);                                              \
    }

enum small { ZERO, SMALL = 100 };

INTEGER(character, char, )
INTEGER(signed_char, signed char, )
INTEGER(unsigned_char, unsigned char, )
INTEGER(short_int, short, )
INTEGER(integer, int, )
INTEGER(long_int, long, )
INTEGER(unsigned_long, unsigned long, )
INTEGER(small_, enum small, )
INTEGER(wide, __int128, )
INTEGER(unsigned_wide, unsigned __int128, )
INTEGER(atomic, int, _Atomic)
INTEGER(unsteady, short, volatile)
ARITHMETIC(float_, float, )
ARITHMETIC(double_, double, )
ARITHMETIC(long_double, long double, )
ARITHMETIC(complex_double, double complex, )
ARITHMETIC(complex_long, long double complex, )

OF(truth, _Bool)

static double real(double x)
{
    return x;
}

typedef int four __attribute__((vector_size(16)));
typedef double pair __attribute__((vector_size(16)));
typedef short one __attribute__((vector_size(8)));

static four fours(four a, int n)
{
    return a + n;
}

static pair pairs(pair a, four b)
{
    return a * (pair){b[0], b[3]};
}

static one ones(one a, short *unused)
{
    (void)unused;
    return -a;
}

static void test_vectors(void)
{
    four a = {1, 2, 3, 4}, b = a, c = a;
    pair p = {1.5, 2.5};
    one o = {7, 8, 9, 10};
    a = spawn fours(a, 10);
    b += spawn fours(c, 0);
    c <<= spawn fours((four){0}, 1);
    p = spawn pairs(p, (four){2, 0, 0, 4});
    o -= spawn ones(o, 0);
    sync;
    CHECK(a[0] == 11 && a[3] == 14 && b[2] == 6 && c[3] == 8);
    CHECK(p[0] == 3 && p[1] == 10 && o[3] == 20);
    union {
        four v;
        int parts[4];
    } u = {a};
    double complex z = 0;
    u.parts[1] = spawn integer_of(77);
    u.parts[2] += spawn integer_of(1);
    __real__ z = spawn real(3);
    __imag__ z += spawn real(4);
    sync;
    CHECK(u.v[1] == 77 && u.v[2] == 14 && creal(z) == 3 && cimag(z) == 4);
}

/* Wider vectors need a flag: -march=native has them mostly. */
#ifdef __AVX__
typedef double quad __attribute__((vector_size(32)));

static quad quads(quad a, quad b, int n)
{
    return a * b + n;
}

static void test_wide_vectors(void)
{
    quad a = {1, 2, 3, 4}, b = {5, 6, 7, 8}, sum = {0};
    for (int i = 0; i < 3; i++)
        sum += spawn quads(a, b, i);
    quad c = spawn quads(a, a, 1);
    sync;
    CHECK(sum[0] == 18 && sum[3] == 99 && c[2] == 10);
}
#else
static void test_wide_vectors(void)
{
}
#endif

static int table[10];

static int *element(int i)
{
    return &table[i];
}

static long back(void)
{
    return -2;
}

/* Pointers take += and -=. */
static void test_pointers(void)
{
    int *p = table, *q = table + 9;
    const int *r = spawn element(3);
    const char *text = "0123456789";
    void *v = spawn element(4);
    p += spawn integer_of(4);
    q -= spawn short_int_of(5);
    text += spawn unsigned_char_of(3);
    for (int i = 0; i < 3; i++)
        text += spawn long_int_of(i);
    sync;
    CHECK(p == table + 4 && q == table + 4 && r == table + 3 && v == p);
    CHECK(*text == '6');
    p += spawn back();
    sync;
    CHECK(p == table + 2);
}

static void test_narrowing(void)
{
    struct {
        signed char c;
        unsigned short s;
        _Bool b;
        float f;
    } m = {0, 0, 0, 0};
    unsigned char u = 250;
    int i = 7;
    _Bool yes = 0, no = 1, also = 0;
    enum small e;
    m.c = spawn long_int_of(0x1ff);
    m.s = spawn long_int_of(-1);
    m.b = spawn real(0.25);
    m.f = spawn real(1e-1);
    u += spawn long_int_of(10);
    i *= spawn real(1.5);
    yes = spawn long_int_of(LONG_MIN);
    no = spawn unsigned_wide_of(0);
    also |= spawn integer_of(4);
    e = spawn long_int_of(SMALL);
    sync;
    CHECK(m.c == -1 && m.s == 65535 && m.b == 1 && m.f == 0.1f && u == 4);
    CHECK(i == 10 && yes == 1 && no == 0 && also == 1 && e == SMALL);
    char c = spawn real(65.75);
    unsigned long l = spawn signed_char_of(-1);
    double d = spawn truth_of(3);
    float complex z = spawn real(2);
    __int128 w = spawn long_int_of(-5);
    sync;
    CHECK(c == 'A' && l == ULONG_MAX && d == 1 && creal(z) == 2 && w == -5);
    d -= spawn truth_of(1);
    i += spawn truth_of(1);
    i -= spawn real(0.5);
    u >>= spawn wide_of(1);
    z *= spawn complex_double_of(3);
    sync;
    CHECK(d == 0 && i == 10 && u == 2 && crealf(z) == 6);
}

int main(void)
{
#define RUN(name) name##_test()
#define RUN_BITS(name) name##_test(), name##_bits()
    RUN_BITS(character), RUN_BITS(signed_char), RUN_BITS(unsigned_char);
    RUN_BITS(short_int), RUN_BITS(integer), RUN_BITS(long_int);
    RUN_BITS(unsigned_long), RUN_BITS(small_), RUN_BITS(wide);
    RUN_BITS(unsigned_wide), RUN_BITS(atomic), RUN_BITS(unsteady);
    RUN(float_), RUN(double_), RUN(long_double);
    RUN(complex_double), RUN(complex_long);
    test_vectors();
    test_wide_vectors();
    test_pointers();
    test_narrowing();
    return 0;
}
