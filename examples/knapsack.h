/*
 * Finds the most valuable choice of random items that fits into a knapsack.
 *
 * The items are sorted by value per weight, the highest first; each is first
 * put into the knapsack, and then left out.  The bound on what a choice can
 * still reach is the value if the next items were put in until one does not
 * fit, and of that one the fraction that fits (Dantzig, Operations Research 5,
 * 1957).  If the bound is not above the best value so far the search goes no
 * deeper.
 *
 * The amount of search depends on when a good choice is found; the result does
 * not.
 *
 * This file has the options, the items, the bound, the best value so far, and
 * the report.  The parallel search is in knapsack.c.
 */
#pragma once

#include "options.h"

#include <stdatomic.h>

enum {
    MAX_ITEMS = 1000,
    UNIT = 1000, /* of weight: weights are multiples of it */
    ALONE = 10   /* one task tries the last so many items */
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

/* Made by main before the search, and only read by the tasks. */
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

/* The knapsack holds half of the items' weight, and half a unit more.  So it is
 * never full and the bound is never reached, and there is much to search. */
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

/* For each item before `next' it is decided whether it is in the knapsack. */
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

/* The value of the best choice that any task has found so far.  It only rises,
 * and no other memory is read because of it, so relaxed order is enough. */
static atomic_long best;

static inline void offer(long value)
{
    long old = atomic_load_explicit(&best, memory_order_relaxed);
    while (old < value &&
           !atomic_compare_exchange_weak_explicit(
               &best, &old, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* Is the bound of this choice above the best value so far? */
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

/* Tries all choices that follow from this one, without tasks. */
static inline void try_alone(struct choice c)
{
    offer(c.value);
    for (; c.next < knapsack.items && has_hope(c); c = leave_out(c))
        if (fits(c))
            try_alone(put_in(c));
}

/* --- Report --- */

/* Computes the right answer by dynamic programming: the best value for each
 * capacity in units, item by item. */
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

/* Prints the result; returns the exit status, 1 if it is wrong. */
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
