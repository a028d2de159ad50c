/* nqueens for OpenCilk, which has no `count += spawn ...'; the same search as
 * examples/nqueens.c. */
#include <ucilk/ucilk.h>

#include "../nqueens.h"

static long place(int n, int row, struct board b)
{
    if (row == n)
        return 1;
    long part[MAX] = {0}, count = 0;
    for (int column = 0; column < n; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        part[column] = spawn place(n, row + 1, b);
    }
    sync;
    for (int column = 0; column < n; column++)
        count += part[column];
    return count;
}

static long run(int n)
{
    struct board empty = {{0}};
    return place(n, 0, empty);
}

int main(int argc, char **argv)
{
    return nqueens_program(argc, argv, run);
}
