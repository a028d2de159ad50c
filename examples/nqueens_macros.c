/* nqueens.c without the tool. */
#include <ucilk/macros.h>

#include "nqueens.h"

cilk_task(long, place, (int) n, (int) row, (struct board) b)
{
    if (row == n)
        return 1;
    long count = 0;
    for (int column = 0; column < n; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        spawn_add(count, place, n, row + 1, b);
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
