/*
 * heat [FLAG VALUE]...: computes how heat spreads in a plate, in steps of time.
 * heat -h lists the flags; heat.h says what a step is.
 *
 * A step halves the plate across its longer side, down to blocks.  The plates
 * of this step and of the next are memory from malloc, which all tasks share.
 * A task reads the cells around its block, too, but writes only its block.
 */
#include <ucilk/ucilk.h>

#include "heat.h"

static void step(struct area a)
{
    if (is_block(a)) {
        update(a);
        return;
    }
    spawn step(half(a, 0));
    step(half(a, 1));
    sync;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_waves();
    cilk_for (long i = 0; i < heat.rows + 2; i++)
        start_row(i);
    double began = seconds();
    for (long t = 0; t < heat.steps; t++) {
        step(plate());
        end_step();
    }
    return report(began);
}
