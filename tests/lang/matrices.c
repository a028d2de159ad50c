/*
 * Programs on matrices in the shapes that Cilk-5's examples have: recursion on
 * blocks in static arrays, by pointers, row lengths and offsets; macros for
 * elements; quadtrees of indices.
 */
#include <math.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

typedef double REAL;

/* --- matmul: the longest side is halved --- */

#define SIDE 48
#define LEAF 12
static REAL A[SIDE * SIDE], B[SIDE * SIDE], C[SIDE * SIDE], D[SIDE * SIDE];

static unsigned long randomize;

static REAL number(void)
{
    randomize = randomize * 1103515245ul + 12345ul;
    return (REAL)((randomize >> 16) & 0xff) / 16.0;
}

static void fill(REAL *a, int n)
{
    while (n-- > 0)
        *a++ = number();
}

static REAL digest(const REAL *a, int n)
{
    REAL sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * (i % 7 + 1);
    return sum;
}

cilk void matmul(REAL *a, REAL *b, REAL *c, int m, int n, int p, int ld,
                 int add)
{
    if (m <= LEAF && n <= LEAF && p <= LEAF) {
        for (int i = 0; i < m; i++)
            for (int k = 0; k < p; k++) {
                REAL s = add ? c[i * ld + k] : 0;
                for (int j = 0; j < n; j++)
                    s += a[i * ld + j] * b[j * ld + k];
                c[i * ld + k] = s;
            }
    } else if (m >= n && n >= p) {
        int half = m >> 1;
        spawn matmul(a, b, c, half, n, p, ld, add);
        spawn matmul(a + half * ld, b, c + half * ld, m - half, n, p, ld, add);
    } else if (n >= m && n >= p) {
        int half = n >> 1;
        spawn matmul(a, b, c, m, half, p, ld, add);
        sync;
        spawn matmul(a + half, b + half * ld, c, m, n - half, p, ld, 1);
    } else {
        int half = p >> 1;
        spawn matmul(a, b, c, m, n, half, ld, add);
        spawn matmul(a, b + half, c + half, m, n, p - half, ld, add);
    }
}

/* --- heat: two buffers, rows halved --- */

static REAL grid[2][32][32];
typedef REAL (*rows)[32];

cilk static void heat_rows(rows old, rows new, int lb, int ub)
{
    if (ub - lb > 3) {
        spawn heat_rows(old, new, lb, (ub + lb) / 2);
        spawn heat_rows(old, new, (ub + lb) / 2, ub);
        sync;
        return;
    }
    for (int i = lb; i < ub; i++)
        for (int j = 1; j < 31; j++)
            new[i][j] = old[i][j] + 0.1 * (old[i - 1][j] + old[i + 1][j] +
                                           old[i][j - 1] + old[i][j + 1] -
                                           4 * old[i][j]);
}

cilk static int heat(int steps)
{
    register int t = 0;
    for (t = 0; t < steps; t++) {
        spawn heat_rows(grid[t & 1], grid[!(t & 1)], 1, 31);
        sync;
    }
    return t & 1;
}

/* --- lu: on blocks, with a Schur complement --- */

#define N_BLOCKS 4
#define BLOCK 6
typedef REAL block[BLOCK][BLOCK];
typedef block *matrix;
#define AT(m, i, j) (m)[(i) * N_BLOCKS + (j)]
static block lu_store[N_BLOCKS * N_BLOCKS];

static void lu_block(REAL (*b)[BLOCK])
{
    for (int k = 0; k < BLOCK; k++)
        for (int i = k + 1; i < BLOCK; i++) {
            b[i][k] /= b[k][k];
            for (int j = k + 1; j < BLOCK; j++)
                b[i][j] -= b[i][k] * b[k][j];
        }
}

static void lower(REAL (*b)[BLOCK], REAL (*l)[BLOCK])
{
    for (int k = 0; k < BLOCK; k++)
        for (int i = k + 1; i < BLOCK; i++)
            for (int j = 0; j < BLOCK; j++)
                b[i][j] -= l[i][k] * b[k][j];
}

static void upper(block b, block u)
{
    for (int i = 0; i < BLOCK; i++)
        for (int k = 0; k < BLOCK; k++) {
            b[i][k] /= u[k][k];
            for (int j = k + 1; j < BLOCK; j++)
                b[i][j] -= b[i][k] * u[k][j];
        }
}

cilk static void schur(matrix m, int k, int i, int j)
{
    for (int x = 0; x < BLOCK; x++)
        for (int y = 0; y < BLOCK; y++)
            for (int z = 0; z < BLOCK; z++)
                AT(m, i, j)[x][y] -= AT(m, i, k)[x][z] * AT(m, k, j)[z][y];
}

cilk static void lu(matrix m)
{
    int i, j, k;
    for (k = 0; k < N_BLOCKS; k++) {
        lu_block(AT(m, k, k));
        for (i = k + 1; i < N_BLOCKS; i++) {
            spawn lower(AT(m, k, i), AT(m, k, k));
            spawn upper(AT(m, i, k), AT(m, k, k));
        }
        sync;
        for (i = k + 1; i < N_BLOCKS; i++)
            for (j = k + 1; j < N_BLOCKS; j++)
                spawn schur(m, k, i, j);
        sync;
    }
}

/* --- cholesky: a sparse quadtree of nodes in a pool, by their indices --- */

typedef int tree;
#define NIL 0
enum { POOL = 4096, TINY = 2 };
enum { _00, _01, _10, _11 };
struct node {
    union {
        REAL leaf[TINY][TINY];
        tree child[4];
    };
};
static struct node pool[POOL];
static _Atomic int used = 1;

static tree new_node(void)
{
    int t = used++;
    CHECK(t < POOL);
    return t;
}
#define CHILD(t, q) (pool[t].child[q])

/* C -= A * B^T */
cilk static tree mul_sub(int depth, int is_lower, tree a, tree b, tree r)
{
    if (a == NIL || b == NIL)
        return r;
    if (r == NIL)
        r = new_node();
    if (depth == 0) {
        for (int i = 0; i < TINY; i++)
            for (int j = 0; j < (is_lower ? i + 1 : TINY); j++)
                for (int k = 0; k < TINY; k++)
                    pool[r].leaf[i][j] -=
                        pool[a].leaf[i][k] * pool[b].leaf[j][k];
        return r;
    }
    tree r00, r01 = NIL, r10, r11;
    depth--;
    r00 = spawn mul_sub(depth, is_lower, CHILD(a, _00), CHILD(b, _00),
                        CHILD(r, _00));
    if (!is_lower)
        r01 = spawn mul_sub(depth, 0, CHILD(a, _00), CHILD(b, _10),
                            CHILD(r, _01));
    r10 = spawn mul_sub(depth, 0, CHILD(a, _10), CHILD(b, _00),
                        CHILD(r, _10));
    r11 = spawn mul_sub(depth, is_lower, CHILD(a, _10), CHILD(b, _10),
                        CHILD(r, _11));
    sync;
    r00 = spawn mul_sub(depth, is_lower, CHILD(a, _01), CHILD(b, _01), r00);
    if (!is_lower)
        r01 = spawn mul_sub(depth, 0, CHILD(a, _01), CHILD(b, _11), r01);
    r10 = spawn mul_sub(depth, 0, CHILD(a, _11), CHILD(b, _01), r10);
    r11 = spawn mul_sub(depth, is_lower, CHILD(a, _11), CHILD(b, _11), r11);
    sync;
    CHILD(r, _00) = r00;
    CHILD(r, _01) = r01;
    CHILD(r, _10) = r10;
    CHILD(r, _11) = r11;
    return r;
}

/* Solves X * L^T = A. */
cilk static tree backsub(int depth, tree a, tree l)
{
    tree a00, a01, a10, a11;
    if (a == NIL)
        return a;
    if (depth == 0) {
        for (int i = 0; i < TINY; i++)
            for (int j = 0; j < TINY; j++) {
                for (int k = 0; k < j; k++)
                    pool[a].leaf[i][j] -=
                        pool[a].leaf[i][k] * pool[l].leaf[j][k];
                pool[a].leaf[i][j] /= pool[l].leaf[j][j];
            }
        return a;
    }
    depth -= 1;
    a00 = spawn backsub(depth, CHILD(a, _00), CHILD(l, _00));
    a10 = spawn backsub(depth, CHILD(a, _10), CHILD(l, _00));
    sync;
    a01 = spawn mul_sub(depth, 0, a00, CHILD(l, _10), CHILD(a, _01));
    a11 = spawn mul_sub(depth, 0, a10, CHILD(l, _10), CHILD(a, _11));
    sync;
    a01 = spawn backsub(depth, a01, CHILD(l, _11));
    a11 = spawn backsub(depth, a11, CHILD(l, _11));
    sync;
    pool[a] = (struct node){.child = {a00, a01, a10, a11}};
    return a;
}

cilk static tree cholesky(int depth, tree a)
{
    tree a00, a10, a11;
    if (depth == 0) {
        for (int j = 0; j < TINY; j++) {
            for (int k = 0; k < j; k++)
                for (int i = j; i < TINY; i++)
                    pool[a].leaf[i][j] -=
                        pool[a].leaf[i][k] * pool[a].leaf[j][k];
            REAL root = sqrt(pool[a].leaf[j][j]);
            for (int i = j; i < TINY; i++)
                pool[a].leaf[i][j] /= root;
        }
        return a;
    }
    --depth;
    a00 = CHILD(a, _00);
    a10 = CHILD(a, _10);
    a11 = CHILD(a, _11);
    a00 = spawn cholesky(depth, a00);
    sync;
    a10 = spawn backsub(depth, a10, a00);
    sync;
    a11 = spawn mul_sub(depth, 1, a10, a10, a11);
    sync;
    a11 = spawn cholesky(depth, a11);
    sync;
    CHILD(a, _00) = a00;
    CHILD(a, _10) = a10;
    CHILD(a, _11) = a11;
    return a;
}

static tree set(int depth, tree t, int r, int c, REAL value)
{
    if (t == NIL)
        t = new_node();
    if (depth == 0) {
        pool[t].leaf[r][c] = value;
    } else {
        int half = TINY << (depth - 1), q = (r >= half) * 2 + (c >= half);
        CHILD(t, q) = set(depth - 1, CHILD(t, q), r % half, c % half, value);
    }
    return t;
}

static REAL get(int depth, tree t, int r, int c)
{
    if (t == NIL)
        return 0;
    if (depth == 0)
        return pool[t].leaf[r][c];
    int half = TINY << (depth - 1), q = (r >= half) * 2 + (c >= half);
    return get(depth - 1, CHILD(t, q), r % half, c % half);
}

/* --- strassen: seven products into a stack of temporaries --- */

enum { STRASSEN = 32, BASE = 8 };
static REAL work_area[17 * 16 * 16 + 7 * 17 * 8 * 8];

#define EACH(i, j, n)                                                          \
    for (int i = 0; i < (n); i++)                                              \
        for (int j = 0; j < (n); j++)
#define SUM(to, x, op, y, n, ld)                                               \
    EACH (i_, j_, n)                                                           \
    (to)[i_ * (n) + j_] = (x)[i_ * (ld) + j_] op(y)[i_ * (ld) + j_]

cilk static void strassen(REAL *c, int ldc, const REAL *a, int lda,
                          const REAL *b, int ldb, int n, REAL *space)
{
    if (n <= BASE) {
        EACH (i, j, n) {
            REAL s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * lda + k] * b[k * ldb + j];
            c[i * ldc + j] = s;
        }
        return;
    }
    int h = n / 2, size = h * h;
    const REAL *a11 = a, *a12 = a + h, *a21 = a + h * lda, *a22 = a21 + h;
    const REAL *b11 = b, *b12 = b + h, *b21 = b + h * ldb, *b22 = b21 + h;
    REAL *m[7], *s[10], *next;
    for (int i = 0; i < 7; i++, space += size)
        m[i] = space;
    for (int i = 0; i < 10; i++, space += size)
        s[i] = space;
    next = space;
    SUM(s[0], a11, +, a22, h, lda);
    SUM(s[1], b11, +, b22, h, ldb);
    SUM(s[2], a21, +, a22, h, lda);
    SUM(s[3], b12, -, b22, h, ldb);
    SUM(s[4], b21, -, b11, h, ldb);
    SUM(s[5], a11, +, a12, h, lda);
    SUM(s[6], a21, -, a11, h, lda);
    SUM(s[7], b11, +, b12, h, ldb);
    SUM(s[8], a12, -, a22, h, lda);
    SUM(s[9], b21, +, b22, h, ldb);
    int each = 17 * (h / 2) * (h / 2);
    spawn strassen(m[0], h, s[0], h, s[1], h, h, next);
    spawn strassen(m[1], h, s[2], h, b11, ldb, h, next + each);
    spawn strassen(m[2], h, a11, lda, s[3], h, h, next + 2 * each);
    spawn strassen(m[3], h, a22, lda, s[4], h, h, next + 3 * each);
    spawn strassen(m[4], h, s[5], h, b22, ldb, h, next + 4 * each);
    spawn strassen(m[5], h, s[6], h, s[7], h, h, next + 5 * each);
    strassen(m[6], h, s[8], h, s[9], h, h, next + 6 * each);
    sync;
    EACH (i, j, h) {
        int k = i * h + j;
        c[i * ldc + j] = m[0][k] + m[3][k] - m[4][k] + m[6][k];
        c[i * ldc + j + h] = m[2][k] + m[4][k];
        c[(i + h) * ldc + j] = m[1][k] + m[3][k];
        c[(i + h) * ldc + j + h] = m[0][k] - m[1][k] + m[2][k] + m[5][k];
    }
}

cilk int main(int argc, char *argv[])
{
    CHECK(argc >= 1 && argv[argc] == NULL);
    fill(A, SIDE * SIDE);
    fill(B, SIDE * SIDE);
    spawn matmul(A, B, C, SIDE, SIDE, SIDE, SIDE, 0);
    sync;
    printf("matmul %.3f\n", digest(C, SIDE * SIDE));

    fill(&grid[0][0][0], 2 * 32 * 32);
    int last;
    last = spawn heat(8);
    sync;
    printf("heat %.4f\n", digest(grid[last][0], 32 * 32));

    fill(&lu_store[0][0][0], sizeof lu_store / sizeof(REAL));
    for (int i = 0; i < N_BLOCKS; i++)
        for (int j = 0; j < BLOCK; j++)
            AT(lu_store, i, i)[j][j] += 1000;
    spawn lu(lu_store);
    sync;
    printf("lu %.6f\n", digest(**lu_store, sizeof lu_store / sizeof(REAL)));

    tree t = NIL;
    enum { DEPTH = 3, SIZE = TINY << DEPTH };
    static REAL original[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++)
            if (i == j || (i * 7 + j * 3) % 4 == 0)
                t = set(DEPTH, t, i, j,
                        original[i][j] = i == j ? 100 + i : number());
    t = spawn cholesky(DEPTH, t);
    sync;
    REAL error = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++) {
            REAL s = original[i][j];
            for (int k = 0; k <= j; k++)
                s -= get(DEPTH, t, i, k) * get(DEPTH, t, j, k);
            error = fmax(error, fabs(s));
        }
    printf("cholesky %s\n", error < 1e-9 ? "right" : "wrong");

    spawn strassen(D, SIDE, A, SIDE, B, SIDE, STRASSEN, work_area);
    sync;
    error = 0;
    EACH (i, j, STRASSEN) {
        REAL s = D[i * SIDE + j];
        for (int k = 0; k < STRASSEN; k++)
            s -= A[i * SIDE + k] * B[k * SIDE + j];
        error = fmax(error, fabs(s));
    }
    printf("strassen %s\n", error < 1e-6 ? "right" : "wrong");
    return 0;
}
