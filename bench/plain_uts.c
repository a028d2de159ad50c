/* uts in plain C, written in the simplest way: a child is made, then
 * searched. */
#include "../examples/uts.h"

static struct count search(struct node n)
{
    int last = children(&n);
    progress(&n);
    struct count sum = {1, last == 0, n.height};
    for (int i = 0; i < last; i++)
        sum = add(sum, search(child(&n, i)));
    return sum;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    double began = seconds();
    return report(search(root()), began);
}
