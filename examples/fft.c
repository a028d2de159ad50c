/*
 * fft [FLAG VALUE]...: computes the Fourier transform of random numbers, and
 * transforms it back.  fft -h lists the flags; fft.h says what is computed.
 *
 * A transform moves the numbers at even and at odd places into two halves of
 * the other array, transforms both halves at the same time, and combines them.
 * A task works on its own part of both arrays, so a small enough part stays in
 * the cache.
 */
#include <ucilk/ucilk.h>

#include "fft.h"

static void part_all(double complex *to, const double complex *from, long n,
                     long first, long last)
{
    if (last - first <= PIECE) {
        part(to, from, n, first, last);
        return;
    }
    long middle = first + (last - first) / 2;
    spawn part_all(to, from, n, first, middle);
    part_all(to, from, n, middle, last);
    sync;
}

static void combine_all(double complex *to, const double complex *from, long n,
                        long first, long last)
{
    if (last - first <= PIECE) {
        combine(to, from, n, first, last);
        return;
    }
    long middle = first + (last - first) / 2;
    spawn combine_all(to, from, n, first, middle);
    combine_all(to, from, n, middle, last);
    sync;
}

/* Transforms x in place; `scratch' is as long as x. */
static void transform(double complex *x, double complex *scratch, long n)
{
    if (n <= ALONE) {
        alone(x, scratch, n);
        return;
    }
    part_all(scratch, x, n, 0, n / 2);
    spawn transform(scratch, x, n / 2);
    transform(scratch + n / 2, x + n / 2, n / 2);
    sync;
    combine_all(x, scratch, n, 0, n / 2);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_arrays();
    cilk_for (long i = 0; i < fft.n; i++)
        make_number(i);
    double began = seconds();
    transform(data, other, fft.n);
    double took = seconds() - began;
    double complex sum = digest();
    check_transform();
    cilk_for (long i = 0; i < fft.n; i++)
        turn(i);
    transform(data, other, fft.n);
    check_back();
    return report(took, sum);
}
