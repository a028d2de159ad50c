/* _Cilk_for Loops, Requirements on types and operators: types of the control
 * variable, of limit and stride, and the number of iterations. */
#include <cilk/cilk.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../check.h"

static void add(unsigned *sum, long long i)
{
    __atomic_fetch_add(sum, 1000 + (unsigned)i, __ATOMIC_RELAXED);
}

/* Of a loop, the iterations and the sum of the control variable. */
#define LOOP(T, first, condition, step)                                        \
    ({                                                                         \
        unsigned sum = 0, serial = 0;                                          \
        _Cilk_for (T i = first; condition; step)                               \
            add(&sum, (long long)i);                                           \
        for (T i = first; condition; step)                                     \
            add(&serial, (long long)i);                                        \
        CHECK(sum == serial);                                                  \
        sum;                                                                   \
    })

enum colour { RED, GREEN, BLUE, ALL };

static void integers(int n)
{
    printf("%u", LOOP(char, 0, i < 100, i++));
    printf(" %u", LOOP(signed char, -128, i < 120, i += 7));
    printf(" %u", LOOP(unsigned char, 3, i < 250, i++));
    printf(" %u", LOOP(short, -n, i < n, i++));
    printf(" %u", LOOP(unsigned short, 65000, i != 65535, i++));
    printf(" %u", LOOP(int, INT_MIN, i < INT_MIN + 9, i++));
    printf(" %u", LOOP(int, INT_MAX, i > INT_MAX - 9, i--));
    printf(" %u", LOOP(unsigned, UINT_MAX - 9, i != UINT_MAX, i++));
    printf(" %u", LOOP(long, LONG_MIN, i < LONG_MIN + 9, i += 2));
    printf(" %u", LOOP(unsigned long, ULONG_MAX - 20, i < ULONG_MAX - 2, i += 3));
    printf(" %u", LOOP(long long, 1LL << 40, i >= (1LL << 40) - n, i--));
    printf(" %u", LOOP(unsigned long long, 5, i <= 25, i += 5));
    printf(" %u", LOOP(enum colour, RED, i < ALL, i++));
    printf(" %u", LOOP(int8_t, 100, i > -100, i -= 9));
    printf(" %u\n", LOOP(size_t, 0, i < (size_t)n, i++));
}

/* Limit and stride of other types. */
static void others(int n, unsigned u, long long big, short small, bool one)
{
    printf("%u", LOOP(int, 0, i < big, i++));
    printf(" %u", LOOP(long, -5, i < small, i += one));
    printf(" %u", LOOP(short, 0, i < n, i += small));
    printf(" %u", LOOP(long long, 0, i < (long long)u, i += 2));
    printf(" %u", LOOP(int, 100, i > n, i -= (int)u));
    printf(" %u", LOOP(unsigned, 0, i < u, i += 'a' - '`'));
    printf(" %u", LOOP(int, n, i != 0, i += -1));
    printf(" %u", LOOP(int, 0, i < ALL, i += GREEN));
    printf(" %u\n", LOOP(unsigned, u, i != 0, i -= 1));
}

/* Pointers: limit minus variable is an integer. */
struct item {
    int a[5];
};

static void pointers(void)
{
    static struct item items[30];
    static char text[50];
    const struct item *last = items + 30;
    _Cilk_for (struct item *p = items; p < last; p++)
        p->a[2] = (int)(p - items);
    _Cilk_for (struct item *p = items + 29; p >= items + 5; p -= 5)
        p->a[3] = 1;
    _Cilk_for (char *p = text; p != text + 48; p += 2)
        *p = 'x';
    char *before;
    _Cilk_for (before = text + 1; before < text + 49; before += 2)
        *before = 'y';
    CHECK(before == text + 49);
    int sum = 0;
    for (int i = 0; i < 30; i++)
        sum = sum * 3 % 10007 + items[i].a[2] + items[i].a[3] * 100;
    printf("%d %s\n", sum, text);
}

static int qualified(int n)
{
    int seen = 0;
    _Cilk_for (register int r = 0; r < n; r++)
        __atomic_fetch_add(&seen, 1, __ATOMIC_RELAXED);
    return seen;
}

/* The table of iterations: for each form of condition and step. */
static int counted(int first, int limit, int stride)
{
    int up = 0, down = 0, up_to = 0, down_to = 0, either = 0;
    _Cilk_for (int i = first; i < limit; i += stride)
        __atomic_fetch_add(&up, 1, __ATOMIC_RELAXED);
    _Cilk_for (int i = limit; i > first; i -= stride)
        __atomic_fetch_add(&down, 1, __ATOMIC_RELAXED);
    _Cilk_for (int i = first; i <= limit; i += stride)
        __atomic_fetch_add(&up_to, 1, __ATOMIC_RELAXED);
    _Cilk_for (int i = limit; i >= first; i += -stride)
        __atomic_fetch_add(&down_to, 1, __ATOMIC_RELAXED);
    if (first <= limit && (limit - first) % stride == 0)
        _Cilk_for (int i = limit; i != first; i -= stride)
            __atomic_fetch_add(&either, 1, __ATOMIC_RELAXED);
    int n = first < limit ? (limit - first - 1) / stride + 1 : 0;
    int n_to = first <= limit ? (limit - first) / stride + 1 : 0;
    CHECK(up == n && down == n && up_to == n_to && down_to == n_to);
    return either;
}

int main(void)
{
    int sum = 0;
    integers(50);
    others(20, 30, 33, 3, true);
    pointers();
    for (int first = -2; first < 3; first++)
        for (int limit = -2; limit < 20; limit += 7)
            for (int stride = 1; stride < 9; stride += 3)
                sum = sum * 3 % 10007 + counted(first, limit, stride);
    printf("%d %d\n", sum, qualified(9));
    return 0;
}

#ifdef REFUSED_1
int f(int n, double d, int *p)
{
    struct pair {
        int a;
    } s = {0};
    /* expect: +1:16: error: the control variable of a cilk_for is an integer or a pointer, which `x' is not */
    _Cilk_for (double x = 0; x < n; x++)
        n++;
    /* expect: +1:16: error: the control variable of a cilk_for counts, which `b', a _Bool, does not */
    _Cilk_for (_Bool b = 0; b < 1; b++)
        n++;
    /* expect: +1:16: error: the control variable of a cilk_for is an integer or a pointer, which `t' is not */
    _Cilk_for (struct pair t = s; t.a < n; t.a++)
        n++;
    /* expect: +1:31: error: the type of the limit of the cilk_for is not an integer */
    _Cilk_for (int i = 0; i < d; i++)
        n++;
    /* expect: +1:39: error: the step of a cilk_for is an integer */
    _Cilk_for (int i = 0; i < n; i += d)
        n++;
    /* expect: +1:16: error: each iteration of a cilk_for has its own `v': it cannot be volatile, static or extern */
    _Cilk_for (volatile int v = 0; v < n; v++)
        n++;
    /* expect: +1:40: error: a cilk_for ends with a step of its control variable */
    _Cilk_for (const int c = 0; c < n; c++)
        n++;
    return *p;
}
#endif
