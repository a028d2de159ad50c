/*
 * recpfor: RecPFor of Shiina & Taura, CLUSTER'22, figure 5: K parallel loops of
 * N iterations, one after the other, then two RecPFor of N / 2 at the same
 * time; RecPFor of 1 is an iteration.  recpfor -h lists the flags.
 */
#include <ucilk/ucilk.h>

#include "loops.h"

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
    static const struct option_row flags[] = {LOOP_FLAGS, RUN_FLAGS, {0}};
    parse_options("recpfor", "runs parallel loops in a recursion", flags, argc,
                  argv);
    long levels = 0;
    while (1L << levels < wanted.size)
        levels++;
    if (1L << levels != wanted.size) {
        fprintf(stderr, "recpfor: -n %ld: not a power of two\n", wanted.size);
        return 2;
    }
    struct compute c = compute_for(wanted.ns, (int)wanted.is_asleep);
    long right = wanted.loops * wanted.size * levels + wanted.size;
    while (runs_left()) {
        run_begins();
        long made = spawn recursive(wanted.loops, wanted.size, c);
        sync;
        run_ends(made == right);
    }
    return report_runs("recpfor", 1e-9 * (double)wanted.ns * (double)right);
}
