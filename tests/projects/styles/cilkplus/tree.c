/* A reducer for the greatest element and its place; spawns through pointers. */
#include <cilk/cilk.h>
#include <cilk/reducer_max.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

static struct node *build(int low, int high)
{
    if (low >= high)
        return NULL;
    struct node *n = malloc(sizeof *n);
    n->key = (low + high) / 2;
    n->left = cilk_spawn build(low, n->key);
    n->right = build(n->key + 1, high);
    cilk_sync;
    return n;
}

CILK_C_REDUCER_MAX(deepest, int, 0);
typedef int visit(const struct node *, int);

static int walk(const struct node *n, int depth)
{
    visit *again = walk;
    if (!n)
        return 0;
    if (depth > REDUCER_VIEW(deepest))
        REDUCER_VIEW(deepest) = depth;
    int left = cilk_spawn again(n->left, depth + 1);
    int right = again(n->right, depth + 1);
    cilk_sync;
    return left + right + 1;
}

static void fell(struct node *n)
{
    if (!n)
        return;
    cilk_spawn fell(n->left);
    fell(n->right);
    cilk_sync;
    free(n);
}

int main(void)
{
    struct node *root = build(0, 20000);
    int count = walk(root, 1);
    printf("%d nodes, %d deep\n", count, REDUCER_VIEW(deepest));
    fell(root);
    return 0;
}
