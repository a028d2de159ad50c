/*
 * trees_asleep btc DEPTH CUT NS | queens N CUT NS: binary task creation and n
 * queens (Akiyama & Taura, HPDC'15), whose subtrees of CUT levels are leaves.
 * A leaf sleeps for NS nanoseconds a task that the whole program would have
 * there; other tasks cost nothing.  So more workers than CPUs show the
 * schedule, and in the simulation, where sleep is virtual time, a tree of 10^11
 * tasks is one of 10^6 leaves.
 *
 * It prints how many tasks the leaves stand for, and the time from the first
 * spawn.
 */
#include <ucilk/ucilk.h>

#include "clock.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    long slept; /* tasks of leaves */
    long solutions;
};

/* The cut and the cost travel with the tasks: ranks have statics of their own.
 */
struct cut {
    int levels;
    long ns;
};

static void sleep_for(long tasks, struct cut cut)
{
    long ns = tasks * cut.ns;
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

static struct counts add(struct counts a, struct counts b)
{
    return (struct counts){a.slept + b.slept, a.solutions + b.solutions};
}

/* --- Binary task creation --- */

struct counts create(int depth, struct cut cut)
{
    if (depth <= cut.levels) {
        long tasks = (2L << depth) - 1;
        sleep_for(tasks, cut);
        return (struct counts){tasks, 0};
    }
    struct counts a = spawn create(depth - 1, cut);
    struct counts b = spawn create(depth - 1, cut);
    sync;
    return add(a, b);
}

/* The tasks of all leaves. */
static long leaves_of_btc(int depth, int levels)
{
    int leaf = depth < levels ? depth : levels;
    return ((2L << leaf) - 1) << (depth - leaf);
}

/* --- N queens --- */

static struct counts count(struct row r)
{
    if (r.below == 0)
        return (struct counts){1, 1};
    struct counts sum = {1, 0};
    for (unsigned places = free_places(r); places; places &= places - 1)
        sum = add(sum, count(put(r, places)));
    return sum;
}

struct counts place(struct row r, struct cut cut)
{
    if (r.below <= cut.levels) {
        struct counts leaf = count(r);
        sleep_for(leaf.slept, cut);
        return leaf;
    }
    struct counts part[MAX_ROWS], sum = {0, 0};
    int n = 0;
    for (unsigned places = free_places(r); places; places &= places - 1)
        part[n++] = spawn place(put(r, places), cut);
    sync;
    for (int i = 0; i < n; i++)
        sum = add(sum, part[i]);
    return sum;
}

int main(int argc, char **argv)
{
    int is_btc = argc == 5 && strcmp(argv[1], "btc") == 0;
    int size = argc == 5 ? atoi(argv[2]) : 0;
    if (argc != 5 || (!is_btc && strcmp(argv[1], "queens") != 0) || size < 1 ||
        size > (is_btc ? 60 : MAX_ROWS)) {
        fprintf(stderr, "usage: trees_asleep btc DEPTH CUT NS\n"
                        "       trees_asleep queens N CUT NS\n");
        return 2;
    }
    struct cut cut = {atoi(argv[3]), atol(argv[4])};
    double began = seconds();
    struct counts sum;
    if (is_btc)
        sum = spawn create(size, cut);
    else
        sum = spawn place(first_row(size), cut);
    sync;
    double took = seconds() - began;
    int right = is_btc ? sum.slept == leaves_of_btc(size, cut.levels)
                       : sum.solutions == solutions[size];
    printf("%s(%d): %ld tasks in leaves, %.6f s, %s\n", argv[1], size,
           sum.slept, took, right ? "right" : "wrong");
    return !right;
}
