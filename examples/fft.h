/*
 * The Fourier transform of n complex numbers, n a power of two:
 *
 *     X[k] = the sum of x[j] exp(-2 pi i j k / n) over all j
 *
 * from the transforms of the numbers at even and at odd places (Cooley and
 * Tukey, Mathematics of Computation 19, 1965).
 *
 * This file has the options, the input, the roots of unity, the transforms that
 * one task computes alone, and the report.  fft.c splits the
 * work into tasks.
 */
#pragma once

#include "options.h"

#include <complex.h>
#include <math.h>

enum {
    ALONE = 1024,   /* a task transforms up to so many numbers alone */
    PIECE = 4096,   /* and so many in a pass that parts or combines */
    CHECKED = 2048, /* up to so many numbers are all checked */
    SAMPLES = 16    /* of more numbers so many are checked */
};

struct parameters {
    long n, seed;
};

static struct parameters fft = {1 << 20, 1};

static inline void parse(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'n', "N", &fft.n, 1, 1 << 28, "numbers, a power of two"},
        {'s', "SEED", &fft.seed, 0, 1 << 23, "of the numbers"},
        {0}};
    parse_options("fft", "does a Fourier transform, and back", rows, argc,
                  argv);
    if (fft.n & (fft.n - 1)) {
        fprintf(stderr, "fft: -n %ld: not a power of two\n", fft.n);
        exit(2);
    }
}

/* --- Numbers --- */

/* The numbers that are transformed, an array of the same length to work with,
 * and a copy of the input. */
static double complex *data, *other, *input;

/* For each power of two m and each k < m / 2, exp(-2 pi i k / m) is at index
 * m / 2 + k.  So the roots that a pass needs lie side by side. */
static double complex *roots;

/* The same as CMPLX of C11, which clang 14 and others lack. */
static inline double complex complex_of(double real, double imaginary)
{
    union {
        double part[2];
        double complex whole;
    } z = {{real, imaginary}};
    return z.whole;
}

static inline double complex root(long k, long m)
{
    double angle = -2 * 3.141592653589793 * (double)k / (double)m;
    return complex_of(cos(angle), sin(angle));
}

/* Multiplies without C's extra code for infinities and NaN. */
static inline double complex times(double complex a, double complex b)
{
    return complex_of(creal(a) * creal(b) - cimag(a) * cimag(b),
                      creal(a) * cimag(b) + cimag(a) * creal(b));
}

static inline void make_arrays(void)
{
    data = (double complex *)allocate(fft.n, sizeof *data);
    other = (double complex *)allocate(fft.n, sizeof *other);
    input = (double complex *)allocate(fft.n, sizeof *input);
    roots = (double complex *)allocate(fft.n, sizeof *roots);
}

/* Makes number i of the input, and number i of the roots. */
static inline void make_number(long i)
{
    uint64_t x = draw(fft.seed, i);
    data[i] = complex_of((double)(x >> 32) / 2147483648.0 - 1,
                         (double)(x & 0xffffffff) / 2147483648.0 - 1);
    input[i] = data[i];
    long half = 1;
    while (2 * half <= i)
        half *= 2;
    roots[i] = i == 0 ? 0 : root(i - half, 2 * half);
}

/* --- Transforms --- */

/* Marks a function that takes the same time in every program: it is not
 * inlined, and begins at a cache line. */
#define KERNEL static __attribute__((noinline, aligned(64)))

/* The pass after the two transforms: makes numbers [first, last) of each half
 * of the result from the transforms of the numbers at even places and at odd
 * places, which are the halves of `from'. */
KERNEL void combine(double complex *restrict to,
                    const double complex *restrict from, long n, long first,
                    long last)
{
    const double complex *w = roots + n / 2;
    for (long k = first; k < last; k++) {
        double complex odd = times(w[k], from[n / 2 + k]);
        to[k] = from[k] + odd;
        to[n / 2 + k] = from[k] - odd;
    }
}

/* The pass before: moves the numbers at even places into one half of `to', and
 * those at odd places into the other. */
KERNEL void part(double complex *restrict to,
                 const double complex *restrict from, long n, long first,
                 long last)
{
    for (long k = first; k < last; k++) {
        to[k] = from[2 * k];
        to[n / 2 + k] = from[2 * k + 1];
    }
}

/* Transforms x in place, with `scratch' of the same length.  Each pass goes
 * from one array to the other and makes the transforms twice as long. */
KERNEL void alone(double complex *x, double complex *scratch, long n)
{
    double complex *from = x, *to = scratch;
    for (long length = 2; length <= n; length *= 2) {
        /* The numbers of a transform are n / length apart. */
        long apart = n / length;
        for (long k = 0; k < length / 2; k++) {
            double complex w = roots[length / 2 + k];
            const double complex *restrict even = from + 2 * k * apart;
            const double complex *restrict odd = even + apart;
            double complex *restrict low = to + k * apart;
            double complex *restrict high = low + n / 2;
            for (long s = 0; s < apart; s++) {
                double complex o = times(w, odd[s]);
                low[s] = even[s] + o;
                high[s] = even[s] - o;
            }
        }
        double complex *t = from;
        from = to;
        to = t;
    }
    if (from != x)
        memcpy(x, from, (size_t)n * sizeof *x);
}

/* --- Report --- */

/* X[k], by the sum at the head of this file. */
static inline double complex directly(long k)
{
    double complex sum = 0;
    for (long j = 0; j < fft.n; j++)
        sum += times(input[j], root((long)((unsigned long)j * (unsigned long)k %
                                           (unsigned long)fft.n),
                                    fft.n));
    return sum;
}

static inline double power(const double complex *x)
{
    double sum = 0;
    for (long i = 0; i < fft.n; i++)
        sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
    return sum;
}

static int is_wrong;

static inline void expect(double error, double limit, const char *what)
{
    if (error <= limit)
        return;
    fflush(stdout);
    fprintf(stderr, "wrong: %s is off by %g\n", what, error);
    is_wrong = 1;
}

/* Checks the transform against the sum, and its power. */
static inline void check_transform(void)
{
    double error = 0;
    int all = fft.n <= CHECKED;
    for (long i = 0; i < (all ? fft.n : SAMPLES); i++) {
        long k = all ? i : (long)(draw(fft.seed, ~i) % (unsigned long)fft.n);
        error = fmax(error, cabs(data[k] - directly(k)));
    }
    expect(error, 1e-13 * (double)fft.n, "the transform");
    /* Parseval: the power of X is n times that of x. */
    expect(fabs(power(data) / (double)fft.n / power(input) - 1), 1e-12,
           "the transform's power");
}

/* The inverse transform is the transform of the conjugates, but for a factor
 * n. */
static inline void turn(long i)
{
    data[i] = conj(data[i]) / (double)fft.n;
}

static inline void check_back(void)
{
    double error = 0;
    for (long i = 0; i < fft.n; i++)
        error = fmax(error, cabs(conj(data[i]) - input[i]));
    expect(error, 1e-12, "what came back");
}

/* Prints the report; returns the exit status, 1 if something is wrong. */
static inline int report(double took, double complex sum)
{
    free(data);
    free(other);
    free(input);
    free(roots);
    printf("%ld numbers, seed %ld\n", fft.n, fft.seed);
    printf("%.6f s, %.0f million floating point operations a second\n", took,
           5e-6 * (double)fft.n * log2((double)fft.n) / took);
    if (is_wrong)
        return 1;
    printf("right\n%.9g %.9g\n", creal(sum), cimag(sum));
    return 0;
}

/* The sum of some numbers of the transform, which is printed. */
static inline double complex digest(void)
{
    double complex sum = 0;
    for (long i = 0; i < SAMPLES; i++)
        sum += data[draw(fft.seed, ~i) % (unsigned long)fft.n];
    return sum;
}
