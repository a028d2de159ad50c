/* A recursion whose frames are a linked list through the stack: each frame's
 * node points to its parent's.  Tasks read the whole list and write to it. */
#include <ucilk/macros.h>

#include "frames_list.h"

cilk_task(void, descend, (struct node *)up, (int)levels, (int)turn)
{
    if (levels == 0) {
        leaf(up);
        return;
    }
    struct node n = {.up = up, .depth = up->depth + 1, .turn = turn};
    for (int i = 0; i < 4; i++)
        n.own[i] = n.depth * 10 + turn + i;
    spawn(descend, &n, levels - 1, 0);
    scribble();
    check_path(&n);
    spawn(descend, &n, levels - 1, 1);
    check_path(&n);
    descend(&n, levels / 2, 2);
    sync;
    check_path(&n);
    CHECK(n.visits > 0);
}

static long leaves(int levels)
{
    return levels ? 2 * leaves(levels - 1) + leaves(levels / 2) : 1;
}

int main(void)
{
    struct node root = {0};
    int levels = (int)scaled(9, 6);
    descend(&root, levels, 0);
    CHECK(root.visits == leaves(levels));
    {
        cilk_scope;
        spawn(descend, &root, levels, 0);
        descend(&root, levels, 1);
    }
    CHECK(root.visits == 3 * leaves(levels));
    return right();
}
