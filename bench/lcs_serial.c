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
    unsigned char *edge = (unsigned char *)calloc((size_t)lcs.n, 1);
    if (!edge) {
        fprintf(stderr, "lcs: no memory for %ld steps\n", lcs.n);
        return 1;
    }
    int length = 0;
    for (long i = 0; i < blocks(); i++) {
        unsigned char side[MAX_BLOCK] = {0};
        for (long j = 0; j < blocks(); j++) {
            int more =
                block(down + i * lcs.block, letters(i), along + j * lcs.block,
                      letters(j), side, edge + j * lcs.block);
            if (i == j)
                length += more;
        }
    }
    free(edge);
    return report(length, began);
}
