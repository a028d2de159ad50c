/* flags: -fopenmp */
/* OpenMP in leaves: each has a team of its own, which runs beside those of the
 * other workers; and tasks in a thread of a team. */
#include "../region.h"

/* Of openmp_plain.c. */
long openmp_sum(const int *a, long n);
void openmp_fill(int *a, long n, int first);
long openmp_guests(long (*work)(long), long n);

static void leaf(long *sum, int first)
{
    int a[500];
    openmp_fill(a, 500, first);
    *sum = openmp_sum(a, 500);
}

static void divide(int *a, long n, long *sum)
{
    if (n <= 500) {
        openmp_fill(a, n, 1);
        *sum = openmp_sum(a, n) - n;
        return;
    }
    long left, right;
    spawn divide(a, n / 2, &left);
    spawn divide(a + n / 2, n - n / 2, &right);
    sync;
    *sum = left + right;
}

/* In a thread of OpenMP's: a guest. */
static long work(long i)
{
    long x, y;
    spawn put(&x, i);
    spawn put(&y, 2 * i);
    sync;
    return x + y;
}

int main(void)
{
    enum { N = 40 };
    long sums[N], n = scaled(N, 10), sum;
    int a[4000];
    for (int i = 0; i < n; i++)
        spawn leaf(&sums[i], i);
    sync;
    for (int i = 0; i < n; i++)
        CHECK(sums[i] == 500L * i + 499 * 250);
    divide(a, 4000, &sum);
    CHECK(sum == 8 * (500 + 499 * 250L - 500));
    CHECK(openmp_guests(work, n) == 3 * n * (n - 1) / 2);
    return right();
}
