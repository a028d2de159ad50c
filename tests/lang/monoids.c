/* <ucilk/reducers.h>: every monoid of every type, and lists in order. */
#include <ucilk/ucilk.h>

#include <ucilk/reducers.h>

struct ucilk_list UCILK_LIST found = {NULL, NULL};

#define REDUCER(TYPE, NAME, MONOID, VALUE) static TYPE MONOID NAME = VALUE
#define VIEW(reducer) reducer
#include "monoids.h"

void tree(int from, int to)
{
    if (to - from == 1) {
        update(from);
        return;
    }
    int half = from + (to - from) / 2;
    spawn tree(from, half);
    tree(half, to);
    sync;
}

int main(void)
{
    spawn tree(0, N);
    sync;
    print_all();
    return 0;
}
