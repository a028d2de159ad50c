/* libs: -lopenblas */
/* OpenBLAS with its threads, called in leaves of several workers at once. */
#include "../process.h"
#include <cblas.h>
#include <ucilk/ucilk.h>

static void multiply(const double *a, const double *b, double *c, int n)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, a, n,
                b, n, 0.0, c, n);
}

static void fill(double *a, int n, int seed)
{
    for (int i = 0; i < n * n; i++)
        a[i] = (i * 7 + seed) % 13 - 6;
}

/* All numbers are small integers, so that the results are exact. */
static void check(const double *a, const double *b, const double *c, int n)
{
    for (int i = 0; i < n; i += n / 8)
        for (int j = 0; j < n; j += n / 8) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            CHECK(c[i * n + j] == sum);
        }
}

static void task(int n, int seed)
{
    size_t size = (size_t)n * (size_t)n * sizeof(double);
    double *a = malloc(size), *b = malloc(size), *c = malloc(size);
    CHECK(a && b && c);
    fill(a, n, seed);
    fill(b, n, seed + 1);
    multiply(a, b, c, n);
    check(a, b, c, n);
    free(a);
    free(b);
    free(c);
}

/* On the stack of the task. */
static void small(int seed)
{
    double a[16 * 16], b[16 * 16], c[16 * 16];
    fill(a, 16, seed);
    fill(b, 16, seed + 1);
    multiply(a, b, c, 16);
    check(a, b, c, 16);
    CHECK(cblas_ddot(256, a, 1, a, 1) > 0);
}

int main(void)
{
    for (int i = 0; i < scaled(100, 20); i++)
        spawn small(i);
    for (int i = 0; i < 8; i++)
        spawn task(160 + 8 * i, i); /* large enough for its threads */
    sync;
    task(200, 1);
    spawn task(200, 2);
    task(200, 3);
    sync;
    return right();
}
