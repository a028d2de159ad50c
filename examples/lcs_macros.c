/* lcs.c without the tool. */
#include <stddef.h>
#include <ucilk/macros.h>

#include "lcs.h"

static const ucilk_future_t nobody; /* the future of a result that nobody
                                     * reads */

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

/* Computes a square of one block, from the futures of its neighbours. */
cilk_task(struct leaf, leaf, (struct square) s, (ucilk_future_t) above,
          (ucilk_future_t) before, (ucilk_future_t) between)
{
    struct leaf x;
    long rows = letters(s.row), columns = letters(s.column);
    ucilk_future_get_part(above, offsetof(struct leaf, edge), columns, x.edge);
    ucilk_future_get_part(before, offsetof(struct leaf, side), rows, x.side);
    ucilk_future_get_part(between, offsetof(struct leaf, corner),
                          sizeof x.corner, &x.corner);
    x.corner += block(down + s.row * lcs.block, rows,
                      along + s.column * lcs.block, columns, x.side, x.edge);
    return x;
}

cilk_declare(struct quarters, split, (struct square) s, (ucilk_future_t) above,
             (ucilk_future_t) before, (ucilk_future_t) between);

cilk_task(ucilk_future_t, start, (struct square) s, (ucilk_future_t) above,
          (ucilk_future_t) before, (ucilk_future_t) between)
{
    if (s.size == 1)
        return cilk_future_k(consumers(s), leaf, s, above, before, between);
    return cilk_future_k(consumers(s), split, s, above, before, between);
}

/*
 * Starts a square of the table once the squares above and before it are done,
 * or have started their quarters.  Started earlier, its tasks could only wait
 * and take memory; so the squares that are started and not done lie along a
 * line through the table.
 */
ucilk_future_t begin(struct square s, ucilk_future_t above,
                     ucilk_future_t before, ucilk_future_t between)
{
    if (!inside(s))
        return nobody;
    ucilk_future_get_part(above, 0, 0, NULL);
    ucilk_future_get_part(before, 0, 0, NULL);
    return start(s, above, before, between);
}

cilk_define(struct quarters, split, (struct square) s, (ucilk_future_t) above,
            (ucilk_future_t) before, (ucilk_future_t) between)
{
    struct quarters a = ucilk_future_get(struct quarters, above);
    struct quarters b = ucilk_future_get(struct quarters, before);
    struct quarters c = ucilk_future_get(struct quarters, between), x;
    x.at[0][0] = begin(quarter(s, 0, 0), a.at[1][0], b.at[0][1], c.at[1][1]);
    x.at[0][1] = begin(quarter(s, 0, 1), a.at[1][1], x.at[0][0], a.at[1][0]);
    x.at[1][0] = begin(quarter(s, 1, 0), x.at[0][0], b.at[1][1], b.at[0][1]);
    x.at[1][1] = begin(quarter(s, 1, 1), x.at[0][1], x.at[1][0], x.at[0][0]);
    return x;
}

/* Makes the future of a square of zeros above or before the table. */
ucilk_future_t beyond(struct square s)
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

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_strings();
    double began = seconds();
    struct square s = {0, 0, 1};
    while (s.size < blocks())
        s.size *= 2;
    ucilk_future_t f = begin(s, beyond((struct square){-s.size, 0, s.size}),
                             beyond((struct square){0, -s.size, s.size}),
                             beyond((struct square){-s.size, -s.size, s.size}));
    while (s.size > 1) {
        struct quarters x = ucilk_future_get(struct quarters, f);
        int far = inside(quarter(s, 1, 1));
        s = quarter(s, far, far);
        f = x.at[far][far];
    }
    int length;
    ucilk_future_get_part(f, offsetof(struct leaf, corner), sizeof length,
                          &length);
    return report(length, began);
}
