/* Arrays from malloc that main fills and tasks work on, results that tasks
 * allocate and others free: an ordinary Cilk program. */
#include <check.h>
#include <ucilk/ucilk.h>

#include <string.h>

enum { LEAF = 1000 };

/* The sum, on the heap; every element is doubled. */
static long *add(long *a, long n)
{
    if (n <= LEAF) {
        long *sum = calloc(1, sizeof *sum);
        for (long i = 0; i < n; i++) {
            *sum += a[i];
            a[i] *= 2;
        }
        return sum;
    }
    long *x = spawn add(a, n / 2);
    long *y = add(a + n / 2, n - n / 2);
    sync;
    *x += *y;
    free(y);
    return x;
}

int main(void)
{
    long n = scaled(1000000, 100000), *a = malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = i;
    long *sum = add(a, n), doubled = 0;
    for (long i = 0; i < n; i++)
        doubled += a[i];
    CHECK(*sum == n * (n - 1) / 2 && doubled == 2 * *sum);
    a = realloc(a, 2 * (size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        CHECK(a[i] == 2 * i);
    free(a);
    free(sum);
    puts("the sums are right");
}
