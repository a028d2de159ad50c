/* connect.c without the tool. */
#include <ucilk/macros.h>

#include "connect.h"

struct window {
    int alpha, beta;
};

cilk_declare(int, search, (struct position)p, (int)alpha, (int)beta);

cilk_inlet(take, search, (struct window *)w, (int)value)
{
    if (-value > w->alpha)
        w->alpha = -value;
    if (w->alpha >= w->beta)
        cilk_abort;
}

cilk_define(int, search, (struct position)p, (int)alpha, (int)beta)
{
    cilk_inlets;
    int is_first = 1;
    struct window w = {alpha, beta};
    if (cilk_aborted())
        return 0;
    if (is_lost(&p) || p.n_free <= SERIAL)
        return plain_value(p, alpha, beta);
    for (int i = 0; i < p.columns && w.alpha < beta; i++) {
        struct position next = p;
        int column = column_of(&p, i);
        if (column >= p.columns || column < 0 || !move(&next, column))
            continue;
        spawn_inlet(take, &w, search, next, -beta, -w.alpha);
        if (is_first)
            sync;
        is_first = 0;
    }
    sync;
    return w.alpha;
}

int main(int argc, char **argv)
{
    struct position p = start(argc, argv);
    int value = search(p, -100, 100);
    return judge(p, value);
}
