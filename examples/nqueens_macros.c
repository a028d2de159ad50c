/* nqueens.c without the tool. */
#include <ucilk/macros.h>

#include "answer.h"

enum { MAX = 16 };

struct board {
    signed char column[MAX]; /* the column of the queen in each row */
};

static int is_safe(const struct board *b, int row, int column)
{
    for (int r = 0; r < row; r++) {
        int distance = b->column[r] - column;
        if (distance == 0 || distance == row - r || distance == r - row)
            return 0;
    }
    return 1;
}

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

static const long solutions[MAX + 1] = {1,     1,     0,      0,      2,
                                        10,    4,     40,     92,     352,
                                        724,   2680,  14200,  73712,  365596,
                                        2279184, 14772512};

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("nqueens N");
    int n = (int)number("N", argv[1], 1, MAX);
    struct board empty = {{0}};
    long answer = place(n, 0, empty);
    printf("nqueens(%d) = %ld\n", n, answer);
    return verdict(answer, solutions[n]);
}
