/*
 * nodes ROUNDS SEED: trees for workers that share no memory: a task knows only
 * its arguments, and returns all it finds in its result.  There are results
 * that come with their record and results that are fetched separately, frames
 * smaller and larger than what is fetched together with a suspended thread,
 * many children of a frame, and chains; and many parallel regions, between
 * which variables of main change.
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 9, BRANCHES = 5, LARGE = 3000 };

/* The result of a large task: with its record, and apart from it. */
struct wide {
    uint64_t value, words[20];
};
struct wider {
    uint64_t value, words[100];
};

static uint64_t salt; /* main's; others get it at each region's begin */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t leaf(uint64_t seed)
{
    if (seed % 7 == 0)
        sched_yield();
    return mix(seed + salt);
}

static uint64_t add(uint64_t a, uint64_t b)
{
    return mix(a * 31 + b);
}

static uint64_t serial(uint64_t seed, int level)
{
    if (level == 0)
        return leaf(seed);
    uint64_t sum = seed;
    int n = (int)(mix(seed) % BRANCHES);
    for (int i = 0; i < n; i++)
        sum = add(sum, serial(mix(seed + (uint64_t)i), level - 1));
    return sum;
}

static uint64_t tree(uint64_t seed, int level);

static struct wide wide_tree(uint64_t seed, int level)
{
    struct wide w;
    w.value = tree(seed, level);
    for (int i = 0; i < 20; i++)
        w.words[i] = w.value + (uint64_t)i;
    return w;
}

static struct wider wider_tree(uint64_t seed, int level)
{
    struct wider w;
    w.value = tree(seed, level);
    for (int i = 0; i < 100; i++)
        w.words[i] = w.value + (uint64_t)i;
    return w;
}

static void check(int good, const char *what)
{
    if (!good) {
        printf("nodes: %s is wrong\n", what);
        exit(1);
    }
}

static uint64_t of_wide(const struct wide *w)
{
    for (int i = 0; i < 20; i++)
        check(w->words[i] == w->value + (uint64_t)i, "a wide result");
    return w->value;
}

static uint64_t of_wider(const struct wider *w)
{
    for (int i = 0; i < 100; i++)
        check(w->words[i] == w->value + (uint64_t)i, "a wider result");
    return w->value;
}

/* All children at once, their results in this frame. */
static uint64_t side_by_side(uint64_t seed, int level, int n)
{
    uint64_t results[BRANCHES];
    for (int i = 0; i < n; i++)
        results[i] = spawn tree(mix(seed + (uint64_t)i), level - 1);
    sync;
    uint64_t sum = seed;
    for (int i = 0; i < n; i++)
        sum = add(sum, results[i]);
    return sum;
}

/* One after the other, beside a frame that does not fit into one get. */
static uint64_t in_turn(uint64_t seed, int level, int n)
{
    unsigned char large[LARGE];
    memset(large, (int)(seed & 127), sizeof large);
    uint64_t sum = seed;
    for (int i = 0; i < n; i++) {
        uint64_t result;
        result = spawn tree(mix(seed + (uint64_t)i), level - 1);
        sync;
        sum = add(sum, result);
    }
    for (size_t i = 0; i < sizeof large; i++)
        check(large[i] == (seed & 127), "a large frame");
    return sum;
}

static uint64_t of_structs(uint64_t seed, int level, int n)
{
    uint64_t sum = seed;
    for (int i = 0; i < n; i++) {
        uint64_t child = mix(seed + (uint64_t)i);
        struct wide a;
        struct wider b;
        if (i % 2) {
            a = spawn wide_tree(child, level - 1);
            sync;
            sum = add(sum, of_wide(&a));
        } else {
            b = spawn wider_tree(child, level - 1);
            sync;
            sum = add(sum, of_wider(&b));
        }
    }
    return sum;
}

static uint64_t tree(uint64_t seed, int level)
{
    if (level == 0)
        return leaf(seed);
    int n = (int)(mix(seed) % BRANCHES);
    switch (mix(seed + 99) % 3) {
    case 0:
        return side_by_side(seed, level, n);
    case 1:
        return in_turn(seed, level, n);
    default:
        return of_structs(seed, level, n);
    }
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 10;
    uint64_t seed = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;
    for (long i = 0; i < rounds; i++) {
        salt = mix(seed + (uint64_t)i);
        uint64_t a, b;
        a = spawn tree(salt, LEVELS);
        b = spawn tree(salt + 1, LEVELS);
        sync;
        check(a == serial(salt, LEVELS), "a tree");
        check(b == serial(salt + 1, LEVELS), "the other tree");
    }
    printf("nodes: right\n");
    return 0;
}
