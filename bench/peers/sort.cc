// mergesort by groups of tasks; the same recursions as examples/mergesort.c.
#include "../../examples/mergesort.h"
#include <group.h>

static void merge(const int *x, long nx, const int *y, long ny, int *out)
{
    if (nx + ny <= sort.merge) {
        merge_serially(x, nx, y, ny, out);
        return;
    }
    cut cut = halve(x, nx, y, ny);
    peer::group tasks;
    tasks.run([=] { merge(x, cut.x, y, cut.y, out); });
    merge(x + cut.x, nx - cut.x, y + cut.y, ny - cut.y, out + cut.x + cut.y);
    tasks.wait();
}

static void mergesort(int *a, int *b, long n, int into_b)
{
    if (n <= sort.insertion) {
        sort_few(a, b, n, into_b);
        return;
    }
    long half = n / 2;
    peer::group tasks;
    tasks.run([=] { mergesort(a, b, half, !into_b); });
    mergesort(a + half, b + half, n - half, !into_b);
    tasks.wait();
    if (into_b)
        merge(a, half, a + half, n - half, b);
    else
        merge(b, half, b + half, n - half, a);
}

int main(int argc, char **argv)
{
    peer::make_threads();
    parse(argc, argv);
    int *a = make_numbers();
    int *b = (int *)allocate(sort.n, sizeof *b);
    double began = seconds();
    peer::start([&] { mergesort(a, b, sort.n, 0); });
    int status = report(a, seconds() - began);
    free(a);
    free(b);
    return status;
}
