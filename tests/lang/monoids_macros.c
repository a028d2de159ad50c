/* monoids.c without the tool. */
#include <ucilk/macros.h>

#include <ucilk/reducers.h>

cilk_reducer(struct ucilk_list, found, UCILK_LIST, {NULL, NULL});

#define REDUCER(TYPE, NAME, MONOID, VALUE)                                     \
    cilk_static_reducer(TYPE, NAME, MONOID, VALUE)
#define VIEW(reducer) cilk_view(reducer)
#include "monoids.h"

cilk_task(void, tree, (int)from, (int)to)
{
    if (to - from == 1) {
        update(from);
        return;
    }
    int half = from + (to - from) / 2;
    spawn(tree, from, half);
    tree(half, to);
    sync;
}

cilk_define(int, main)
{
    spawn(tree, 0, N);
    sync;
    print_all();
    return 0;
}
