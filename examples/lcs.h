/*
 * The length of the longest common subsequence of two strings, random ones or
 * the contents of files: the wavefront of Shiina and Taura, "Distributed
 * Continuation Stealing is More Scalable than You Might Think", CLUSTER 2022,
 * figure 11.
 *
 * Cell (i, j) of the table is the length for the first i letters of one string
 * and the first j of the other.  From a cell to the next one in its row, or in
 * its column, the length rises by 0 or 1.  So the edge of a block of cells is
 * described by these steps, a byte each, and a block is computed from the steps
 * along its upper and left edges alone, whatever the value of its corner is.
 *
 * This file has the options, the strings, the block, and the report.  lcs.c
 * and bench/lcs_serial.c put the blocks in order.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flags.h"
#include "seconds.h"

enum {
    MAX_BLOCK = 1024,
    MAX_LETTERS = 1 << 26,
    CHECKED = 4096 /* strings up to this length are also compared by the simple
                    * algorithm */
};

/* --- Options --- */

struct parameters {
    long n;               /* -n, letters of each random string */
    long block;           /* -C, rows and columns of a block */
    long seed;            /* -s */
    long alphabet;        /* -a, number of different letters */
    const char *files[2]; /* -f, in place of random strings; or NULL */
};

static struct parameters lcs = {1 << 14, 512, 1, 4, {NULL, NULL}};

static inline void parse(int argc, char **argv)
{
    static long has_files;
    static const struct option_row rows[] = {
        {'n', "N", &lcs.n, 1, MAX_LETTERS, "letters of each random string"},
        {'s', "SEED", &lcs.seed, 0, 4294967295, "of the random strings"},
        {'a', "LETTERS", &lcs.alphabet, 1, 256, "different ones of these"},
        {'f', NULL, &has_files, 0, 1,
         "the strings are in the files A and B, of at most" OPTION_INDENT
         "67108864 bytes each; a newline at the end does not count"},
        {'C', "BLOCK", &lcs.block, 1, MAX_BLOCK,
         "rows and columns of a block; the last ones are smaller" OPTION_INDENT
         "where it does not divide the length"},
        {0}};
    int first = read_options("lcs", " | -f A B",
                             "finds the length of the longest common "
                             "subsequence of two strings:\n"
                             "random ones, or the bytes of two files",
                             rows, argc, argv);
    if (has_files && first + 2 > argc) {
        fprintf(stderr, "lcs: -f %s: a second file is wanted\n",
                first < argc ? argv[first] : "A");
        exit(2);
    }
    for (int i = 0; i < 2 && has_files; i++)
        lcs.files[i] = argv[first++];
    no_operands(first, argc, argv);
}

/* --- Strings --- */

/* The string down the side of the table, and the one along its top.  They are
 * static and made before the first spawn, so every worker has them, on a
 * cluster too. */
static unsigned char down[MAX_LETTERS], along[MAX_LETTERS];
static long n_down, n_along; /* letters */

/* Returns letter i of a random string, by the mixing function of splitmix64
 * (Steele, Lea and Flood, OOPSLA 2014). */
static inline unsigned char letter(int which, long i)
{
    uint64_t x = ((uint64_t)lcs.seed << 32 | (uint64_t)i << 1 | (unsigned)which) *
                 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (unsigned char)((x >> 32) * (uint64_t)lcs.alphabet >> 32);
}

/* Reads a file, without a newline at its end; returns the number of bytes. */
static inline long read_string(const char *name, unsigned char *bytes)
{
    FILE *f = fopen(name, "r");
    size_t n = f ? fread(bytes, 1, MAX_LETTERS, f) : 0;
    int more = f && n == MAX_LETTERS ? getc(f) : EOF;
    if (!f || ferror(f)) {
        fprintf(stderr, "lcs: %s: %s\n", name, strerror(errno));
        exit(1);
    }
    if (more != EOF) {
        fprintf(stderr, "lcs: %s has more than %d bytes\n", name, MAX_LETTERS);
        exit(1);
    }
    fclose(f);
    if (n > 0 && bytes[n - 1] == '\n')
        n--;
    return (long)n;
}

static inline void make_strings(void)
{
    if (lcs.files[0]) {
        n_down = read_string(lcs.files[0], down);
        n_along = read_string(lcs.files[1], along);
        return;
    }
    n_down = n_along = lcs.n;
    for (long i = 0; i < lcs.n; i++) {
        down[i] = letter(0, i);
        along[i] = letter(1, i);
    }
}

/* --- Squares of blocks --- */

/* Blocks down the side of the table, along its top, and along the longer of the
 * two. */
static inline long block_rows(void)
{
    return (n_down + lcs.block - 1) / lcs.block;
}

static inline long block_columns(void)
{
    return (n_along + lcs.block - 1) / lcs.block;
}

static inline long blocks(void)
{
    return block_rows() > block_columns() ? block_rows() : block_columns();
}

/* The number of letters of row or column k of blocks, of n letters in all; the
 * last one may have fewer. */
static inline long letters(long n, long k)
{
    long left = n - k * lcs.block;
    return left < lcs.block ? left : lcs.block;
}

/* A square of size by size blocks, where size is a power of two.  It may reach
 * beyond the table. */
struct square {
    long row, column, size; /* in blocks */
};

static inline struct square quarter(struct square s, int lower, int right)
{
    long half = s.size / 2;
    return (struct square){s.row + lower * half, s.column + right * half, half};
}

static inline int in_table(long row, long column)
{
    return row >= 0 && row < block_rows() && column >= 0 &&
           column < block_columns();
}

static inline int inside(struct square s)
{
    return in_table(s.row, s.column);
}

/* Of the quarters of a square the lower right one. */
static inline int is_last_quarter(struct square s)
{
    return s.row / s.size % 2 == 1 && s.column / s.size % 2 == 1;
}

/*
 * The number of gets of this square's future.  The squares to the right and
 * below, if they are in the table, get it twice: first to wait for it, then to
 * take their part.  The square between these two takes the corner, and main
 * takes the last square.
 */
static inline int consumers(struct square s)
{
    long row = s.row + s.size, column = s.column + s.size;
    int right = in_table(s.row, column), below = in_table(row, s.column);
    int last = inside(s) && !right && !below;
    return 2 * right + 2 * below + in_table(row, column) + last;
}

/* --- A block --- */

static inline short greater(short a, short b)
{
    return a > b ? a : b;
}

/* Computes the cells of one diagonal, from its upper end down.  A cell depends
 * on its upper and left neighbours, which are on the last diagonal, and on the
 * cell between these, which is on the diagonal before that. */
static inline void diagonal(short *restrict x, const short *restrict last,
                            const short *restrict before, const short *a,
                            const short *b, long count)
{
    for (long k = 0; k < count; k++) {
        short both = (short)(before[k] + (a[k] == b[k]));
        x[k] = greater(both, greater(last[k], last[k + 1]));
    }
}

/*
 * Computes the block of rows a and columns b.  In `side' the steps down the
 * left edge become those down the right edge, and in `edge' the steps along the
 * top become those along the bottom.  Returns by how much the last cell exceeds
 * the corner.
 *
 * It goes by diagonals, on which no cell depends on another, so that compilers
 * put eight cells or more into a vector; bench/lcs_kernels.c measures this way
 * and others.  A cell is indexed by its row, so b runs backwards.
 *
 * Not inlined, so that its arrays do not lie on the stack of a task that waits.
 * Aligned, so that it takes the same time in every program.
 */
static __attribute__((noinline, aligned(64), unused)) int
block(const unsigned char *a, long rows, const unsigned char *b, long columns,
      unsigned char *side, unsigned char *edge)
{
    /* The letters, and the values of cells less that of the block's corner.  No
     * two arrays are a page or nearly a page apart: a processor compares the
     * low bits of the address of a load with those of earlier stores, and would
     * take the one for the other. */
    short lines[5][MAX_BLOCK + 64];
    short *wide_a = lines[0], *wide_b = lines[1];
    short *x = lines[2], *last = lines[3], *before = lines[4];
    for (long i = 0; i < rows; i++)
        wide_a[i] = a[i];
    for (long j = 0; j < columns; j++)
        wide_b[columns - 1 - j] = b[j];
    /* The ends of the diagonals: along the top and down the left edge; then
     * along the bottom and down the right edge. */
    short top = 0, left = 0, bottom = 0, right = 0;
    last[0] = 0;
    for (long d = 1; d <= rows + columns; d++) {
        long low = d > columns ? d - columns : 1;
        long high = d > rows ? rows : d - 1;
        if (high >= low)
            diagonal(x + low, last + low - 1, before + low - 1,
                     wide_a + low - 1, wide_b + columns - d + low,
                     high - low + 1);
        if (d <= columns)
            x[0] = top = (short)(top + edge[d - 1]);
        if (d <= rows)
            x[d] = left = (short)(left + side[d - 1]);
        if (d == rows)
            bottom = left;
        if (d == columns)
            right = top;
        if (d > rows) {
            edge[d - rows - 1] = (unsigned char)(x[rows] - bottom);
            bottom = x[rows];
        }
        if (d > columns) {
            side[d - columns - 1] = (unsigned char)(x[d - columns] - right);
            right = x[d - columns];
        }
        short *t = before;
        before = last;
        last = x;
        x = t;
    }
    return bottom;
}

/* --- Report --- */

/* The simple algorithm: computes the length row by row. */
static inline int simple(void)
{
    int *row = (int *)calloc((size_t)n_along + 1, sizeof *row);
    if (!row) {
        fprintf(stderr, "lcs: no memory for a row of %ld cells\n", n_along);
        exit(1);
    }
    for (long i = 0; i < n_down; i++) {
        int corner = 0;
        for (long j = 0; j < n_along; j++) {
            int up = row[j + 1];
            if (down[i] == along[j])
                row[j + 1] = corner + 1;
            else if (row[j] > up)
                row[j + 1] = row[j];
            corner = up;
        }
    }
    int length = row[n_along];
    free(row);
    return length;
}

/* Prints the result; returns the exit status, 1 if it is known to be wrong. */
static inline int report(int length, double began)
{
    double took = seconds() - began;
    if (lcs.files[0])
        printf("strings of %ld and %ld letters", n_down, n_along);
    else
        printf("two strings of %ld letters out of %ld, seed %ld", lcs.n,
               lcs.alphabet, lcs.seed);
    printf("; %ld by %ld blocks of %ld by %ld cells\n", block_rows(),
           block_columns(), lcs.block, lcs.block);
    printf("%.6f s, %.0f million cells a second\n", took,
           1e-6 * (double)n_down * (double)n_along / took);
    if (n_down <= CHECKED && n_along <= CHECKED) {
        int right = simple();
        if (length != right) {
            fflush(stdout);
            fprintf(stderr, "wrong: %d, should be %d\n", length, right);
            return 1;
        }
        printf("right\n");
    }
    printf("%d\n", length);
    return 0;
}
