/*
 * lcs whose blocks also sleep for LCS_BLOCK nanoseconds (4,000,000), so that
 * more workers than CPUs show whether all of them always have something to do.
 * In the simulation that is what a block costs.
 */
#include "../examples/lcs.h"

static int slow_block(const unsigned char *a, long rows, const unsigned char *b,
                      long columns, unsigned char *side, unsigned char *edge)
{
    static long ns;
    if (ns == 0) {
        const char *text = getenv("LCS_BLOCK");
        ns = text ? atol(text) : 4000000;
    }
    int value = block(a, rows, b, columns, side, edge);
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
    return value;
}

#define block(...) slow_block(__VA_ARGS__)
#include "../examples/lcs.c"
