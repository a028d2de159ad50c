/* Quicksort by cilk_spawn, checked by cilk_for and a C reducer. */
#include <cilk/cilk.h>
#include <cilk/reducer_opadd.h>
#include <stdio.h>
#include <stdlib.h>

static void sort(int *begin, int *end)
{
    if (end - begin < 2)
        return;
    int *last = end - 1, pivot = *last, *middle = begin;
    for (int *i = begin; i < last; ++i)
        if (*i < pivot) {
            int was = *i;
            *i = *middle;
            *middle++ = was;
        }
    *last = *middle;
    *middle = pivot;
    cilk_spawn sort(begin, middle);
    sort(middle + 1, end);
    cilk_sync;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    int *a = malloc(n * sizeof *a);
    cilk_for (int i = 0; i < n; ++i)
        a[i] = (int)(i * 2654435761u >> 8);
    sort(a, a + n);
    CILK_C_REDUCER_OPADD(wrong, int, 0);
    CILK_C_REGISTER_REDUCER(wrong);
    cilk_for (int i = 1; i < n; ++i)
        if (a[i - 1] > a[i])
            REDUCER_VIEW(wrong) += 1;
    CILK_C_UNREGISTER_REDUCER(wrong);
    printf("%d numbers, %d out of order\n", n, wrong.value);
    free(a);
    return wrong.value != 0;
}
