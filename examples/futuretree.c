/*
 * futuretree DEPTH: makes a binary tree whose nodes hold futures of their
 * children.  A node is ready before its children are, so the walk that adds up
 * the nodes follows the growing tree, and waits only where it overtakes it.
 */
#include <ucilk/ucilk.h>

#include "answer.h"

struct node {
    long number; /* 1 at the root; the children of n are 2n and 2n + 1 */
    int height;  /* 0: the node has no children */
    ucilk_future_t left, right;
};

static struct node grow(long number, int height)
{
    struct node n = {number, height, {0, 0}, {0, 0}};
    if (height > 0) {
        n.left = cilk_future grow(2 * number, height - 1);
        n.right = cilk_future grow(2 * number + 1, height - 1);
    }
    return n;
}

static long walk(ucilk_future_t tree)
{
    struct node n = ucilk_future_get(struct node, tree);
    if (n.height == 0)
        return n.number;
    long left = spawn walk(n.left);
    long right = walk(n.right);
    sync;
    return n.number + left + right;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("futuretree DEPTH");
    int depth = (int)number("DEPTH", argv[1], 0, 24);
    ucilk_future_t tree = cilk_future grow(1, depth);
    long answer = walk(tree);
    printf("futuretree(%d): the sum of the nodes is %ld\n", depth, answer);
    long n_nodes = (2L << depth) - 1;
    return verdict(answer, n_nodes * (n_nodes + 1) / 2);
}
