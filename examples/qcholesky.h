/*
 * Cholesky factorization of a sparse matrix: L L' = A, where L is lower
 * triangular, and A is symmetric and diagonally dominant.
 *
 * A matrix is a tree.  A node has four children, the quarters of its rows and
 * columns; the leaves are blocks of numbers.  A part that is all zero has no
 * node.  L is stored in place of A, and has nodes where A has none.
 *
 * This file has the options, the nodes, the operations on blocks, the matrix,
 * and the report.  The operations on trees are in qcholesky.c.
 */
#pragma once

#include "options.h"

#include <math.h>
#include <stdatomic.h>

enum { B = 16 }; /* rows and columns of a block */

struct parameters {
    long n, entries, seed;
};

static struct parameters qcholesky = {1000, 2000, 1};

static inline void parse(int argc, char **argv)
{
    static const struct option_row rows[] = {
        {'n', "N", &qcholesky.n, 1, 1 << 16, "rows and columns of A"},
        {'z', "ENTRIES", &qcholesky.entries, 0, 1 << 24,
         "not zero, at random places below its diagonal"},
        {'s', "SEED", &qcholesky.seed, 0, 1 << 23, "of the entries"},
        {0}};
    parse_options("qcholesky", "factors a sparse matrix on a quadtree", rows,
                  argc, argv);
}

/* --- Nodes --- */

struct node {
    struct node *child[2][2]; /* [lower][right]; none in a leaf */
    double at[];              /* [B * B] in a leaf, by rows */
};

static atomic_long n_nodes; /* allocated now */

/* Makes a node that is all zero.  Here and below `size' is the number of blocks
 * on an edge, a power of two. */
static inline struct node *make_node(long size)
{
    size_t bytes = sizeof(struct node);
    if (size == 1)
        bytes += B * B * sizeof(double);
    struct node *a = (struct node *)allocate(1, bytes);
    memset(a, 0, bytes);
    atomic_fetch_add_explicit(&n_nodes, 1, memory_order_relaxed);
    return a;
}

static inline void free_node(struct node *a)
{
    atomic_fetch_sub_explicit(&n_nodes, 1, memory_order_relaxed);
    free(a);
}

/* Returns the node, which is not a leaf; frees it and returns NULL if it has no
 * children. */
static inline struct node *unless_empty(struct node *a)
{
    if (a->child[0][0] || a->child[0][1] || a->child[1][0] || a->child[1][1])
        return a;
    free_node(a);
    return NULL;
}

/* --- Blocks --- */

/* A -= X Y'.  Aligned, so that it takes the same time in every program. */
static __attribute__((noinline, aligned(64))) void
subtract_block(struct node *restrict a, const struct node *x,
               const struct node *y)
{
    double across[B][B];
    for (int j = 0; j < B; j++)
        for (int k = 0; k < B; k++)
            across[k][j] = y->at[j * B + k];
    for (int i = 0; i < B; i++)
        for (int k = 0; k < B; k++)
            for (int j = 0; j < B; j++)
                a->at[i * B + j] -= x->at[i * B + k] * across[k][j];
}

static inline void add_block(struct node *a, const struct node *b)
{
    for (int i = 0; i < B * B; i++)
        a->at[i] += b->at[i];
}

/* A becomes X with X L' = A. */
static inline void solve_block(struct node *a, const struct node *l)
{
    for (int i = 0; i < B; i++) {
        double *row = a->at + i * B;
        for (int j = 0; j < B; j++) {
            const double *other = l->at + j * B;
            for (int k = 0; k < j; k++)
                row[j] -= row[k] * other[k];
            row[j] /= other[j];
        }
    }
}

/* A becomes L with L L' = A. */
static inline void factor_block(struct node *a)
{
    double(*at)[B] = (double(*)[B])a->at;
    for (int k = 0; k < B; k++) {
        at[k][k] = sqrt(at[k][k]);
        for (int i = k + 1; i < B; i++) {
            at[k][i] = 0;
            at[i][k] /= at[k][k];
            for (int j = k + 1; j <= i; j++)
                at[i][j] -= at[i][k] * at[j][k];
        }
    }
}

/* --- The matrix --- */

struct entry {
    long row, column;
    double value;
};

/* The entries of A below its diagonal, several of which may be at one place,
 * and its diagonal.  The check uses them. */
static struct entry *entries;
static double *diagonal;
static long n_entries;

static inline long size_of_all(void)
{
    long size = 1;
    while (size * B < qcholesky.n)
        size *= 2;
    return size;
}

/* Adds the value to the tree at one place. */
static inline void enter(struct node **tree, long row, long column,
                         double value)
{
    long size = size_of_all();
    for (;; size /= 2) {
        if (!*tree)
            *tree = make_node(size);
        if (size == 1)
            break;
        long half = size / 2 * B;
        tree = &(*tree)->child[row >= half][column >= half];
        row %= half;
        column %= half;
    }
    (*tree)->at[row * B + column] += value;
}

/* Makes A, on and below its diagonal.  The last block may have rows after row
 * n - 1; these are rows of the identity. */
static inline struct node *make_matrix(void)
{
    struct node *a = NULL;
    long n = qcholesky.n;
    n_entries = n > 1 ? qcholesky.entries : 0;
    entries = (struct entry *)allocate(n_entries, sizeof *entries);
    diagonal = (double *)allocate(n, sizeof *diagonal);
    for (long i = 0; i < n; i++)
        diagonal[i] = 1;
    for (long k = 0; k < n_entries; k++) {
        uint64_t x = draw(qcholesky.seed, 2 * k);
        uint64_t y = draw(qcholesky.seed, 2 * k + 1);
        long row = 1 + (long)(x % (uint64_t)(n - 1));
        long column = (long)((x >> 32) % (uint64_t)row);
        double value = (double)(y >> 11) / 4503599627370496.0 - 1;
        entries[k] = (struct entry){row, column, value};
        diagonal[row] += fabs(value);
        diagonal[column] += fabs(value);
        enter(&a, row, column, value);
    }
    for (long i = 0; i < n; i++)
        enter(&a, i, i, diagonal[i]);
    for (long i = n; i % B; i++)
        enter(&a, i, i, 1);
    return a;
}

/* --- Report --- */

/* y += M x, or with `across' y += M' x, for the matrix of a tree at this row
 * and column. */
static inline void multiply(const struct node *m, long size, long row,
                            long column, int across, const double *x, double *y)
{
    if (!m)
        return;
    if (size > 1) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                multiply(m->child[i][j], size / 2, row + i * size / 2 * B,
                         column + j * size / 2 * B, across, x, y);
        return;
    }
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++) {
            if (across)
                y[column + j] += m->at[i * B + j] * x[row + i];
            else
                y[row + i] += m->at[i * B + j] * x[column + j];
        }
}

/* What `look' finds out about a tree: the entries that do not fit a lower
 * triangle with a positive diagonal, the entries that are not zero, and the
 * logarithm of L's determinant. */
struct triangle {
    long wrong, entries;
    double log_determinant;
};

static inline void look(const struct node *m, long size, long row, long column,
                        struct triangle *t)
{
    if (!m)
        return;
    if (size > 1) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                look(m->child[i][j], size / 2, row + i * size / 2 * B,
                     column + j * size / 2 * B, t);
        return;
    }
    for (int k = 0; k < B * B; k++) {
        long i = row + k / B, j = column + k % B;
        t->wrong += i == j ? !(m->at[k] > 0) : i < j && m->at[k] != 0;
        t->entries += i < qcholesky.n && m->at[k] != 0;
        if (i == j)
            t->log_determinant += log(m->at[k]);
    }
}

/* The greatest component of L L' x - A x for a random x. */
static inline double residue(const struct node *l)
{
    long size = size_of_all(), n = size * B;
    double *x = (double *)allocate(n, sizeof *x);
    double *y = (double *)allocate(n, sizeof *y);
    double *z = (double *)allocate(n, sizeof *z);
    double most = 0;
    for (long i = 0; i < n; i++) {
        x[i] = i < qcholesky.n
                   ? 1 + (double)(draw(qcholesky.seed, ~i) >> 32) / 4294967296.0
                   : 0;
        y[i] = z[i] = 0;
    }
    multiply(l, size, 0, 0, 1, x, y);
    multiply(l, size, 0, 0, 0, y, z);
    for (long i = 0; i < qcholesky.n; i++)
        z[i] -= diagonal[i] * x[i];
    for (long k = 0; k < n_entries; k++) {
        const struct entry *e = &entries[k];
        z[e->row] -= e->value * x[e->column];
        z[e->column] -= e->value * x[e->row];
    }
    for (long i = 0; i < n; i++)
        most = fmax(most, fabs(z[i]));
    free(x);
    free(y);
    free(z);
    return most;
}

static int is_wrong;

/* Checks L, and prints what it is like. */
static inline struct triangle check(const struct node *l, double took)
{
    struct triangle t = {0, 0, 0};
    look(l, size_of_all(), 0, 0, &t);
    printf("%ld by %ld, %ld entries below the diagonal, seed %ld; L has %ld, "
           "in %ld nodes\n",
           qcholesky.n, qcholesky.n, n_entries, qcholesky.seed, t.entries,
           (long)n_nodes);
    printf("%.6f s\n", took);
    double most = residue(l);
    if (t.wrong || !(most <= 1e-9)) {
        fflush(stdout);
        fprintf(stderr,
                "wrong: L L' x is %g from A x; %ld entries are not as "
                "in a lower triangle\n",
                most, t.wrong);
        is_wrong = 1;
    }
    return t;
}

/* Is called after all nodes have been freed; returns the exit status, 1 if
 * something was wrong. */
static inline int report(struct triangle t)
{
    free(entries);
    free(diagonal);
    if (n_nodes) {
        fflush(stdout);
        fprintf(stderr, "wrong: %ld nodes are left\n", (long)n_nodes);
        is_wrong = 1;
    }
    if (is_wrong)
        return 1;
    printf("right\n%.12g\n", 2 * t.log_determinant);
    return 0;
}
