/*
 * queens: the ways to put N queens on a board, by halves (Akiyama & Taura,
 * HPDC'15): a task has some places of one row to try, and divides them into two
 * subtasks, or has a single place and goes on to the next row.  queens -h lists
 * the flags.
 */
#include <ucilk/ucilk.h>

#include "rows.h"
#include "runs.h"

static struct {
    long n;
} wanted = {10};

/* About half of these places, the lower ones. */
static unsigned lower_half(unsigned places)
{
    unsigned half = 0;
    for (int n = __builtin_popcount(places) / 2; n > 0; n--) {
        half |= places & -places;
        places &= places - 1;
    }
    return half;
}

/* The solutions with a queen at one of these places of row r. */
long place(struct row r, unsigned places)
{
    while (places && !(places & (places - 1))) {
        r = put(r, places);
        if (r.below == 0)
            return 1;
        places = free_places(r);
    }
    if (places == 0)
        return 0;
    unsigned lower = lower_half(places);
    long a = spawn place(r, lower);
    long b = spawn place(r, places & ~lower);
    sync;
    return a + b;
}

int main(int argc, char **argv)
{
    static const struct option_row flags[] = {
        {'n', "N", &wanted.n, 1, MAX_ROWS, "queens"}, RUN_FLAGS, {0}};
    parse_options("queens", "counts the ways to put N queens on a board", flags,
                  argc, argv);
    struct row r = first_row((int)wanted.n);
    while (runs_left()) {
        run_begins();
        long found = spawn place(r, free_places(r));
        sync;
        run_ends(found == solutions[wanted.n]);
    }
    return report_runs("queens", 0);
}
