/* heat.c without the tool. */
#include <ucilk/macros.h>

#include "heat.h"

cilk_static_task(void, step, (struct area) a)
{
    if (is_block(a)) {
        update(a);
        return;
    }
    spawn(step, half(a, 0));
    step(half(a, 1));
    sync;
}

cilk_loop(start, (long) i)
{
    start_row(i);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_waves();
    cilk_for(start, 0, heat.rows + 2);
    double began = seconds();
    for (long t = 0; t < heat.steps; t++) {
        step(plate());
        end_step();
    }
    return report(began);
}
