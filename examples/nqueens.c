/*
 * nqueens N: counts the ways to put N queens on a board of N by N so that none
 * attacks another.  Each task puts one queen on the board, which it receives by
 * value.
 */
#include <ucilk/ucilk.h>

#include "nqueens.h"

long place(int n, int row, struct board b)
{
    if (row == n)
        return 1;
    long count = 0;
    for (int column = 0; column < n; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        count += spawn place(n, row + 1, b);
    }
    sync;
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("nqueens N");
    int n = (int)number("N", argv[1], 1, MAX);
    struct board empty = {{0}};
    return report(n, place(n, 0, empty));
}
