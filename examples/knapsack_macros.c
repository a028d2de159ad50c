/* knapsack.c without the tool. */
#include <ucilk/macros.h>

#include "knapsack.h"

cilk_static_task(void, try, (struct choice) c)
{
    if (c.next + ALONE >= knapsack.items) {
        try_alone(c);
        return;
    }
    for (; c.next < knapsack.items && has_hope(c); c = leave_out(c))
        if (fits(c))
            spawn(try, put_in(c));
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
