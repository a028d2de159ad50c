/* Locals that need more alignment than the stack has; frames that compilers
 * realign for vectors; structs with such members as arguments and results.
 * macros.py makes it in macros, too. */
#include "../process.h"
#include <stdint.h>
#include <string.h>
#include <ucilk/ucilk.h>

typedef double vector __attribute__((vector_size(32)));

struct line {
    _Alignas(64) long cells[8];
};

static int is_aligned(const void *p, uintptr_t to)
{
    return ((uintptr_t)p & (to - 1)) == 0;
}

static void fill(struct line *l, long first)
{
    CHECK(is_aligned(l, 64));
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < 8; i++)
        l->cells[i] = first + i;
}

static void check(const struct line *l, long first)
{
    CHECK(is_aligned(l, 64));
    for (long i = 0; i < 8; i++)
        CHECK(l->cells[i] == first + i);
}

static void lines(long seed)
{
    long before = seed;
    struct line a, b[3];
    char odd = (char)seed;
    spawn fill(&a, seed);
    for (int i = 0; i < 3; i++)
        spawn fill(&b[i], seed + i);
    scribble();
    sync;
    check(&a, seed);
    for (int i = 0; i < 3; i++)
        check(&b[i], seed + i);
    CHECK(before == seed && odd == (char)seed);
}

/* Of each power of two, in frames that are not otherwise aligned. */
static void touch(char *p, uintptr_t to, char value)
{
    CHECK(is_aligned(p, to));
    linger((unsigned long)value);
    *p = value;
}

static void powers(char first)
{
    char c = first;
    _Alignas(32) char a32[5];
    _Alignas(128) char a128[3];
    _Alignas(1024) char a1024[9];
    _Alignas(4096) char a4096[2];
    spawn touch(a32, 32, first);
    spawn touch(a128, 128, first + 1);
    spawn touch(a1024, 1024, first + 2);
    scribble();
    spawn touch(a4096, 4096, first + 3);
    c++;
    sync;
    CHECK(*a32 == first && *a128 == first + 1 && *a1024 == first + 2 &&
          *a4096 == first + 3 && c == first + 1);
}

/* Aligned by the type of an argument or a result: copies, too. */
static struct line turned(struct line l, long by)
{
    CHECK(is_aligned(&l, 64));
    struct line r;
    for (long i = 0; i < 8; i++)
        r.cells[i] = l.cells[(i + by) % 8];
    linger((unsigned long)by);
    return r;
}

static void copies(long seed)
{
    struct line l, r[2];
    fill(&l, seed);
    r[0] = spawn turned(l, 1);
    r[1] = spawn turned(l, 2);
    l.cells[0] = -1;
    sync;
    CHECK(r[0].cells[7] == seed && r[1].cells[6] == seed);
    CHECK(r[0].cells[0] == seed + 1 && r[1].cells[0] == seed + 2);
}

/* Vectors live across spawns, and are written by children. */
static void scale(vector *v, double by)
{
    CHECK(is_aligned(v, 32));
    linger((unsigned long)by);
    scribble();
    *v *= by;
}

static void vectors(double seed)
{
    vector a = {seed, seed + 1, seed + 2, seed + 3}, b = a + 1, c = a * b;
    spawn scale(&a, 2);
    vector d = c - b;
    spawn scale(&b, 3);
    d += c;
    scribble();
    sync;
    for (int i = 0; i < 4; i++) {
        double x = seed + i;
        CHECK(a[i] == 2 * x && b[i] == 3 * (x + 1));
        CHECK(c[i] == x * (x + 1) && d[i] == 2 * x * (x + 1) - (x + 1));
    }
}

/* A recursion of aligned frames, each written by the one below. */
static long descend(struct line *up, long n)
{
    struct line own, other;
    long a = 0, b = 0;
    if (n > 0) {
        a = spawn descend(&own, n - 1);
        b = descend(&other, n - 1);
        sync;
        check(&own, n - 1);
        check(&other, n - 1);
    }
    fill(up, n);
    return a + b + 1;
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++) {
        lines(i);
        powers((char)(i % 100));
        copies(i);
        vectors((double)i);
    }
    struct line up;
    long n = scaled(9, 6), count;
    count = descend(&up, n);
    check(&up, n);
    CHECK(count == (2L << n) - 1);
    return right();
}
