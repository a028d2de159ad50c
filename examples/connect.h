/*
 * Four in a row on a small board, and the value of a position by a serial
 * search.  A column of ROWS cells has ROWS + 1 bits, the highest of which stays
 * 0; a stone falls into the lowest free cell.
 */
#pragma once

#include "answer.h"

#include <stdint.h>

enum { SERIAL = 8 }; /* positions with at most so many free cells are searched
                      * by one task */

struct position {
    uint64_t own, all; /* the stones of the player to move, and those of both
                        * players */
    int columns, rows, n_free;
};

static inline int has_four(uint64_t stones, int rows)
{
    for (int i = 0; i < 4; i++) {
        int step = i == 0 ? 1 : rows + i - 1;
        uint64_t pairs = stones & stones >> step;
        if (pairs & pairs >> 2 * step)
            return 1;
    }
    return 0;
}

/* Puts a stone into the column, and makes it the other player's turn.  Returns
 * 0 if the column is full. */
static inline int move(struct position *p, int column)
{
    uint64_t bottom = (uint64_t)1 << column * (p->rows + 1);
    uint64_t after = p->all | (p->all + bottom);
    if (after & bottom << p->rows)
        return 0;
    p->own ^= p->all; /* the stones of the other player, who moves next */
    p->all = after;
    p->n_free--;
    return 1;
}

/* Has the player who moved last won? */
static inline int is_lost(const struct position *p)
{
    return has_four(p->own ^ p->all, p->rows);
}

/* The columns are tried from the middle outwards; returns the i-th one, which
 * may lie outside the board. */
static inline int column_of(const struct position *p, int i)
{
    int middle = p->columns / 2, distance = (i + 1) / 2;
    return i % 2 ? middle - distance : middle + distance;
}

/* The value of a position for the player to move, cut to the range from alpha
 * to beta: 0 is a draw, and a win or a loss counts the more the sooner it
 * comes. */
static inline int plain_value(struct position p, int alpha, int beta)
{
    if (is_lost(&p))
        return -1 - p.n_free;
    if (p.n_free == 0)
        return 0;
    for (int i = 0; i < p.columns && alpha < beta; i++) {
        struct position next = p;
        int column = column_of(&p, i);
        if (column >= p.columns || column < 0 || !move(&next, column))
            continue;
        int value = -plain_value(next, -beta, -alpha);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

static inline struct position start(int argc, char **argv)
{
    if (argc != 3)
        usage("connect COLUMNS ROWS");
    struct position p = {0, 0, 0, 0, 0};
    p.columns = (int)number("COLUMNS", argv[1], 1, 9);
    p.rows = (int)number("ROWS", argv[2], 1, 6);
    p.n_free = p.columns * p.rows;
    return p;
}

static inline int judge(struct position p, int value)
{
    printf("connect(%d, %d) = %d\n", p.columns, p.rows, value);
    return verdict(value, plain_value(p, -100, 100));
}
