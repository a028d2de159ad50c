/* futuretree.c without the tool. */
#include <ucilk/macros.h>

#include "answer.h"

struct node {
    long number; /* 1 at the root; the children of n are 2n and 2n + 1 */
    int height;  /* 0: the node has no children */
    ucilk_future_t left, right;
};

cilk_static_task(struct node, grow, (long) number, (int) height)
{
    struct node n = {number, height, {0, 0}, {0, 0}};
    if (height > 0) {
        n.left = cilk_future(grow, 2 * number, height - 1);
        n.right = cilk_future(grow, 2 * number + 1, height - 1);
    }
    return n;
}

cilk_static_task(long, walk, (ucilk_future_t) tree)
{
    struct node n = ucilk_future_get(struct node, tree);
    if (n.height == 0)
        return n.number;
    long left, right;
    spawn_to(left, walk, n.left);
    right = walk(n.right);
    sync;
    return n.number + left + right;
}

cilk_static_task(long, grow_and_walk, (int) depth)
{
    ucilk_future_t tree = cilk_future(grow, 1, depth);
    return walk(tree);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("futuretree DEPTH");
    int depth = (int)number("DEPTH", argv[1], 0, 24);
    long answer = grow_and_walk(depth);
    printf("futuretree(%d): the sum of the nodes is %ld\n", depth, answer);
    long n_nodes = (2L << depth) - 1;
    return verdict(answer, n_nodes * (n_nodes + 1) / 2);
}
