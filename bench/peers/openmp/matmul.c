/* matmul by tasks of OpenMP; the same recursion as examples/matmul.c. */
#include "../matmul.h"
#include "threads.h"

static void multiply(struct matrix c, struct matrix a, struct matrix b, long m,
                     long n, long k)
{
    if (m <= matrix.block && n <= matrix.block && k <= matrix.block) {
        multiply_block(c, a, b, m, n, k, 1);
    } else if (k >= m && k >= n) {
        long h = half(k);
        multiply(c, a, b, m, n, h);
        multiply(c, part(a, 0, h), part(b, h, 0), m, n, k - h);
    } else if (m >= n) {
        long h = half(m);
#pragma omp task
        multiply(c, a, b, h, n, k);
        multiply(part(c, h, 0), part(a, h, 0), b, m - h, n, k);
#pragma omp taskwait
    } else {
        long h = half(n);
#pragma omp task
        multiply(c, a, b, m, h, k);
        multiply(part(c, 0, h), a, part(b, 0, h), m, n - h, k);
#pragma omp taskwait
    }
}

static void run(struct matrix c, struct matrix a, struct matrix b, long n)
{
#pragma omp parallel
#pragma omp single
    multiply(c, a, b, n, n, n);
}

int main(int argc, char **argv)
{
    make_threads();
    return matmul_program(argc, argv, run);
}
