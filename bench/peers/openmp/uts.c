/* uts by tasks of OpenMP; the same search as examples/uts.c. */
#include "../uts.h"
#include "threads.h"

static struct count search(struct node n);

static struct count search_children(struct node n, int first, int last)
{
    if (last - first > BATCH) {
        int middle = first + (last - first) / 2;
        struct count a, b;
#pragma omp task shared(a)
        a = search_children(n, first, middle);
        b = search_children(n, middle, last);
#pragma omp taskwait
        return add(a, b);
    }
    struct node each[BATCH];
    struct count part[BATCH], sum = {0, 0, 0};
    for (int i = 0; i < last - first; i++)
        each[i] = child(&n, first + i);
    for (int i = 0; i < last - first; i++) {
#pragma omp task shared(each, part)
        part[i] = search(each[i]);
    }
#pragma omp taskwait
    for (int i = 0; i < last - first; i++)
        sum = add(sum, part[i]);
    return sum;
}

static struct count search(struct node n)
{
    int last = children(&n);
    progress(&n);
    struct count self = {1, last == 0, n.height};
    return last == 0 ? self : add(self, search_children(n, 0, last));
}

static struct count run(void)
{
    struct count all = {0, 0, 0};
#pragma omp parallel
#pragma omp single
    all = search(root());
    return all;
}

int main(int argc, char **argv)
{
    make_threads();
    return uts_program(argc, argv, run);
}
