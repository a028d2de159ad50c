/* fft.c without the tool. */
#include <ucilk/macros.h>

#include "fft.h"

cilk_static_task(void, part_all, (double complex *) to,
                 (const double complex *) from, (long) n, (long) first,
                 (long) last)
{
    if (last - first <= PIECE) {
        part(to, from, n, first, last);
        return;
    }
    long middle = first + (last - first) / 2;
    spawn(part_all, to, from, n, first, middle);
    part_all(to, from, n, middle, last);
    sync;
}

cilk_static_task(void, combine_all, (double complex *) to,
                 (const double complex *) from, (long) n, (long) first,
                 (long) last)
{
    if (last - first <= PIECE) {
        combine(to, from, n, first, last);
        return;
    }
    long middle = first + (last - first) / 2;
    spawn(combine_all, to, from, n, first, middle);
    combine_all(to, from, n, middle, last);
    sync;
}

/* Transforms x in place; `scratch' is as long as x. */
cilk_static_task(void, transform, (double complex *) x,
                 (double complex *) scratch, (long) n)
{
    if (n <= ALONE) {
        alone(x, scratch, n);
        return;
    }
    part_all(scratch, x, n, 0, n / 2);
    spawn(transform, scratch, x, n / 2);
    transform(scratch + n / 2, x + n / 2, n / 2);
    sync;
    combine_all(x, scratch, n, 0, n / 2);
}

cilk_loop(make, (long) i)
{
    make_number(i);
}

cilk_loop(turn_number, (long) i)
{
    turn(i);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_arrays();
    cilk_for(make, 0, fft.n);
    double began = seconds();
    transform(data, other, fft.n);
    double took = seconds() - began;
    double complex sum = digest();
    check_transform();
    cilk_for(turn_number, 0, fft.n);
    transform(data, other, fft.n);
    check_back();
    return report(took, sum);
}
