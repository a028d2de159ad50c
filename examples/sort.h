/*
 * What mergesort and quicksort share: the options, the numbers to be sorted,
 * insertion sort for few numbers, and the check.
 */
#pragma once

#include "options.h"

enum { RANDOM, SORTED, REVERSED, FEW, EQUAL, KINDS };

struct parameters {
    long n, kind, seed, insertion, merge;
};

static struct parameters sort = {1000000, RANDOM, 1, 32, 8192};

#define SORT_OPTIONS                                                           \
    {'n', "N", &sort.n, 0, 1L << 40, "numbers"},                               \
        {'k', "KIND", &sort.kind, 0, KINDS - 1,                                \
         "0: random ones, 1: in order, 2: in reverse order, 3: of sixteen "    \
         "values," OPTION_INDENT "4: all equal"},                              \
        {'s', "SEED", &sort.seed, 0, 1 << 20, "of the numbers"},               \
        {'i', "LENGTH", &sort.insertion, 1, 1 << 20,                           \
         "so many are sorted by insertion"}

/* Returns number i of those to be sorted. */
static inline int item(long i)
{
    switch (sort.kind) {
    case SORTED: return (int)(i - sort.n / 2);
    case REVERSED: return (int)(sort.n / 2 - i);
    case FEW: return (int)(draw(sort.seed, i) % 16) - 8;
    case EQUAL: return 42;
    default: return (int)draw(sort.seed, i);
    }
}

/* Two arrays of the same numbers in any order have the same fingerprint; others
 * almost never do. */
static inline uint64_t fingerprint(const int *a, long n)
{
    uint64_t sum = 0;
    for (long i = 0; i < n; i++)
        sum += draw(1, a[i]);
    return sum;
}

/* Not inlined, since a function that spawns keeps fewer of its variables in
 * registers.  Aligned, so that it takes the same time in every program. */
static __attribute__((noinline, aligned(64), unused)) void
sort_by_insertion(int *a, long n)
{
    for (long i = 1; i < n; i++) {
        int x = a[i];
        long j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

static uint64_t fingerprint_before;

/* The numbers to be sorted. */
static inline int *make_numbers(void)
{
    int *a = (int *)allocate(sort.n, sizeof *a);
    for (long i = 0; i < sort.n; i++)
        a[i] = item(i);
    fingerprint_before = fingerprint(a, sort.n);
    return a;
}

/* Prints what came of the numbers; the exit status: 1 where they are not in
 * order, or not those that there were. */
static inline int report(const int *a, double took)
{
    printf("%ld numbers, %.6f s, %.1f million a second\n", sort.n, took,
           took > 0 ? 1e-6 * (double)sort.n / took : 0);
    uint64_t sum = 0;
    for (long i = 0; i < sort.n; i++) {
        if (i > 0 && a[i - 1] > a[i]) {
            fflush(stdout);
            fprintf(stderr, "wrong: %d, at %ld, is before %d\n", a[i - 1],
                    i - 1, a[i]);
            return 1;
        }
        sum += (uint64_t)(i + 1) * (uint64_t)a[i];
    }
    if (fingerprint(a, sort.n) != fingerprint_before) {
        fflush(stdout);
        fprintf(stderr, "wrong: in order, but not what there was\n");
        return 1;
    }
    printf("right\n%016llx\n", (unsigned long long)sum);
    return 0;
}
