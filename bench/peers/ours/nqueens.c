/* examples/nqueens.c, timed. */
#define main main_of_the_example
#include "../../../examples/nqueens.c"
#undef main

#include "../nqueens.h"

static long run(int n)
{
    struct board empty = {{0}};
    return place(n, 0, empty);
}

int main(int argc, char **argv)
{
    return nqueens_program(argc, argv, run);
}
