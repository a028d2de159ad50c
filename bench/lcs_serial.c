/*
 * lcs in plain C: the same blocks in a plain loop, row by row, with the steps
 * of one row of blocks and of one block's side.  Its time is T1; divided by the
 * number of blocks it is tc.
 */
#include "../examples/lcs.h"

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_strings();
    double began = seconds();
    unsigned char *edge = (unsigned char *)calloc((size_t)n_along + 1, 1);
    if (!edge) {
        fprintf(stderr, "lcs: no memory for %ld steps\n", n_along);
        return 1;
    }
    for (long i = 0; i < block_rows(); i++) {
        unsigned char side[MAX_BLOCK] = {0};
        for (long j = 0; j < block_columns(); j++)
            block(down + i * lcs.block, letters(n_down, i),
                  along + j * lcs.block, letters(n_along, j), side,
                  edge + j * lcs.block);
    }
    /* The last row begins with 0. */
    int length = 0;
    for (long j = 0; j < n_along; j++)
        length += edge[j];
    free(edge);
    return report(length, began);
}
