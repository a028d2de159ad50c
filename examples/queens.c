/*
 * queens N: finds one way to put N queens on a board of N by N so that none
 * attacks another.  Each task puts one queen on the board; the first task that
 * finds a solution ends the search.  This program is in the dialect of Cilk-5.
 */
#include <cilk.h>

#include "queens.h"

cilk struct board place(int n, struct board b)
{
    struct board found = {0, {0}};
    inlet void take(struct board solution)
    {
        if (solution.n_rows > 0) {
            found = solution;
            abort;
        }
    }
    if (b.n_rows == n)
        return b;
    int row = b.n_rows++;
    for (int column = 0; column < n && found.n_rows == 0; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        take(spawn place(n, b));
    }
    sync;
    return found;
}

cilk int main(int argc, char **argv)
{
    if (argc != 2)
        usage("queens N");
    int n = (int)number("N", argv[1], 1, MAX);
    struct board empty = {0, {0}}, found;
    found = spawn place(n, empty);
    sync;
    return judge(n, &found);
}
