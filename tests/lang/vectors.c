/* Vectors live across spawns and syncs, where calls do not keep their
 * registers, in frames that are realigned for them.  Also in functions for
 * another processor than the file's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>
enum { N = 64 };
typedef float v8 __attribute__((vector_size(32)));
static long depth(int d)
{
    long x, y;
    if (d <= 0)
        return 1;
    x = spawn depth(d - 1);
    y = depth(d - 2);
    sync;
    return x + y;
}
/* The compiler makes vectors of the loops. */
static float sums(float *a, float *b, int d)
{
    float acc[16] = {0}, x, y, all = 0;
    long p, q;
    if (d == 0) {
        for (int i = 0; i < N; i++)
            all += a[i] * b[i];
        return all;
    }
    for (int i = 0; i < N; i++)
        acc[i % 16] += a[i] * b[i] + (float)d;
    x = spawn sums(a, b, d - 1);
    p = spawn depth(d);
    y = sums(a, b, d - 1);
    q = depth(d);
    sync;
    for (int i = 0; i < 16; i++)
        all += acc[i];
    return x + y + all + (float)(p - q);
}
#define VECTORS(name, attribute)                                               \
    attribute static void name(v8 *to, float *a, int d)                        \
    {                                                                          \
        v8 s = {0}, y = {0};                                                   \
        for (int i = 0; i < N; i += 8) {                                       \
            v8 t;                                                              \
            memcpy(&t, a + i, sizeof t);                                       \
            s += t;                                                            \
        }                                                                      \
        if (d > 0) {                                                           \
            long p = spawn depth(d);                                           \
            name(&y, a, d - 1);                                                \
            long q = depth(d);                                                 \
            sync;                                                              \
            s = s + y + (float)(p - q);                                        \
        }                                                                      \
        *to = s;                                                               \
    }
VECTORS(plain, )
VECTORS(for_avx2, __attribute__((target("avx2"))))
static float sum_of(const v8 *v)
{
    float t = 0;
    for (int i = 0; i < 8; i++)
        t += (*v)[i] * (float)(i + 1);
    return t;
}
/* A result is in its register at the sync. */
static __attribute__((target("avx2"), noinline)) v8 ramp(float from)
{
    v8 r;
    for (int i = 0; i < 8; i++)
        r[i] = from + (float)i;
    return r;
}
static __attribute__((target("avx2"))) float at_a_sync(int n)
{
    if (n == 0)
        return 0;
    long x = spawn depth(n % 5);
    float rest = at_a_sync(n - 1);
    v8 r = ramp((float)n);
    sync;
    return rest + (float)x + r[0] + 2 * r[3] + 3 * r[4] + 5 * r[7];
}
int main(void)
{
    static float a[N], b[N];
    float kept = 11292;
    v8 v, w;
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    plain(&v, a, 6);
    if (__builtin_cpu_supports("avx2"))
        for_avx2(&w, a, 6);
    else
        w = v;
    if (__builtin_cpu_supports("avx2"))
        kept = at_a_sync(40);
    printf("%.1f %.1f %.1f %.1f\n", (double)sums(a, b, 7), (double)sum_of(&v),
           (double)sum_of(&w), (double)kept);
    return 0;
}
