/* Arguments and results of every kind. */
#include <ucilk/ucilk.h>

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

/* A struct result that is itself made by spawned children. */
struct big grow_twice(struct big b, int by)
{
    struct big once, other;
    once = spawn grow(b, by);
    other = spawn grow(b, 2 * by);
    sync;
    for (int i = 0; i < 40; i++)
        once.values[i] += other.values[i];
    return once;
}

void all(void *nothing)
{
    (void)nothing;
    struct point a = {1, 2}, b = {3, 6}, m;
    m = spawn middle(a, b);
    struct big start = {{0}, "small"}, twice;
    twice = spawn grow_twice(start, 5);
    kept = spawn grow(start, 1);
    struct odd o = {{'a', 'b', 'c'}}, t;
    t = spawn turn(o);
    union either e, r;
    e.integer = 42;
    r = spawn as_real(e);
    enum colour c;
    c = spawn next_colour(GREEN);
    vector v = {1, 2, 3, 4}, w;
    w = spawn add_vectors(v, v, 0.5f);
    long double x;
    x = spawn mixed(1, 2, 3.5f, 4.25, 5.125L, 255, -1, 1);
    long s;
    s = spawn sixteen(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    double d;
    d = spawn twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
                     18, 19, a);
    int sum;
    sum = spawn apply(add, 20, 22);
    const char *text;
    text = spawn word(2);
    spawn see(0, o);
    spawn see(1, (struct odd){{'x', 0, 0}});
    spawn see_none();
    spawn sixteen(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sync;
    CHECK(m.x == 2 && m.y == 4);
    for (int i = 0; i < 40; i++)
        CHECK(twice.values[i] == 15 + 2 * i && kept.values[i] == 1 + i);
    CHECK(strcmp(twice.name, "grown") == 0 && strcmp(kept.name, "grown") == 0);
    CHECK(memcmp(t.c, "cab", 3) == 0);
    CHECK(r.real == 42.0 && c == BLUE);
    CHECK(w[0] == 1.5f && w[3] == 6.0f);
    CHECK(x == 1 + 2 + 3.5L + 4.25L + 5.125L + 255 - 1 + 1);
    CHECK(s == 1496 && d == -5 + 15 + 2);
    CHECK(sum == 42 && strcmp(text, "two") == 0);
    CHECK(seen[0] == 'a' && seen[1] == 'x');
}

void add_up(void *nothing)
{
    (void)nothing;
    char c = 1;
    unsigned short s = 65535;
    float f = 0.5f;
    long double l = 0;
    unsigned long long u = 0;
    for (int i = 1; i <= 5; i++) {
        c += spawn a_char(i);
        s += spawn a_short(i);
        f += spawn a_float(i);
        l += spawn a_long_double(i);
        u += spawn a_long(60 - i);
    }
    sync;
    CHECK(c == 16 && s == 14 && f == 8.0f && l == 3.75L);
    CHECK(u == 31ull << 55);
}

int main(void)
{
    for (long i = 0; i < scaled(200, 3); i++) {
        all(NULL);
        add_up(NULL);
    }
    CHECK(seen[3] == scaled(200, 3));
    printf("values: %s %.2f\n", kept.name, middle((struct point){1, 1},
           (struct point){2, 2}).x);
    return 0;
}
