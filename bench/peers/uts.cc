// uts by groups of tasks; the same search as examples/uts.c.
#include "../../examples/uts.h"
#include <group.h>

enum { BATCH = 8 }; // as in examples/uts.c

static count search(const node &n);

static count search_children(const node &n, int first, int last)
{
    if (last - first > BATCH) {
        int middle = first + (last - first) / 2;
        count a, b;
        peer::group tasks;
        tasks.run([&] { a = search_children(n, first, middle); });
        b = search_children(n, middle, last);
        tasks.wait();
        return add(a, b);
    }
    node each[BATCH];
    count part[BATCH], sum = {0, 0, 0};
    for (int i = 0; i < last - first; i++)
        each[i] = child(&n, first + i);
    peer::group tasks;
    for (int i = 0; i < last - first; i++)
        tasks.run([&each, &part, i] { part[i] = search(each[i]); });
    tasks.wait();
    for (int i = 0; i < last - first; i++)
        sum = add(sum, part[i]);
    return sum;
}

static count search(const node &n)
{
    int last = children(&n);
    progress(&n);
    count self = {1, last == 0, n.height};
    return last == 0 ? self : add(self, search_children(n, 0, last));
}

int main(int argc, char **argv)
{
    peer::make_threads();
    parse(argc, argv);
    count all = {0, 0, 0};
    double began = seconds();
    peer::start([&] { all = search(root()); });
    return report(all, began);
}
