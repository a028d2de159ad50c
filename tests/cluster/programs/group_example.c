/*
 * group_example ARGUMENT...: the main of an example, which was compiled with
 * -Dmain=example_main, as a group; for groups.sh.
 */
#include <stdio.h>
#include <string.h>

#include <ucilk/groups.h>
#include <ucilk/ucilk.h>

int example_main(int argc, char **argv);

enum { MOST = 16, LENGTH = 64 };

struct words {
    int n;
    char word[MOST][LENGTH];
};

static int run(struct words w)
{
    char *argv[MOST + 1] = {NULL};
    for (int i = 0; i < w.n; i++)
        argv[i] = w.word[i];
    int status = example_main(w.n, argv);
    printf("on node %u of %u\n", ucilk_node(), ucilk_nnodes());
    return status;
}

int main(int argc, char **argv)
{
    struct words w = {.n = argc < MOST ? argc : MOST};
    for (int i = 0; i < w.n; i++)
        strncpy(w.word[i], argv[i], LENGTH - 1);
    return ucilk_future_get(int, cilk_group run(w));
}
