/* N queens row by row: which places of a row are free, as bits. */
#pragma once

enum { MAX_ROWS = 18 };

static const long solutions[MAX_ROWS + 1] = {
    1,   1,    0,     0,     2,      10,      4,        40,       92,       352,
    724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624};

/* What the queens of the rows above attack in this row, a bit a column. */
struct row {
    unsigned all, columns, left, right;
    int below; /* rows without a queen */
};

static inline unsigned free_places(struct row r)
{
    return r.all & ~(r.columns | r.left | r.right);
}

/* The next row, with a queen at the lowest of these places. */
static inline struct row put(struct row r, unsigned places)
{
    unsigned queen = places & -places;
    return (struct row){r.all, r.columns | queen, (r.left | queen) << 1,
                        (r.right | queen) >> 1, r.below - 1};
}

/* The first row of a board without queens. */
static inline struct row first_row(int n)
{
    return (struct row){(1u << n) - 1, 0, 0, 0, n};
}
