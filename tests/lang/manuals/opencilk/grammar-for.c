/* Grammar, For. */
#include <cilk/cilk.h>
#include <stdint.h>

#include "../../check.h"

enum { N = 48 };
static int array2[N];

static int f(int i)
{
    return i * i + 1;
}

static void zero(void *v)
{
    *(int *)v = 0;
}

static void plus(void *l, void *r)
{
    *(int *)l += *(int *)r;
}

static int manual(int n)
{
    int array1[N], cilk_reducer(zero, plus) sum = 0;
    for (int i = 0; i < n; i++)
        array1[i] = i % 5;
    cilk_for (int i = 0; i < n; ++i)
        sum += array1[i];
    cilk_for (int i = 0; i < n; ++i)
        array2[i] = f(i);
    for (int i = 0; i < n; i++)
        CHECK(array2[i] == f(i));
    return sum;
}

/* Integers of up to 64 bits, pointers to complete types; < <= != > >=;
 * ++ -- += -=. */
static int forms(void)
{
    struct pair {
        int a, b;
    };
    static int hit[8][N];
    int r = 0;
    cilk_for (uint8_t i = 0; i < N; i++)
        hit[0][i] = 1;
    cilk_for (int64_t i = N - 1; i >= 0; i -= 2)
        hit[1][i] = 2;
    cilk_for (uint64_t i = 0; i != N; i += 4)
        hit[2][i] = 3;
    cilk_for (int *p = hit[3]; p <= &hit[3][N - 1]; p += 5)
        *p = 4;
    cilk_for (short i = N - 1; i > 10; --i)
        hit[4][i] = 5;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < N; i++)
            r = (r * 7 + hit[k][i]) % 10007;
    return r;
}

/* Nested, beside spawns, and bodies of one statement. */
static int nested(int n)
{
    static int m[16][16];
    int r = 0, early = cilk_spawn f(3);
    cilk_for (int i = 0; i < n; i++)
        cilk_for (int j = 0; j < i; j++)
            if ((i + j) % 3)
                m[i][j] = i * j;
            else
                continue;
    cilk_for (int i = 0; i < n; i++) {
        int x = cilk_spawn f(i);
        int y = f(i + 1);
        cilk_sync;
        m[i][i] = x + y;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            r = (r * 5 + m[i][j]) % 10007;
    cilk_sync;
    return r + early;
}

int main(void)
{
    printf("%d %d %d\n", manual(N), forms(), nested(16));
    return 0;
}

#ifdef REFUSED_1
int g(int n)
{
    int i = 0;
    struct unknown *p = 0;
    /* expect: +1:5: error: cilk_for needs all three parts of its header: write `cilk_for (int i = 0; i < n; i++)' */
    cilk_for (; i < n; i++)
        f(i);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    cilk_for (i = 0;; i++)
        f(i);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    cilk_for (i = 0; i < n;)
        f(i);
    /* expect: +1:15: error: a cilk_for starts with one control variable: write `cilk_for (int i = 0; ...' */
    cilk_for (int a = 0, b = 1; a < n; a++)
        f(b);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable: write `i < limit' */
    cilk_for (i = 0; f(i) < n; i++)
        f(i);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; i == n; i++)
        f(i);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable: write `i++', `i--', `i += k' or `i -= k' */
    cilk_for (i = 1; i < n; i <<= 1)
        f(i);
    cilk_for (i = 0; i < n; i++)
        if (f(i))
            /* expect: +1:13: error: break cannot leave a cilk_for: all iterations run; `continue' ends one */
            break;
    return p != 0;
}
#endif
