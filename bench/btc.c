/*
 * btc: binary task creation of Akiyama & Taura, HPDC'15, as examples/btc.c has
 * it, to a depth at which a run takes days on one machine.  btc -h lists the
 * flags.
 */
#include <ucilk/ucilk.h>

#include "runs.h"

#define main example_main
#include "../examples/btc.c"
#undef main

static struct {
    long depth, iterations;
} wanted = {16, 1};

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {
        {'d', "DEPTH", &wanted.depth, 0, 61, "levels below the first task"},
        {'i', "ITER", &wanted.iterations, 1, 1000, "pairs that a task creates"},
        RUN_FLAGS,
        {0}};
    parse_options("btc", "creates a tree of tasks that only count themselves",
                  flags, argc, argv);
    int depth = (int)wanted.depth, iterations = (int)wanted.iterations;
    long right = by_formula(depth, iterations);
    while (runs_left()) {
        run_begins();
        long tasks = spawn create(depth, iterations);
        sync;
        run_ends(tasks == right);
    }
    return report_runs("btc", 0);
}
