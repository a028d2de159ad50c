/*
 * What the generated programs share: their types, and for each type NAME
 * mk_NAME(s), a value that depends on s, and h_NAME(x), a number that depends
 * on all of x.
 *
 * Signed and real values are small and exact, so that no sum of some of them
 * overflows or rounds, and a real one fits every integer type.  Values of long
 * long and __int128 use all bits: the generator does no arithmetic with them.
 */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_;
typedef unsigned long ulong_;
typedef long long llong;
typedef unsigned long long ullong;
typedef __int128 int128;
typedef unsigned __int128 uint128;
typedef long double ldouble;
typedef double _Complex dcomplex;
typedef float _Complex fcomplex;
typedef _Bool boolean;
typedef const long *cptr;
typedef const char *text;
typedef long (*operation)(long, long);
typedef unsigned v4u __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef struct {
    int x;
    double y;
} point;
typedef union {
    long l;
    unsigned char c[8];
} either;
typedef enum { NO, YES, MAYBE } answer;
enum colour { RED, GREEN = 7, BLUE = 1000000 };
struct small {
    char c[3];
};
struct pair {
    long a;
    double b;
};
struct big {
    long values[12];
    struct small tail;
};
struct konst {
    const int a;
    const double b;
    long c;
};
struct mixed { /* bit-fields beside */
    unsigned low : 3, high : 13;
    short s;
    struct {
        schar deep[3];
    } in;
};

static UNUSED unsigned long mix(unsigned long h, unsigned long v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15ul;
    return h ^ h >> 29;
}

/* Says where a divergence is.  For strands of main alone. */
static UNUSED unsigned long shown(int id, unsigned long h, unsigned long v)
{
    printf("%d: %lx\n", id, v);
    return mix(h, v);
}

/* Time for thieves, where main has been told to take it. */
static int spin_;
static UNUSED void spin(void)
{
    for (volatile int i = 0; i < spin_; i++)
        ;
}

#define VALUES(NAME, T, MAKE, HASH)                                            \
    static UNUSED T mk_##NAME(unsigned long s)                                 \
    {                                                                          \
        s = mix(s, 0x55);                                                      \
        return MAKE;                                                           \
    }                                                                          \
    static UNUSED unsigned long h_##NAME(T x)                                  \
    {                                                                          \
        return HASH;                                                           \
    }
#define INTEGER(NAME, T, MAKE) VALUES(NAME, T, (T)(MAKE), (unsigned long)x)
#define NEAR ((long)(s % 4096) - 2048)
#define REAL ((double)(s % 512) / 8)

static UNUSED unsigned long h_bytes(const void *p, int n)
{
    unsigned long h = 0;
    for (int i = 0; i < n; i++)
        h = mix(h, ((const unsigned char *)p)[i]);
    return h;
}

static long table[32] = {5, 3, -8, 12, 7, 1, 99, -4, 21, 34, 55, 2, 8, 6, 4, 1};
static UNUSED const char track[96]; /* for pointers to run over */
static const char *const texts[4] = {"", "spawn f(x);", "sync", "cilk_scope {"};

static UNUSED long plus_(long a, long b)
{
    return a + b;
}
static UNUSED long minus_(long a, long b)
{
    return a - b;
}

INTEGER(schar, schar, s)
INTEGER(char, char, s)
INTEGER(uchar, uchar, s)
INTEGER(short, short, s % 4096)
INTEGER(ushort_, ushort_, s)
INTEGER(int, int, NEAR)
INTEGER(unsigned, unsigned, s)
INTEGER(long, long, NEAR)
INTEGER(ulong_, ulong_, s)
INTEGER(llong, llong, s)
INTEGER(ullong, ullong, s)
INTEGER(boolean, boolean, s % 3 == 0)
INTEGER(answer, answer, s % 3)
VALUES(colour, enum colour, s % 3 == 0 ? RED : s % 3 == 1 ? GREEN : BLUE,
       (unsigned long)x)
VALUES(int128, int128, (int128)((uint128)s << 64 | mix(s, 1)),
       (unsigned long)((uint128)x >> 64) ^ 3 * (unsigned long)x)
VALUES(uint128, uint128, (uint128)s << 64 | mix(s, 1),
       (unsigned long)(x >> 64) ^ 3 * (unsigned long)x)
VALUES(float, float, (float)REAL, h_bytes(&x, 4))
VALUES(double, double, REAL, h_bytes(&x, 8))
VALUES(ldouble, ldouble, REAL, h_bytes(&x, 10))
VALUES(dcomplex, dcomplex, __builtin_complex(REAL, REAL + 1), h_bytes(&x, 16))
VALUES(fcomplex, fcomplex,
       __builtin_complex((float)REAL, (float)REAL + 1), h_bytes(&x, 8))
VALUES(cptr, cptr, table + s % 32, x ? mix((unsigned long)(x - table), 0) : 0)
VALUES(text, text, texts[s % 4],
       x ? h_bytes(x, (int)strlen(x)) : 0)
VALUES(operation, operation, s & 1 ? plus_ : minus_,
       x ? (unsigned long)x(3, 9) : 0)
VALUES(v4u, v4u, ((v4u){(unsigned)s, (unsigned)(s >> 32), 3, (unsigned)s + 1}),
       h_bytes(&x, 16))
VALUES(v4f, v4f, ((v4f){(float)REAL, 1, 2, (float)REAL + 3}), h_bytes(&x, 16))
VALUES(point, point, ((point){(int)NEAR, REAL}),
       mix((unsigned long)x.x, h_bytes(&x.y, 8)))
VALUES(either, either, ((either){(long)s}), (unsigned long)x.l)
VALUES(small, struct small, ((struct small){{(char)s, (char)(s >> 8), 3}}),
       h_bytes(x.c, 3))
VALUES(pair, struct pair, ((struct pair){NEAR, REAL}),
       mix((unsigned long)x.a, h_bytes(&x.b, 8)))
VALUES(konst, struct konst, ((struct konst){(int)NEAR, REAL, NEAR}),
       mix((unsigned long)(x.a * 3 + x.c), h_bytes(&x.b, 8)))
VALUES(big, struct big,
       ((struct big){{NEAR, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, (long)s},
                     {{(char)s, 1, 2}}}),
       mix(h_bytes(x.values, 96), h_bytes(x.tail.c, 3)))
VALUES(mixed, struct mixed,
       ((struct mixed){s & 7, s & 0x1fff, (short)s, {{(schar)s, 1, 2}}}),
       mix(mix(x.low, x.high),
           mix((unsigned long)x.s, h_bytes(x.in.deep, 3))))
