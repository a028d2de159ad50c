/* Boards with a queen in each of the first rows, and the known answers. */
#pragma once

#include "answer.h"

enum { MAX = 16 };

struct board {
    signed char column[MAX]; /* of the queen in each row */
};

static inline int is_safe(const struct board *b, int row, int column)
{
    for (int r = 0; r < row; r++) {
        int distance = b->column[r] - column;
        if (distance == 0 || distance == row - r || distance == r - row)
            return 0;
    }
    return 1;
}

static const long solutions[MAX + 1] = {1,     1,     0,      0,      2,
                                        10,    4,     40,     92,     352,
                                        724,   2680,  14200,  73712,  365596,
                                        2279184, 14772512};

/* Prints how many were found for N; the exit status. */
static inline int report(int n, long count)
{
    printf("nqueens(%d) = %ld\n", n, count);
    return verdict(count, solutions[n]);
}
