/*
 * lcs whose blocks also sleep for 4 ms, so that more workers than CPUs show
 * whether all of them always have something to do.
 */
#include "../examples/lcs.h"

static int slow_block(const unsigned char *a, long rows, const unsigned char *b,
                      long columns, unsigned char *side, unsigned char *edge)
{
    int value = block(a, rows, b, columns, side, edge);
    nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL);
    return value;
}

#define block(...) slow_block(__VA_ARGS__)
#include "../examples/lcs.c"
