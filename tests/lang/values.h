/* What values.c and values_macros.c share. */
#ifndef VALUES_H
#define VALUES_H

#include "check.h"

#include <stdint.h>
#include <string.h>

struct point {
    double x, y;
};
struct big {
    int values[40];
    char name[24];
};
struct odd {
    char c[3];
};
union either {
    long integer;
    double real;
};
enum colour { RED, GREEN = 7, BLUE };
typedef float vector __attribute__((vector_size(16)));
typedef int (*binary)(int, int);

struct point middle(struct point a, struct point b)
{
    struct point m = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return m;
}

struct big grow(struct big b, int by)
{
    for (int i = 0; i < 40; i++)
        b.values[i] += by + i;
    strcpy(b.name, "grown");
    return b;
}

struct odd turn(struct odd o)
{
    struct odd t = {{o.c[2], o.c[0], o.c[1]}};
    return t;
}

union either as_real(union either e)
{
    union either r;
    r.real = (double)e.integer;
    return r;
}

enum colour next_colour(enum colour c)
{
    return c == RED ? GREEN : BLUE;
}

vector add_vectors(vector a, vector b, float f)
{
    vector fs = {f, f, f, f};
    return a + b * fs;
}

long double mixed(char a, short b, float c, double d, long double e, uint8_t f,
                  int64_t g, _Bool h)
{
    return a + b + (long double)c + d + e + f + g + h;
}

long sixteen(long a, int b, long c, int d, long e, int f, long g, int h,
             long i, int j, long k, int l, long m, int n, long o, int p)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i +
           10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p;
}

double twenty(double a, double b, double c, double d, double e, double f,
              double g, double h, double i, double j, int k, int l, int m,
              int n, int o, int p, int q, int r, int s, struct point t)
{
    return a - b + c - d + e - f + g - h + i - j + k - l + m - n + o - p + q -
           r + s + t.x * t.y;
}

static int add(int a, int b)
{
    return a + b;
}

int apply(binary f, int a, int b)
{
    return f(a, b);
}

const char *word(int i)
{
    static const char *const words[] = {"zero", "one", "two"};
    return words[i];
}

static int seen[4];
static struct big kept;

void see(int i, struct odd o)
{
    seen[i] = o.c[0];
}

static void see_none(void)
{
    seen[3]++;
}

/* Of each arithmetic type. */
char a_char(int n)
{
    return (char)n;
}

unsigned short a_short(int n)
{
    return (unsigned short)n;
}

float a_float(int n)
{
    return (float)n / 2;
}

long double a_long_double(int n)
{
    return n * 0.25L;
}

unsigned long long a_long(int n)
{
    return 1ull << n;
}

#endif
