/*
 * qcholesky [FLAG VALUE]...: finds L with L L' = A for a sparse matrix, which
 * is stored as a tree of quarters.  qcholesky -h lists the flags; qcholesky.h
 * says what a node is.
 *
 * Tasks make nodes where L has entries and A has none, and free the nodes of
 * products that they have added to another tree.  A function owns the trees
 * that it is passed, except const ones, and returns the tree that replaces
 * them.
 */
#include <ucilk/ucilk.h>

#include "qcholesky.h"

/* Returns A + B. */
static struct node *add(long size, struct node *a, struct node *b)
{
    if (!a || !b)
        return a ? a : b;
    if (size == 1) {
        add_block(a, b);
    } else {
        for (int k = 0; k < 4; k++)
            a->child[k / 2][k % 2] =
                spawn add(size / 2, a->child[k / 2][k % 2],
                          b->child[k / 2][k % 2]);
        sync;
    }
    free_node(b);
    return a;
}

/* Returns A - X Y'; for a matrix on the diagonal, only the part on and below
 * the diagonal.  A quarter needs two products.  The second one is made as a
 * tree of its own, so that all products are computed at the same time. */
static struct node *subtract(long size, struct node *a, const struct node *x,
                             const struct node *y, int on_diagonal)
{
    if (!x || !y)
        return a;
    if (!a)
        a = make_node(size);
    if (size == 1) {
        subtract_block(a, x, y);
        return a;
    }
    struct node *second[2][2] = {{NULL, NULL}, {NULL, NULL}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < (on_diagonal ? i + 1 : 2); j++) {
            int still = on_diagonal && i == j;
            a->child[i][j] = spawn subtract(size / 2, a->child[i][j],
                                            x->child[i][0], y->child[j][0],
                                            still);
            second[i][j] = spawn subtract(size / 2, NULL, x->child[i][1],
                                          y->child[j][1], still);
        }
    }
    sync;
    for (int k = 0; k < 4; k++)
        a->child[k / 2][k % 2] = spawn add(size / 2, a->child[k / 2][k % 2],
                                           second[k / 2][k % 2]);
    sync;
    return unless_empty(a);
}

static struct node *solve(long size, struct node *a, const struct node *l);

/* Solves for the two upper or the two lower quarters of a matrix, which `a'
 * points to. */
static void solve_row(long half, struct node **a, const struct node *l)
{
    a[0] = solve(half, a[0], l->child[0][0]);
    a[1] = subtract(half, a[1], a[0], l->child[1][0], 0);
    a[1] = solve(half, a[1], l->child[1][1]);
}

/* Returns X with X L' = A. */
static struct node *solve(long size, struct node *a, const struct node *l)
{
    if (!a)
        return NULL;
    if (size == 1) {
        solve_block(a, l);
        return a;
    }
    spawn solve_row(size / 2, a->child[0], l);
    solve_row(size / 2, a->child[1], l);
    sync;
    return a;
}

/* Returns L with L L' = A. */
static struct node *factor(long size, struct node *a)
{
    if (!a)
        return NULL;
    if (size == 1) {
        factor_block(a);
        return a;
    }
    struct node **upper = a->child[0], **lower = a->child[1];
    upper[0] = factor(size / 2, upper[0]);
    lower[0] = solve(size / 2, lower[0], upper[0]);
    lower[1] = subtract(size / 2, lower[1], lower[0], lower[0], 1);
    lower[1] = factor(size / 2, lower[1]);
    return a;
}

static void free_tree(long size, struct node *a)
{
    if (!a)
        return;
    if (size > 1) {
        for (int k = 0; k < 4; k++)
            spawn free_tree(size / 2, a->child[k / 2][k % 2]);
        sync;
    }
    free_node(a);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    struct node *a = make_matrix();
    double began = seconds();
    a = factor(size_of_all(), a);
    struct triangle t = check(a, seconds() - began);
    free_tree(size_of_all(), a);
    return report(t);
}
