/* Structs by value, of all classes of the calling convention: a spawned
 * function gets the same as a called one. */
#include <ucilk/ucilk.h>

#include "check.h"

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
    static void test_##name(void)                                              \
    {                                                                          \
        struct name v = value;                                                 \
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
    }
SHAPES
#undef SHAPE

/* What a struct is made from, and what stands in its place. */
struct slice make(long n)
{
    struct slice s = {buffer, (unsigned long)n};
    return s;
}

int main(void)
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
    puts("shapes: right");
    return 0;
}
