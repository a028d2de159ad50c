// matmul by groups of tasks; the same recursion as examples/matmul.c.
#include "../../examples/matrix.h"
#include <group.h>

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
        peer::group tasks;
        tasks.run([=] { multiply(c, a, b, h, n, k); });
        multiply(part(c, h, 0), part(a, h, 0), b, m - h, n, k);
        tasks.wait();
    } else {
        long h = half(n);
        peer::group tasks;
        tasks.run([=] { multiply(c, a, b, m, h, k); });
        multiply(part(c, 0, h), a, part(b, 0, h), m, n - h, k);
        tasks.wait();
    }
}

int main(int argc, char **argv)
{
    peer::make_threads();
    parse("matmul", "multiplies two matrices by divide and conquer", BLOCK,
          "of those that one task multiplies", argc, argv);
    long n = matrix.n;
    struct matrix a = make_matrix(n), b = make_matrix(n), c = make_matrix(n);
    fill(a, 0, n);
    fill(b, 1, n);
    clear(c, n);
    double began = seconds();
    peer::start([&] { multiply(c, a, b, n, n, n); });
    int status = report_product(c, a, b, seconds() - began);
    free(a.at);
    free(b.at);
    free(c.at);
    return status;
}
