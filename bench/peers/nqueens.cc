// nqueens by groups of tasks; the same search as examples/nqueens.c.
#include "nqueens.h"
#include <group.h>

static long place(int n, int row, board b)
{
    if (row == n)
        return 1;
    long part[MAX];
    peer::group tasks;
    for (int column = 0; column < n; column++) {
        part[column] = 0;
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        tasks.run([&part, n, row, column, b] {
            part[column] = place(n, row + 1, b);
        });
    }
    tasks.wait();
    long count = 0;
    for (int column = 0; column < n; column++)
        count += part[column];
    return count;
}

static long run(int n)
{
    board empty = {{0}};
    long count = 0;
    peer::start([&] { count = place(n, 0, empty); });
    return count;
}

int main(int argc, char **argv)
{
    peer::make_threads();
    return nqueens_program(argc, argv, run);
}
