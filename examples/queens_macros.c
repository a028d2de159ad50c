/* queens.c without the tool. */
#include <ucilk/macros.h>

#include "queens.h"

cilk_declare(struct board, place, (int)n, (struct board)b);

cilk_inlet(take, place, (struct board *)found, (struct board)solution)
{
    if (solution.n_rows > 0) {
        *found = solution;
        cilk_abort;
    }
}

cilk_define(struct board, place, (int)n, (struct board)b)
{
    cilk_inlets;
    struct board found = {0, {0}};
    if (b.n_rows == n || cilk_aborted())
        return b.n_rows == n ? b : found;
    int row = b.n_rows++;
    for (int column = 0; column < n && found.n_rows == 0; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        spawn_inlet(take, &found, place, n, b);
    }
    sync;
    return found;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("queens N");
    int n = (int)number("N", argv[1], 1, MAX);
    struct board empty = {0, {0}};
    struct board found = place(n, empty);
    return judge(n, &found);
}
