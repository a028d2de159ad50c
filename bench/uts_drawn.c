/*
 * uts for the simulation, on fixed-shape geometric trees (-t 1 -a 3) that would
 * take hours of digests: subtrees of UTS_DRAWN levels are not searched.  In such
 * a tree all nodes of a height have subtrees of one distribution; so each is
 * given the size of a subtree that is drawn, by its own digest, from a sample
 * that has been searched, whose mean is made the expected one.  A drawn subtree is one task, which declares what its
 * nodes cost (ucilk_work): UTS_NODE nanoseconds each.  The levels above are the
 * tree's own.
 */
#include <ucilk/workers.h>

#include "../examples/uts.h"

enum { SAMPLE_BITS = 16 };

static int n_levels;     /* of drawn subtrees */
static double node_cost; /* nanoseconds */
static double *sample;   /* nodes of a subtree, less its root */
static double n_below;   /* the same of all drawn subtrees together */
static double n_drawn;   /* subtrees */

static int size_below(const struct node *n)
{
    int size = 0;
    for (int i = 0, last = children(n); i < last; i++) {
        struct node c = child(n, i);
        size += 1 + size_below(&c);
    }
    return size;
}

static void make_sample(void)
{
    int seed = tree.seed;
    double sum = 0, expected = 0;
    n_levels = atoi(getenv("UTS_DRAWN"));
    node_cost = atof(getenv("UTS_NODE"));
    sample = malloc((1 << SAMPLE_BITS) * sizeof *sample);
    for (int i = 0; i < 1 << SAMPLE_BITS; i++) {
        tree.seed = i;
        struct node n = root();
        n.height = tree.depth - n_levels;
        sum += sample[i] = size_below(&n);
    }
    for (int i = 1; i <= n_levels; i++)
        expected += pow(tree.b, i);
    for (int i = 0; i < 1 << SAMPLE_BITS && n_levels; i++)
        sample[i] *= expected * (1 << SAMPLE_BITS) / sum;
    tree.seed = seed;
}

static int children_or_drawn(const struct node *n)
{
    if (sample == NULL)
        make_sample();
    if (n->height < tree.depth - n_levels)
        return children(n);
    double size = sample[(n->state[0] | n->state[1] << 8) & ((1 << SAMPLE_BITS) - 1)];
    n_below += size;
    n_drawn++;
    ucilk_work((unsigned long)(size * node_cost));
    return 0;
}

/* Prints the tree's size, and whether it may be that of the real one: a subtree's
 * size has a standard deviation of about 1.2 times its mean. */
static int report_drawn(struct count c)
{
    const struct known *k = known_tree();
    double size = (double)c.nodes + n_below;
    int is_right = k && fabs(size - (double)k->answer.nodes) <
                            5 * 1.2 * n_below / sqrt(n_drawn);
    printf("%.0f nodes, %s\n", size, is_right ? "right" : "wrong");
    return !is_right;
}

#define children(n) children_or_drawn(n)
#define report(c, began) ((void)(began), report_drawn(c))
#include "../examples/uts.c"
