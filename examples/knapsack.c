/*
 * knapsack [FLAG VALUE]...: finds the most valuable items that a knapsack
 * holds, by branch and bound.  knapsack -h lists the flags; knapsack.h says how
 * the search works.
 *
 * Each task searches the choices that follow from putting one item in.  All
 * tasks share the best value so far, an atomic variable at file scope.
 */
#include <ucilk/ucilk.h>

#include "knapsack.h"

static void try(struct choice c)
{
    if (c.next + ALONE >= knapsack.items) {
        try_alone(c);
        return;
    }
    for (; c.next < knapsack.items && has_hope(c); c = leave_out(c))
        if (fits(c))
            spawn try(put_in(c));
    offer(c.value);
    sync;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_items();
    double began = seconds();
    try((struct choice){0, capacity, 0});
    return report(began);
}
