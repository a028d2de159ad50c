/* Hyperobjects: a sum, a struct, and one behind a pointer. */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

struct histogram {
    long of[8];
};

static void zero(void *view)
{
    *(long *)view = 0;
}
static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}
static void empty(void *view)
{
    *(struct histogram *)view = (struct histogram){{0}};
}
static void merge(void *left, void *right)
{
    for (int i = 0; i < 8; i++)
        ((struct histogram *)left)->of[i] += ((struct histogram *)right)->of[i];
}

static void tally(long cilk_reducer(zero, add) *sum, const unsigned *x, int n)
{
    cilk_for (int i = 0; i < n; i++)
        *sum += x[i] % 10;
}

int main(void)
{
    int n = 50000;
    unsigned *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (unsigned)i * 2654435761u >> 5;
    struct histogram cilk_reducer(empty, merge) h = {{0}};
    long cilk_reducer(zero, add) sum = 0;
    cilk_for (int i = 0; i < n; i++)
        h.of[x[i] % 8]++;
    tally(&sum, x, n);
    for (int i = 0; i < 8; i++)
        printf("%ld ", h.of[i]);
    printf("%ld\n", sum);
    free(x);
    return 0;
}
