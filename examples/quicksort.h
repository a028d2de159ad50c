/* What quicksort.c and its form in macros share: the parts that one task does
 * alone. */
#pragma once

#include "sort.h"

static inline void parse(int argc, char **argv)
{
    const struct option_row rows[] = {SORT_OPTIONS, {0}};
    parse_options("quicksort", "sorts whole numbers in place", rows, argc,
                  argv);
}

/* Returns the median of three numbers, at places that depend on n alone. */
static inline int choose_pivot(const int *a, long n)
{
    int x[3];
    for (int i = 0; i < 3; i++)
        x[i] = a[draw(i, n) % (uint64_t)n];
    sort_by_insertion(x, 3);
    return x[1];
}

/*
 * Partitions two numbers or more: returns how many come first, none of which is
 * greater than any of the others.  Neither part is empty.  Numbers equal to the
 * pivot are swapped, too, so that many equal numbers are cut in halves.
 *
 * Not inlined and aligned for the same reasons as sort_by_insertion.
 */
static __attribute__((noinline, aligned(64), unused)) long
partition(int *a, long n)
{
    int pivot = choose_pivot(a, n);
    long i = 0, j = n - 1;
    for (;; i++, j--) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i >= j)
            break;
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
    return i > 0 ? i : 1; /* 0 if the pivot is the least number and comes
                           * first */
}
