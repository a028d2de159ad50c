/*
 * pfor: PFor of Shiina & Taura, CLUSTER'22, figure 5: K parallel loops of N
 * iterations, one after the other.  recpfor.c makes RecPFor of it: the loops,
 * then two RecPFor of N / 2 at the same time; RecPFor of 1 is an iteration.  -h
 * lists the flags.  A task returns how many iterations it has made.
 */
#include <ucilk/ucilk.h>

#include "compute.h"
#include "runs.h"

#ifndef RECURSIVE
#define RECURSIVE 0
#endif

static struct {
    long loops, ns, size, is_asleep;
} wanted = {5, 10000, 1024, 0};

/* Halves down to single iterations. */
long halves(long n, struct compute c)
{
    if (n == 1) {
        compute(c);
        return 1;
    }
    long a = spawn halves(n / 2, c);
    long b = halves(n - n / 2, c);
    sync;
    return a + b;
}

/* k loops of n iterations, one after the other. */
long loops(long k, long n, struct compute c)
{
    long made = 0;
    for (long i = 0; i < k; i++)
        made += halves(n, c);
    return made;
}

long recursive(long k, long n, struct compute c)
{
    if (n == 1) {
        compute(c);
        return 1;
    }
    long made = loops(k, n, c);
    long a = spawn recursive(k, n / 2, c);
    long b = recursive(k, n / 2, c);
    sync;
    return made + a + b;
}

int main(int argc, char **argv)
{
    static const char *const name = RECURSIVE ? "recpfor" : "pfor";
    static const struct option_row flags[] = {
        {'k', "LOOPS", &wanted.loops, 1, 1000000, "loops one after the other"},
        {'m', "NS", &wanted.ns, 0, 1000000000, "nanoseconds of an iteration"},
        {'n', "N", &wanted.size, 1, 1L << 40, "iterations of a loop"},
        {'s', "0|1", &wanted.is_asleep, 0, 1,
         "1: iterations sleep, for more workers than CPUs"},
        RUN_FLAGS,
        {0}};
    parse_options(name,
                  RECURSIVE ? "runs parallel loops in a recursion"
                            : "runs parallel loops one after the other",
                  flags, argc, argv);
    long levels = 0;
    while (RECURSIVE && 1L << levels < wanted.size)
        levels++;
    if (RECURSIVE && 1L << levels != wanted.size) {
        fprintf(stderr, "recpfor: -n %ld: not a power of two\n", wanted.size);
        return 2;
    }
    struct compute c = compute_for(wanted.ns, (int)wanted.is_asleep);
    long right = RECURSIVE ? wanted.loops * wanted.size * levels + wanted.size
                           : wanted.loops * wanted.size;
    while (runs_left()) {
        long made;
        run_begins();
        if (RECURSIVE)
            made = spawn recursive(wanted.loops, wanted.size, c);
        else
            made = spawn loops(wanted.loops, wanted.size, c);
        sync;
        run_ends(made == right);
    }
    return report_runs(name, 1e-9 * (double)wanted.ns * (double)right);
}
