/* uts.c without the tool. */
#include <ucilk/macros.h>

#include "uts.h"

enum { BATCH = 8 };

cilk_declare(struct count, search, (struct node) n);

/* Searches the subtrees of children [first, last) of a node. */
cilk_task(struct count, search_children, (struct node) n, (int) first,
          (int) last)
{
    if (last - first > BATCH) {
        int middle = first + (last - first) / 2;
        struct count a;
        spawn_to(a, search_children, n, first, middle);
        struct count b = search_children(n, middle, last);
        sync;
        return add(a, b);
    }
    struct node each[BATCH];
    struct count part[BATCH], sum = {0, 0, 0};
    for (int i = 0; i < last - first; i++)
        each[i] = child(&n, first + i);
    for (int i = 0; i < last - first; i++)
        spawn_to(part[i], search, each[i]);
    sync;
    for (int i = 0; i < last - first; i++)
        sum = add(sum, part[i]);
    return sum;
}

/* Searches the subtree of a node. */
cilk_define(struct count, search, (struct node) n)
{
    int last = children(&n);
    progress(&n);
    struct count self = {1, last == 0, n.height};
    return last == 0 ? self : add(self, search_children(n, 0, last));
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    double began = seconds();
    return report(search(root()), began);
}
