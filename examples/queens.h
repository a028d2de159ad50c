/* What queens.c and queens_macros.c share: boards with a queen in each of the
 * first rows, and the check of a solution. */
#pragma once

#include "answer.h"

enum { MAX = 28 };

struct board {
    int n_rows; /* rows that have a queen; 0: no solution was found */
    signed char column[MAX];
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

/* Prints the board; returns the exit status, 0 if it is a solution, or if none
 * was found and there is none. */
static inline int judge(int n, const struct board *b)
{
    int is_right = b->n_rows == n;
    printf("queens(%d):", n);
    for (int row = 0; row < b->n_rows; row++) {
        printf(" %d", b->column[row]);
        is_right = is_right && is_safe(b, row, b->column[row]);
    }
    printf("\n");
    return verdict(is_right, n != 2 && n != 3);
}
