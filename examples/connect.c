/*
 * connect COLUMNS ROWS: finds the value of four in a row for the player who
 * begins, by alpha-beta search.  The first move of a position is searched
 * alone, for its bound; the other moves are tasks.  A move so good that the
 * opponent would not allow this position aborts them.  This program is in the
 * dialect of Cilk-5.
 */
#include <cilk.h>

#include "connect.h"

cilk int search(struct position p, int alpha, int beta)
{
    int is_first = 1;
    inlet void take(int value)
    {
        if (-value > alpha)
            alpha = -value;
        if (alpha >= beta)
            abort;
    }
    if (is_lost(&p) || p.n_free <= SERIAL)
        return plain_value(p, alpha, beta);
    for (int i = 0; i < p.columns && alpha < beta; i++) {
        struct position next = p;
        int column = column_of(&p, i);
        if (column >= p.columns || column < 0 || !move(&next, column))
            continue;
        take(spawn search(next, -beta, -alpha));
        if (is_first)
            sync;
        is_first = 0;
    }
    sync;
    return alpha;
}

cilk int main(int argc, char **argv)
{
    struct position p = start(argc, argv);
    int value;
    value = spawn search(p, -100, 100);
    sync;
    return judge(p, value);
}
