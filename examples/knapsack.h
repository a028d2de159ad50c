/*
 * The most valuable of random items that fit into a knapsack.
 *
 * Items are tried from the one with the most value a weight on, each in the
 * knapsack first, and then left out.  What a choice among the first ones can
 * come to is no more than if the next ones were put in until one does not fit,
 * and of this as much as does (Dantzig, Operations Research 5, 1957).  Where
 * that is no more than the best so far nothing is tried.
 *
 * How much is tried depends on when a good choice is found; what is the best
 * in the end does not.
 *
 * Here: options, items, the bound, the best so far, and the report.  The search
 * is in knapsack.c and knapsack_macros.c.
 */
#ifndef KNAPSACK_H
#define KNAPSACK_H

#include "options.h"

#include <stdatomic.h>

enum {
    MAX_ITEMS = 1000,
    UNIT = 1000, /* of weight */
    ALONE = 10   /* last items that one task tries */
};

struct parameters {
    long items, weight, spread, seed;
};

static struct parameters knapsack = {30, 100, 100, 1};

static inline void parse(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'n', "ITEMS", &knapsack.items, 0, MAX_ITEMS,
         "to choose from; two more take" OPTION_INDENT "3 to 4 times as long"},
        {'w', "WEIGHT", &knapsack.weight, 1, 1000,
         "of an item at most, in thousands"},
        {'r', "SPREAD", &knapsack.spread, 0, 1000000,
         "by which an item's value exceeds its" OPTION_INDENT
         "weight at most; from 1000 on it is easy"},
        {'s', "SEED", &knapsack.seed, 0, 1 << 23, "of weights and values"},
        {0}};
    parse_options("knapsack",
                  "finds the most valuable items that a knapsack "
                  "holds",
                  rows, argc, argv);
}

/* --- Items --- */

struct item {
    long weight, value;
};

/* What main makes, and all tasks read. */
static struct item *items;
static long capacity;

static inline int more_a_weight(const void *a, const void *b)
{
    const struct item *x = (const struct item *)a, *y = (const struct item *)b;
    long first = x->value * y->weight, second = y->value * x->weight;
    if (first != second)
        return first > second ? -1 : 1;
    return x->weight > y->weight ? -1 : x->weight < y->weight;
}

/* The knapsack holds half of them, and half a unit more: it is never full, and
 * the bound never reached, so that much has to be tried. */
static inline void make_items(void)
{
    long sum = 0;
    items = (struct item *)allocate(knapsack.items, sizeof *items);
    for (long i = 0; i < knapsack.items; i++) {
        uint64_t x = draw(knapsack.seed, i);
        unsigned long weights = (unsigned long)knapsack.weight;
        unsigned long values = (unsigned long)knapsack.spread + 1;
        long weight = 1 + (long)((x >> 32) % weights);
        items[i].weight = weight * UNIT;
        items[i].value = weight * UNIT + (long)((x & 0xffffffff) % values);
        sum += weight;
    }
    capacity = sum / 2 * UNIT + UNIT / 2;
    qsort(items, (size_t)knapsack.items, sizeof *items, more_a_weight);
}

/* --- Bounds --- */

/* The items before `next' are in the knapsack, or left out. */
struct choice {
    long next, room, value;
};

static inline int fits(struct choice c)
{
    return items[c.next].weight <= c.room;
}

static inline struct choice put_in(struct choice c)
{
    struct item x = items[c.next];
    return (struct choice){c.next + 1, c.room - x.weight, c.value + x.value};
}

static inline struct choice leave_out(struct choice c)
{
    return (struct choice){c.next + 1, c.room, c.value};
}

/* The value of the best choice so far, whoever found it.  It only rises, and
 * stands for nothing else in memory: so relaxed. */
static atomic_long best;

static inline void offer(long value)
{
    long old = atomic_load_explicit(&best, memory_order_relaxed);
    while (old < value &&
           !atomic_compare_exchange_weak_explicit(
               &best, &old, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* Can more than the best so far come of this? */
static inline int has_hope(struct choice c)
{
    long next = c.next, room = c.room, bound = c.value;
    while (next < knapsack.items && items[next].weight <= room) {
        room -= items[next].weight;
        bound += items[next++].value;
    }
    if (next < knapsack.items)
        bound += room * items[next].value / items[next].weight;
    return bound > atomic_load_explicit(&best, memory_order_relaxed);
}

/* All that can come of this, one after the other. */
static inline void try_alone(struct choice c)
{
    offer(c.value);
    for (; c.next < knapsack.items && has_hope(c); c = leave_out(c))
        if (fits(c))
            try_alone(put_in(c));
}

/* --- Report --- */

/* By what is best for each capacity, in units, item by item. */
static inline long by_table(void)
{
    long units = capacity / UNIT;
    long *value = (long *)allocate(units + 1, sizeof *value);
    memset(value, 0, (size_t)(units + 1) * sizeof *value);
    for (long i = 0; i < knapsack.items; i++) {
        long weight = items[i].weight / UNIT;
        for (long u = units; u >= weight; u--) {
            long with = value[u - weight] + items[i].value;
            if (with > value[u])
                value[u] = with;
        }
    }
    long most = value[units];
    free(value);
    return most;
}

/* Prints what was found; the exit status: 1 where it is wrong. */
static inline int report(double began)
{
    double took = seconds() - began;
    long found = atomic_load(&best), right = by_table();
    free(items);
    printf("%ld items of weights to %ld, spread %ld, seed %ld; the knapsack "
           "holds %ld\n",
           knapsack.items, knapsack.weight * UNIT, knapsack.spread,
           knapsack.seed, capacity);
    printf("%.6f s\n", took);
    if (found != right) {
        fflush(stdout);
        fprintf(stderr, "wrong: %ld, should be %ld\n", found, right);
        return 1;
    }
    printf("right\n%ld\n", found);
    return 0;
}

#endif
