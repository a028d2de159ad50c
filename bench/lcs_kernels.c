/*
 * lcs_kernels: five ways to compute a block of lcs, 512 by 512 cells, on one
 * core: the cells a second of each, the best of ROUNDS.  All read and write the
 * same steps (examples/lcs.h); their results are compared first.
 */
#include "../examples/lcs.h"

enum { C = 512, ROUNDS = 15 };

typedef void kernel(const unsigned char *a, long rows, const unsigned char *b,
                    long columns, unsigned char *side, unsigned char *edge);

/* Rows of ints: the simplest way. */
static void rows_of_ints(const unsigned char *a, long rows,
                         const unsigned char *b, long columns,
                         unsigned char *side, unsigned char *edge)
{
    int row[C + 1] = {0};
    for (long j = 0; j < columns; j++)
        row[j + 1] = row[j] + edge[j];
    for (long i = 0; i < rows; i++) {
        int corner = row[0], last = row[columns];
        row[0] += side[i];
        int left = row[0];
        for (long j = 0; j < columns; j++) {
            int up = row[j + 1], x = corner + (a[i] == b[j]);
            x = x > up ? x : up;
            left = x > left ? x : left;
            row[j + 1] = left;
            corner = up;
        }
        side[i] = (unsigned char)(row[columns] - last);
    }
    for (long j = 0; j < columns; j++)
        edge[j] = (unsigned char)(row[j + 1] - row[j]);
}

static void diagonal_of_ints(int *restrict x, const int *restrict last,
                             const int *restrict before, const int *a,
                             const int *b, long count)
{
    for (long k = 0; k < count; k++) {
        int both = before[k] + (a[k] == b[k]);
        int one = last[k] > last[k + 1] ? last[k] : last[k + 1];
        x[k] = both > one ? both : one;
    }
}

/* The same as block() of lcs.h, with ints. */
static void diagonals_of_ints(const unsigned char *a, long rows,
                              const unsigned char *b, long columns,
                              unsigned char *side, unsigned char *edge)
{
    int wide_a[C], wide_b[C], cells[3][C + 1];
    int top[C + 1] = {0}, left[C + 1] = {0}, right[C + 1], bottom[C + 1];
    int *x = cells[0], *last = cells[1], *before = cells[2];
    for (long i = 0; i < rows; i++) {
        wide_a[i] = a[i];
        left[i + 1] = left[i] + side[i];
    }
    for (long j = 0; j < columns; j++) {
        wide_b[columns - 1 - j] = b[j];
        top[j + 1] = top[j] + edge[j];
    }
    right[0] = top[columns];
    bottom[0] = left[rows];
    last[0] = 0;
    for (long d = 1; d <= rows + columns; d++) {
        long low = d > columns ? d - columns : 1;
        long high = d > rows ? rows : d - 1;
        if (high >= low)
            diagonal_of_ints(x + low, last + low - 1, before + low - 1,
                             wide_a + low - 1, wide_b + columns - d + low,
                             high - low + 1);
        if (d <= columns)
            x[0] = top[d];
        else
            right[d - columns] = x[d - columns];
        if (d <= rows)
            x[d] = left[d];
        else
            bottom[d - rows] = x[rows];
        int *t = before;
        before = last;
        last = x;
        x = t;
    }
    for (long i = 0; i < rows; i++)
        side[i] = (unsigned char)(right[i + 1] - right[i]);
    for (long j = 0; j < columns; j++)
        edge[j] = (unsigned char)(bottom[j + 1] - bottom[j]);
}

static void diagonals_of_shorts(const unsigned char *a, long rows,
                                const unsigned char *b, long columns,
                                unsigned char *side, unsigned char *edge)
{
    block(a, rows, b, columns, side, edge);
}

static void diagonal_of_steps(unsigned char *restrict side,
                              unsigned char *restrict edge,
                              const unsigned char *restrict a,
                              const unsigned char *restrict b, long count)
{
    for (long k = 0; k < count; k++) {
        unsigned char match = a[k] == b[k], s = side[k], e = edge[k];
        side[k] = (s | match) & (e ^ 1);
        edge[k] = (e | match) & (s ^ 1);
    }
}

/* Diagonals of steps, without the cells' values: a cell is one more than its
 * corner if the letters match, or if a step leads to one of its neighbours. */
static void diagonals_of_steps(const unsigned char *a, long rows,
                               const unsigned char *b, long columns,
                               unsigned char *side, unsigned char *edge)
{
    unsigned char back_b[C], back_edge[C];
    for (long j = 0; j < columns; j++) {
        back_b[columns - 1 - j] = b[j];
        back_edge[columns - 1 - j] = edge[j];
    }
    for (long d = 0; d < rows + columns - 1; d++) {
        long low = d >= columns ? d - columns + 1 : 0;
        long high = d < rows ? d : rows - 1, shift = columns - 1 - d + low;
        diagonal_of_steps(side + low, back_edge + shift, a + low,
                          back_b + shift, high - low + 1);
    }
    for (long j = 0; j < columns; j++)
        edge[j] = back_edge[columns - 1 - j];
}

/*
 * Rows with 64 cells in a word, after Crochemore, Iliopoulos, Pinzon and Reid,
 * IPL 80 (2001).  A bit is set where there is no step, and an addition carries
 * a step to the next match.  The carry into a row is the step down the left
 * edge, the carry out of it is the step down the right edge.
 */
static void rows_of_bits(const unsigned char *a, long rows,
                         const unsigned char *b, long columns,
                         unsigned char *side, unsigned char *edge)
{
    enum { WORDS = C / 64 };
    static uint64_t matches[256][WORDS];
    uint64_t flat[WORDS] = {0};
    /* Only the letters of `a' are looked up. */
    for (long i = 0; i < rows; i++)
        memset(matches[a[i]], 0, sizeof *matches);
    for (long j = 0; j < columns; j++) {
        matches[b[j]][j / 64] |= (uint64_t)1 << j % 64;
        flat[j / 64] |= (uint64_t)!edge[j] << j % 64;
    }
    for (long i = 0; i < rows; i++) {
        const uint64_t *match = matches[a[i]];
        unsigned long long carry = side[i];
        for (long w = 0; w < WORDS; w++) {
            unsigned long long sum, hits = flat[w] & match[w];
            int over = __builtin_uaddll_overflow(flat[w], hits, &sum);
            over |= __builtin_uaddll_overflow(sum, carry, &sum);
            flat[w] = sum | (flat[w] & ~match[w]);
            carry = (unsigned long long)over;
        }
        side[i] = (unsigned char)carry;
    }
    for (long j = 0; j < columns; j++)
        edge[j] = !(flat[j / 64] >> j % 64 & 1);
}

static const struct {
    const char *name;
    kernel *run;
} kernels[] = {
    {"rows, ints", rows_of_ints},
    {"diagonals, ints", diagonals_of_ints},
    {"diagonals, 16 bits (lcs)", diagonals_of_shorts},
    {"diagonals, steps", diagonals_of_steps},
    {"rows, bits", rows_of_bits},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* Checks on random steps that all give the same. */
static void check(void)
{
    for (long seed = 0; seed < 50; seed++) {
        unsigned char side[KERNELS][C], edge[KERNELS][C];
        lcs.seed = seed;
        for (long i = 0; i < C; i++) {
            side[0][i] = letter(0, lcs.n + i) & 1;
            edge[0][i] = letter(1, lcs.n + i) & 1;
        }
        for (int k = KERNELS - 1; k >= 0; k--) {
            memcpy(side[k], side[0], C);
            memcpy(edge[k], edge[0], C);
            kernels[k].run(down + seed, C, along + seed, C, side[k], edge[k]);
        }
        for (int k = 1; k < KERNELS; k++) {
            if (memcmp(side[k], side[0], C) || memcmp(edge[k], edge[0], C)) {
                fprintf(stderr, "lcs_kernels: %s differ from %s\n",
                        kernels[k].name, kernels[0].name);
                exit(1);
            }
        }
    }
}

int main(void)
{
    lcs.n = 2 * C;
    make_strings();
    check();
    for (int k = 0; k < KERNELS; k++) {
        unsigned char side[C] = {0}, edge[C] = {0};
        double best = 1;
        for (int round = 0; round < ROUNDS; round++) {
            double began = seconds();
            long blocks = 0;
            do {
                kernels[k].run(down, C, along, C, side, edge);
                blocks++;
            } while (seconds() - began < 0.01);
            double each = (seconds() - began) / (double)blocks;
            best = each < best ? each : best;
        }
        printf("%-26s %8.2f us a block %8.2f thousand million cells a second\n",
               kernels[k].name, best * 1e6, (double)C * C / best * 1e-9);
    }
    return 0;
}
