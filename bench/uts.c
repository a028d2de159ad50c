/*
 * uts TREE: examples/uts.c, on a tree that is called by its name.  uts -h lists
 * the flags; examples/uts.h has the trees.
 */
#include <ucilk/ucilk.h>

#define main example_main
#include "../examples/uts.c"
#undef main

#include "runs.h"

/* The tree of this name, or NULL. */
static const struct known *named_tree(const char *name)
{
    for (size_t i = 0; i < sizeof known_trees / sizeof *known_trees; i++)
        if (strcmp(known_trees[i].name, name) == 0)
            return &known_trees[i];
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {RUN_FLAGS, {0}};
    int first = read_options("uts", " TREE",
                             "searches a tree: T1, T1L, T1XL, T1XXL, T1WL, T2, "
                             "T2L, T3, T3L, T4, T5",
                             flags, argc, argv);
    const struct known *k = argc == first + 1 ? named_tree(argv[first]) : NULL;
    if (!k) {
        fprintf(stderr, "uts: %s; -h says what there is\n",
                argc == first       ? "no tree is named"
                : argc == first + 1 ? "no tree has this name"
                                    : "more than one tree is named");
        return 2;
    }
    tree = k->tree;
    while (runs_left()) {
        run_begins();
        struct count c = spawn search(root());
        sync;
        run_ends(c.nodes == k->answer.nodes);
    }
    return report_runs(k->name, 0);
}
