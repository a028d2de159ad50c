/*
 * The results of lcs.c: a block is the result of a future, of
 * which its neighbours get the parts that they need.  A larger square's result
 * is the futures of its quarters.
 */
#pragma once

#include <stddef.h>
#include <ucilk/futures.h>

#include "lcs.h"

static const ucilk_future_t nobody; /* of what nobody needs */

/* The result of a square of more than one block. */
struct quarters {
    ucilk_future_t at[2][2]; /* [lower][right] */
};

/* The result of a block. */
struct leaf {
    unsigned char side[MAX_BLOCK]; /* steps down its right edge */
    unsigned char edge[MAX_BLOCK]; /* steps along its bottom */
    int corner;                    /* value of its last cell */
};

/* On a cluster those that lie on other nodes are asked for at the same time. */
static inline void prefetch(ucilk_future_t above, ucilk_future_t before,
                            ucilk_future_t between)
{
    ucilk_future_prefetch(above);
    ucilk_future_prefetch(before);
    ucilk_future_prefetch(between);
}

/* Waits until these squares are done, or have started their quarters. */
static inline void await(ucilk_future_t above, ucilk_future_t before)
{
    ucilk_future_get_part(above, 0, 0, NULL);
    ucilk_future_get_part(before, 0, 0, NULL);
}

/* The block of a square of one, from its neighbours' futures.  Not inlined, so
 * that the stack of a task that waits holds no block. */
static __attribute__((noinline)) struct leaf
computed(struct square s, ucilk_future_t above, ucilk_future_t before,
         ucilk_future_t between)
{
    struct leaf x;
    long height = letters(n_down, s.row), width = letters(n_along, s.column);
    ucilk_future_get_part(above, offsetof(struct leaf, edge), width, x.edge);
    ucilk_future_get_part(before, offsetof(struct leaf, side), height, x.side);
    ucilk_future_get_part(between, offsetof(struct leaf, corner),
                          sizeof x.corner, &x.corner);
    x.corner += block(down + s.row * lcs.block, height,
                      along + s.column * lcs.block, width, x.side, x.edge);
    return x;
}

/* The same as a task. */
static inline struct leaf leaf(struct square s, ucilk_future_t above,
                               ucilk_future_t before, ucilk_future_t between)
{
    if (is_last_quarter(s))
        await(above, before);
    return computed(s, above, before, between);
}

/* A square of zeros above or before the table. */
static inline ucilk_future_t beyond(struct square s)
{
    static const struct leaf zeros;
    ucilk_future_t f;
    if (consumers(s) == 0)
        return nobody;
    if (s.size == 1) {
        f = ucilk_future_from(struct leaf, zeros);
    } else {
        struct quarters x;
        for (int i = 0; i < 4; i++)
            x.at[i / 2][i % 2] = beyond(quarter(s, i / 2, i % 2));
        f = ucilk_future_from(struct quarters, x);
    }
    if (consumers(s) > 1)
        ucilk_future_share(&f, consumers(s) - 1);
    return f;
}

/* The value of the table's last cell, from the future of the square that has
 * all of it. */
static inline int last_value(struct square s, ucilk_future_t f)
{
    if (!inside(s)) /* an empty string */
        return 0;
    while (s.size > 1) {
        struct quarters x = ucilk_future_get(struct quarters, f);
        int lower = inside(quarter(s, 1, 0)), right = inside(quarter(s, 0, 1));
        s = quarter(s, lower, right);
        f = x.at[lower][right];
    }
    int value;
    ucilk_future_get_part(f, offsetof(struct leaf, corner), sizeof value,
                          &value);
    return value;
}
