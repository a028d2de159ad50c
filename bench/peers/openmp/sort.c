/* mergesort by tasks of OpenMP; the same recursions as examples/mergesort.c. */
#include "../sort.h"
#include "threads.h"

static void merge(const int *x, long nx, const int *y, long ny, int *out)
{
    if (nx + ny <= sort.merge) {
        merge_serially(x, nx, y, ny, out);
        return;
    }
    struct cut cut = halve(x, nx, y, ny);
#pragma omp task
    merge(x, cut.x, y, cut.y, out);
    merge(x + cut.x, nx - cut.x, y + cut.y, ny - cut.y, out + cut.x + cut.y);
#pragma omp taskwait
}

static void mergesort(int *a, int *b, long n, int into_b)
{
    if (n <= sort.insertion) {
        sort_few(a, b, n, into_b);
        return;
    }
    long half = n / 2;
#pragma omp task
    mergesort(a, b, half, !into_b);
    mergesort(a + half, b + half, n - half, !into_b);
#pragma omp taskwait
    if (into_b)
        merge(a, half, a + half, n - half, b);
    else
        merge(b, half, b + half, n - half, a);
}

static void run(int *a, int *b, long n)
{
#pragma omp parallel
#pragma omp single
    mergesort(a, b, n, 0);
}

int main(int argc, char **argv)
{
    make_threads();
    return sort_program(argc, argv, run);
}
