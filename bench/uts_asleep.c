/*
 * uts whose nodes also sleep for 1 ms, so that more workers than CPUs show
 * whether all of them have something to do.
 */
#include "../examples/uts.h"

static int slow_children(const struct node *n)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return children(n);
}

#define children(n) slow_children(n)
#include "../examples/uts.c"
