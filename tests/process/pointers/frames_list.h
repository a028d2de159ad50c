/* The nodes of frames_list.c and frames_list_macros.c. */
#include "../process.h"

struct node {
    struct node *up;
    int depth, turn;
    atomic_long visits;
    long own[4];
};

/* Up to the root: each node as its frame left it. */
static void check_path(const struct node *n)
{
    for (; n->up; n = n->up) {
        CHECK(n->depth == n->up->depth + 1);
        for (int i = 0; i < 4; i++)
            CHECK(n->own[i] == n->depth * 10 + n->turn + i);
    }
    CHECK(n->depth == 0);
}

static void leaf(struct node *up)
{
    linger((unsigned long)up->own[0]);
    scribble();
    check_path(up);
    for (struct node *n = up; n; n = n->up)
        atomic_fetch_add(&n->visits, 1);
}
