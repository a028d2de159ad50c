/* What mergesort.c and its form in macros share: the parts that one task does
 * alone. */
#pragma once

#include "sort.h"

static inline void parse(int argc, char **argv)
{
    const struct option_row rows[] = {
        SORT_OPTIONS,
        {'m', "LENGTH", &sort.merge, 2, 1 << 30,
         "so many are merged by one task"},
        {0},
    };
    parse_options("mergesort",
                  "sorts whole numbers by merging, the merges in parallel, too",
                  rows, argc, argv);
}

static inline void sort_few(int *a, int *b, long n, int into_b)
{
    sort_by_insertion(a, n);
    if (into_b)
        memcpy(b, a, (size_t)n * sizeof *a);
}

/*
 * The loop has no branch on which number is less, since such a branch cannot be
 * predicted.  The function is not inlined and aligned for the same reasons as
 * sort_by_insertion.
 */
static __attribute__((noinline, aligned(64), unused)) void
merge_serially(const int *x, long nx, const int *y, long ny, int *restrict out)
{
    const int *x_end = x + nx, *y_end = y + ny;
    while (x < x_end && y < y_end) {
        int a = *x, b = *y;
        long from_y = b < a;
        *out++ = from_y ? b : a;
        y += from_y;
        x += 1 - from_y;
    }
    memcpy(out, x, (size_t)(x_end - x) * sizeof *x);
    memcpy(out + (x_end - x), y, (size_t)(y_end - y) * sizeof *y);
}

/* Returns how many numbers of a, which is in order, are less than value; or,
 * with or_equal, at most value. */
static inline long count_less(const int *a, long n, int value, int or_equal)
{
    long low = 0;
    while (n > 0) {
        long half = n / 2;
        int x = a[low + half];
        if (x < value || (or_equal && x == value)) {
            low += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return low;
}

/* How many numbers of x and of y come before all others of both: about half.
 * There must be at least three numbers, so that neither side is empty. */
struct cut {
    long x, y;
};

static inline struct cut halve(const int *x, long nx, const int *y, long ny)
{
    if (nx >= ny)
        return (struct cut){nx / 2, count_less(y, ny, x[nx / 2], 0)};
    return (struct cut){count_less(x, nx, y[ny / 2], 1), ny / 2};
}
