/*
 * lcs whose blocks declare what they cost, for the simulation: LCS_BLOCK
 * nanoseconds each (ucilk_work), 872,000 if that is not set, as a block of 512
 * by 512 takes on Wisteria-O.
 */
#include <ucilk/workers.h>

#include "../examples/lcs.h"

static int declared_block(const unsigned char *a, long rows,
                          const unsigned char *b, long columns,
                          unsigned char *side, unsigned char *edge)
{
    static unsigned long cost;
    if (cost == 0) {
        const char *text = getenv("LCS_BLOCK");
        cost = text ? strtoul(text, NULL, 10) : 872000;
    }
    int value = block(a, rows, b, columns, side, edge);
    ucilk_work(cost);
    return value;
}

#define block(...) declared_block(__VA_ARGS__)
#include "../examples/lcs.c"
