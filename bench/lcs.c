/*
 * lcs: the blocks of examples/lcs.h by fork and join, for contrast with the
 * futures of examples/lcs.c: a square does its first quarter, then the two on
 * the other diagonal at the same time, then its last.  Its longest chain has
 * 3^(log2 n) of n by n blocks, where futures have 2 n - 1.  lcs -h lists the
 * flags.
 *
 * The steps along the edges lie in memory that all workers of one machine
 * share: squares that are done at the same time have no rows or columns in
 * common.
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include "../examples/lcs.h"

#include "compute.h"
#include "runs.h"
#include "shared.h"

static struct {
    long declared;
} wanted = {0};

/* Where the steps are, and what a block costs beside its cells. */
struct table {
    long key;
    struct compute cost;
};

/* The steps down the right edge of what is done of each row, then those along
 * the bottom of each column. */
static unsigned char *steps(struct table t)
{
    return (unsigned char *)shared_memory(t.key, (size_t)(n_down + n_along));
}

void solve(struct square s, struct table t)
{
    if (!inside(s))
        return;
    if (s.size == 1) {
        long row = s.row * lcs.block, column = s.column * lcs.block;
        block(down + row, letters(n_down, s.row), along + column,
              letters(n_along, s.column), steps(t) + row,
              steps(t) + n_down + column);
        compute(t.cost);
        return;
    }
    spawn solve(quarter(s, 0, 0), t);
    sync;
    spawn solve(quarter(s, 0, 1), t);
    spawn solve(quarter(s, 1, 0), t);
    sync;
    spawn solve(quarter(s, 1, 1), t);
    sync;
}

/* Before a run; a task, since each rank of a cluster runs main up to the first
 * spawn, and the key is that of the rank that spawns. */
void clear(struct table t)
{
    memset(steps(t), 0, (size_t)(n_down + n_along));
}

/* The last row begins with 0. */
static int length(struct table t)
{
    int sum = 0;
    for (long j = 0; j < n_along; j++)
        sum += steps(t)[n_down + j];
    return sum;
}

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {
        {'n', "N", &lcs.n, 1, MAX_LETTERS, "letters of each string"},
        {'C', "BLOCK", &lcs.block, 1, MAX_BLOCK, "rows and columns of a block"},
        {'m', "NS", &wanted.declared, 0, 1000000000,
         "nanoseconds that a block sleeps;" OPTION_INDENT
         "in the simulation all that it takes"},
        RUN_FLAGS,
        {0}};
    parse_options("lcs",
                  "finds the length of the longest common subsequence of two "
                  "random strings",
                  flags, argc, argv);
    make_strings();
    struct table t = {getpid(), compute_for(wanted.declared, 1)};
    struct square s = {0, 0, 1};
    while (s.size < blocks())
        s.size *= 2;
    /* That of long strings is only known to be the same in all runs. */
    int right = lcs.n <= CHECKED ? simple() : -1;
    while (runs_left()) {
        spawn clear(t);
        sync;
        run_begins();
        spawn solve(s, t);
        sync;
        if (right < 0)
            right = length(t);
        run_ends(length(t) == right);
    }
    shared_memory_end(t.key);
    return report_runs("lcs", 0);
}
