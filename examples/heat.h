/*
 * Heat in a plate of rows by columns of cells whose edge is kept at 0.  In each
 * step a cell exchanges heat with its four neighbours:
 *
 *     next = now + RATE (up + down + left + right - 4 now).
 *
 * The plate starts as a sum of waves, each sin(p pi i / (rows + 1)) times
 * sin(q pi j / (columns + 1)).  A step multiplies each wave by a constant, so
 * the right value of every cell at the end is known without computing the
 * steps.
 *
 * This file has the options, the waves, the step of a block, and the report.
 * heat.c halves the plate down to blocks.
 */
#pragma once

#include "options.h"

#include <math.h>

enum { WAVES = 4 };
#define RATE 0.2 /* stable below 0.25 */
#define PI 3.141592653589793

struct parameters {
    long rows, columns, steps, block, seed;
};

static struct parameters heat = {1000, 1000, 200, 128, 1};

static inline void parse(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'n', "ROWS", &heat.rows, 1, 1 << 20, "of the plate"},
        {'m', "COLUMNS", &heat.columns, 1, 1 << 20, "of the plate"},
        {'t', "STEPS", &heat.steps, 0, 1 << 30, "in time"},
        {'b', "BLOCK", &heat.block, 1, 1 << 20,
         "rows and columns that a task works on at most"},
        {'s', "SEED", &heat.seed, 0, 1 << 23, "of the plate's heat"},
        {0}};
    parse_options("heat", "works out how heat spreads in a plate", rows, argc,
                  argv);
}

/* --- The plate --- */

/* The plates of this step and of the next.  The cells are in rows and columns
 * from 1 on; those around them stay 0. */
static double *now, *next;

static inline double *row(double *plate, long i)
{
    return plate + i * (heat.columns + 2);
}

struct area {
    long row, column, rows, columns;
};

static inline struct area plate(void)
{
    return (struct area){1, 1, heat.rows, heat.columns};
}

static inline int is_block(struct area a)
{
    return a.rows <= heat.block && a.columns <= heat.block;
}

/* The first or second half of an area, across its longer side. */
static inline struct area half(struct area a, int second)
{
    if (a.rows >= a.columns) {
        long first = a.rows / 2;
        a.row += second ? first : 0;
        a.rows = second ? a.rows - first : first;
    } else {
        long first = a.columns / 2;
        a.column += second ? first : 0;
        a.columns = second ? a.columns - first : first;
    }
    return a;
}

/* Computes the next step of an area. */
static inline void update(struct area a)
{
    for (long i = a.row; i < a.row + a.rows; i++) {
        const double *restrict up = row(now, i - 1), *restrict at = row(now, i),
                               *restrict down = row(now, i + 1);
        double *restrict to = row(next, i);
        for (long j = a.column; j < a.column + a.columns; j++)
            to[j] = at[j] + RATE * (up[j] + down[j] + at[j - 1] + at[j + 1] -
                                    4 * at[j]);
    }
}

static inline void end_step(void)
{
    double *plate = now;
    now = next;
    next = plate;
}

/* --- Waves --- */

static struct wave {
    long p, q;
    double height;
    double *along; /* sin(q pi j / (columns + 1)) */
} wave[WAVES];

/* Wave 0 is always the one that falls most slowly (p = q = 1); without it all
 * waves might fall below the rounding errors. */
static inline void make_waves(void)
{
    size_t cells = (size_t)(heat.rows + 2) * (size_t)(heat.columns + 2);
    now = (double *)allocate((long)cells, sizeof *now);
    next = (double *)allocate((long)cells, sizeof *next);
    for (int k = 0; k < WAVES; k++) {
        uint64_t x = draw(heat.seed, k);
        struct wave *w = &wave[k];
        w->p = k ? 1 + (long)(x % 8) % heat.rows : 1;
        w->q = k ? 1 + (long)(x / 8 % 8) % heat.columns : 1;
        w->height = 1 + (double)(x >> 32) / 4294967296.0;
        w->along = (double *)allocate(heat.columns + 2, sizeof(double));
        for (long j = 0; j < heat.columns + 2; j++)
            w->along[j] =
                sin((double)(w->q * j) * PI / (double)(heat.columns + 1));
    }
}

/* The factor by which a step multiplies a wave. */
static inline double factor(const struct wave *w)
{
    double p = sin((double)w->p * PI / 2 / (double)(heat.rows + 1));
    double q = sin((double)w->q * PI / 2 / (double)(heat.columns + 1));
    return 1 - 4 * RATE * (p * p + q * q);
}

/* Computes the heat of a row after `steps' steps. */
static inline void make_row(double *to, long i, long steps)
{
    memset(to, 0, (size_t)(heat.columns + 2) * sizeof *to);
    if (i == 0 || i > heat.rows)
        return;
    for (int k = 0; k < WAVES; k++) {
        const struct wave *w = &wave[k];
        double height = w->height * pow(factor(w), (double)steps) *
                        sin((double)(w->p * i) * PI / (double)(heat.rows + 1));
        for (long j = 1; j <= heat.columns; j++)
            to[j] += height * w->along[j];
    }
}

/* Sets a row of both plates to the heat at the start; no step writes the
 * edges. */
static inline void start_row(long i)
{
    make_row(row(now, i), i, 0);
    memcpy(row(next, i), row(now, i),
           (size_t)(heat.columns + 2) * sizeof *next);
}

/* --- Report --- */

/* Prints the result; returns the exit status, 1 if it is wrong. */
static inline int report(double began)
{
    double took = seconds() - began, sum = 0, error = 0, greatest = 0;
    printf("%ld by %ld cells, %ld steps, blocks of %ld, seed %ld\n", heat.rows,
           heat.columns, heat.steps, heat.block, heat.seed);
    printf("%.6f s, %.0f million cells a second\n", took,
           1e-6 * (double)heat.rows * (double)heat.columns *
               (double)heat.steps / took);
    double *right = (double *)allocate(heat.columns + 2, sizeof *right);
    for (long i = 0; i < heat.rows + 2; i++) {
        make_row(right, i, heat.steps);
        for (long j = 0; j < heat.columns + 2; j++) {
            error = fmax(error, fabs(row(now, i)[j] - right[j]));
            greatest = fmax(greatest, fabs(right[j]));
            sum += row(now, i)[j];
        }
    }
    free(right);
    for (int k = 0; k < WAVES; k++)
        free(wave[k].along);
    free(now);
    free(next);
    /* The 1e-300 is for heat that has fallen below the smallest doubles. */
    if (!(error <= 1e-10 * greatest + 1e-300)) {
        fflush(stdout);
        fprintf(stderr, "wrong: a cell is off by %g, of %g at most\n", error,
                greatest);
        return 1;
    }
    printf("right\n%.12g\n", sum);
    return 0;
}
