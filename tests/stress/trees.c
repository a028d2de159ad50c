/*
 * trees ROUNDS SEED: trees of tiny tasks for the stress driver, of many shapes,
 * with yields at the leaves and pauses between the rounds.  The value and the
 * number of tasks of each tree are compared with those of a serial recursion.
 *
 * -DPROCESSES: a task shares no variable with other workers; it knows its
 * arguments, and what main has written before the region.  So does
 * tests/cluster/steals.py run it between nodes, where some results come with
 * their record and some are fetched separately, and some frames are larger than
 * what is fetched together with a suspended thread.
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEVELS = 8, BRANCHES = 6, CHAIN = 24, LARGE = 3000 };

#ifdef PROCESSES
enum { SHARES = 0 };
#else
enum { SHARES = 1 };
#endif

static atomic_long n_tasks;
static uint64_t salt; /* main's, another one in each round */

static void count_task(void)
{
    if (SHARES)
        n_tasks++;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Child i of the node `name'. */
static uint64_t child(uint64_t name, int i)
{
    return mix(name + 0x9e3779b97f4a7c15u * (uint64_t)(i + 1));
}

enum shape { BINARY, BROAD, WIDE, WIDER, IN_TURN, CHAINED, N_SHAPES };

static enum shape shape_of(uint64_t name)
{
    return (enum shape)(name >> 60) % N_SHAPES;
}

/* --- As plain recursion --- */

static uint64_t expected(int level, uint64_t name, long *tasks)
{
    ++*tasks;
    if (level <= 0)
        return name + salt;
    uint64_t sum = name;
    switch (shape_of(name)) {
    case BROAD:
        for (int i = 0; i < BRANCHES; i++)
            sum = 3 * sum + expected(level - 3, child(name, i), tasks);
        return sum;
    case CHAINED:
        for (int i = 0; i < CHAIN; i++) {
            ++*tasks;
            sum += child(name, i) + salt;
        }
        return sum;
    default:
        sum += 5 * expected(level - 1, child(name, 0), tasks);
        return sum ^ expected(level - 1, child(name, 1), tasks);
    }
}

/* --- As tasks --- */

static uint64_t node(int level, uint64_t name);

static uint64_t leaf(uint64_t name)
{
    if (name % 4 == 0)
        sched_yield();
    return name + salt;
}

/* Results that do not fit into registers. */
#define NODE_OF_STRUCT(type, n)                                                \
    struct type {                                                              \
        uint64_t words[n];                                                     \
    };                                                                         \
    static struct type type##_node(int level, uint64_t name)                   \
    {                                                                          \
        struct type w = {{node(level, name)}};                                 \
        for (int i = 1; i < n; i++)                                            \
            w.words[i] = w.words[0] + (uint64_t)i;                             \
        return w;                                                              \
    }                                                                          \
    static uint64_t of_##type(int level, uint64_t name)                        \
    {                                                                          \
        struct type w = cilk_spawn type##_node(level, child(name, 0));         \
        uint64_t right = node(level, child(name, 1));                          \
        cilk_sync;                                                             \
        for (int i = 1; i < n; i++)                                            \
            if (w.words[i] != w.words[0] + (uint64_t)i)                        \
                return 0;                                                      \
        return (name + 5 * w.words[0]) ^ right;                                \
    }
NODE_OF_STRUCT(wide, 24)
NODE_OF_STRUCT(wider, 101)

/* One child after the other, beside a large frame. */
static uint64_t in_turn(int level, uint64_t name)
{
    unsigned char large[LARGE];
    memset(large, (int)(name & 127), sizeof large);
    uint64_t left = spawn node(level, child(name, 0));
    sync;
    uint64_t right = spawn node(level, child(name, 1));
    sync;
    for (size_t i = 0; i < sizeof large; i++)
        if (large[i] != (name & 127))
            return 0;
    return (name + 5 * left) ^ right;
}

static uint64_t link_of_chain(uint64_t name)
{
    count_task();
    return leaf(name);
}

/* The continuation goes deep, by calls, with a child at each level. */
static uint64_t chain(int i, uint64_t name)
{
    if (i == CHAIN)
        return name;
    uint64_t own = spawn link_of_chain(child(name, i));
    uint64_t below = chain(i + 1, name);
    sync;
    return own + below;
}

static uint64_t broad(int level, uint64_t name)
{
    uint64_t parts[BRANCHES], sum = name;
    for (int i = 0; i < BRANCHES; i++)
        parts[i] = spawn node(level - 3, child(name, i));
    sync;
    for (int i = 0; i < BRANCHES; i++)
        sum = 3 * sum + parts[i];
    return sum;
}

static uint64_t node(int level, uint64_t name)
{
    count_task();
    if (level <= 0)
        return leaf(name);
    switch (shape_of(name)) {
    case BROAD:
        return broad(level, name);
    case CHAINED:
        return chain(0, name);
    case WIDE:
        return of_wide(level - 1, name);
    case WIDER:
        return of_wider(level - 1, name);
    case IN_TURN:
        return in_turn(level - 1, name);
    default:;
    }
    uint64_t left = spawn node(level - 1, child(name, 0));
    uint64_t right = spawn node(level - 1, child(name, 1));
    sync;
    return (name + 5 * left) ^ right;
}

/* Pauses long enough for the watcher to arm, and sometimes for its long
 * sleep. */
static void rest(uint64_t name)
{
    struct timespec time = {0, 0};
    if (name % 16 == 0)
        time.tv_nsec = name / 16 % 8 ? 12000000 : 150000000;
    else if (name % 4 == 0)
        time.tv_nsec = (long)(name / 16 % 2000000);
    nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    uint64_t name = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int i = 0; i < rounds; i++) {
        uint64_t root = mix(name + (uint64_t)i), before, after;
        long tasks = 0;
        salt = mix(root);
        uint64_t right = expected(LEVELS, root, &tasks);
        right += 2 * (child(root, 0) + salt);
        n_tasks = 0;
        before = spawn leaf(child(root, 0));
        uint64_t value = spawn node(LEVELS, root);
        after = leaf(child(root, 0));
        sync;
        value += before + after;
        if (value != right || (SHARES && n_tasks != tasks)) {
            fprintf(stderr,
                    "trees: round %d: value %llx, should be %llx; %ld tasks, "
                    "should be %ld\n",
                    i, (unsigned long long)value, (unsigned long long)right,
                    (long)n_tasks, tasks);
            return 1;
        }
        rest(root);
    }
    printf("trees: right\n");
    return 0;
}
