/*
 * pfor: PFor of Shiina & Taura, CLUSTER'22, figure 5: K parallel loops of N
 * iterations, one after the other.  pfor -h lists the flags.
 */
#include <ucilk/ucilk.h>

#include "loops.h"

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {LOOP_FLAGS, RUN_FLAGS, {0}};
    parse_options("pfor", "runs parallel loops one after the other", flags,
                  argc, argv);
    struct compute c = compute_for(wanted.ns, (int)wanted.is_asleep);
    long right = wanted.loops * wanted.size;
    while (runs_left()) {
        run_begins();
        long made = spawn loops(wanted.loops, wanted.size, c);
        sync;
        run_ends(made == right);
    }
    return report_runs("pfor", 1e-9 * (double)wanted.ns * (double)right);
}
