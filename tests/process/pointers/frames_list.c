/* A recursion whose frames are a linked list through the stack: each frame's
 * node points to its parent's.  Tasks read the whole list and write to it. */
#include "frames_list.h"
#include <ucilk/ucilk.h>

static void descend(struct node *up, int levels, int turn)
{
    if (levels == 0) {
        leaf(up);
        return;
    }
    struct node n = {.up = up, .depth = up->depth + 1, .turn = turn};
    for (int i = 0; i < 4; i++)
        n.own[i] = n.depth * 10 + turn + i;
    spawn descend(&n, levels - 1, 0);
    scribble();
    check_path(&n);
    spawn descend(&n, levels - 1, 1);
    check_path(&n);
    descend(&n, levels / 2, 2);
    sync;
    check_path(&n);
    long below = n.visits;
    CHECK(below > 0);
}

static long leaves(int levels)
{
    return levels ? 2 * leaves(levels - 1) + leaves(levels / 2) : 1;
}

/* The node of a sibling that lives at the same time: the parent's sync comes
 * after both. */
static void swap(struct node *mine, struct node *_Atomic *theirs, long value)
{
    mine->own[0] = value;
    atomic_store(theirs, mine);
}

static void siblings(long seed)
{
    struct node a = {0}, b = {0};
    struct node *_Atomic of_a = NULL, *_Atomic of_b = NULL;
    spawn swap(&a, &of_b, seed);
    spawn swap(&b, &of_a, seed + 1);
    sync;
    CHECK(of_a == &b && of_b == &a);
    CHECK(of_a->own[0] == seed + 1 && of_b->own[0] == seed);
}

int main(void)
{
    struct node root = {0};
    int levels = (int)scaled(9, 6);
    descend(&root, levels, 0);
    CHECK(root.visits == leaves(levels));
    spawn descend(&root, levels, 0);
    descend(&root, levels, 1);
    sync;
    CHECK(root.visits == 3 * leaves(levels));
    for (long i = 0; i < scaled(200, 20); i++)
        siblings(i);
    return right();
}
