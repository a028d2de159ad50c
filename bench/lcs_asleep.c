/*
 * lcs whose blocks take 4 ms more, asleep: so that more workers than there are
 * CPUs can show whether all of them always have something to do.
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
