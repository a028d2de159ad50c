/*
 * pi N: estimates pi from N random points in a square, drawn in parallel.
 * ucilk_random derives its numbers from the strand that draws them, so the
 * output is the same on any number of workers, and in the serial elision.
 */
#include <ucilk/random.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include "answer.h"

enum { POINTS = 1000 }; /* drawn by an iteration */

/* Draws a point with coordinates from 0 to 2^32 - 1: is it in the quarter
 * circle? */
static long is_inside(void)
{
    uint64_t z = ucilk_random();
    uint64_t x = z >> 32, y = z & UINT32_MAX;
    unsigned __int128 square = (unsigned __int128)x * x;
    return (square + y * y) >> 64 == 0;
}

static long draw(long n)
{
    long inside = 0;
    for (long i = 0; i < n; i++)
        inside += is_inside();
    return inside;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("pi N");
    long n = number("N", argv[1], 1, 1000000000000);
    long UCILK_SUM(long) inside = 0;
    cilk_for(long i = 0; i < n / POINTS; i++) inside += draw(POINTS);
    inside += draw(n % POINTS);
    double pi = 4.0 * (double)inside / (double)n;
    printf("pi = %.6f, by %ld points of %ld\n", pi, inside, n);
    /* The estimate may be off by four standard deviations; that of one point is
     * 1.65. */
    double off = pi - 3.14159265358979;
    return verdict(off * off * (double)n < 16 * 1.65 * 1.65, 1);
}
