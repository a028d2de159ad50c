/*
 * corpus [TIMES [NAME]]: loops and recursions as people write them, with tasks
 * of 100 ns and more, which show what the rewriting costs.  For each it prints
 * the name, the minimum of TIMES runs (20) in ms, and the result.  The serial
 * elision is compiled from the same file.
 */
#include <ucilk/ucilk.h>

#include "clock.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 19 };

/* Sizes that the compiler does not know, as in programs. */
static volatile int size = MOST;

static double *a, *b, *c;
static int *keys, *spare;
static const double third = 1.0 / 3;

static uint32_t scramble(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        uint32_t r = scramble((uint32_t)i);
        a[i] = r % 1000 / 1000.0;
        b[i] = r / 1000 % 1000 / 1000.0;
        c[i] = 0;
        keys[i] = (int)(r >> 4);
        spare[i] = (int)(r & r >> 7 & 0x01010101);
    }
}

static double sum_of(const double *x, long n)
{
    double s = 0;
    for (long i = 0; i < n; i += 97)
        s += x[i];
    return s;
}

/* --- Loops --- */

/* The loop captures pointers and scalars of the function. */
static double saxpy(void)
{
    double *x = a, *y = c, factor = third;
    long n = size;
    cilk_for (long i = 0; i < n; i++)
        y[i] = factor * x[i] + y[i];
    return y[0];
}

static double restricted(void)
{
    double *restrict to = c;
    const double *restrict from = a, *restrict other = b;
    long n = size;
    cilk_for (long i = 0; i < n; i++)
        to[i] = from[i] * other[i] + to[i];
    return to[0];
}

static void average(double *restrict to, const double *restrict from, int n)
{
    cilk_for (int i = 1; i < n - 1; i++)
        to[i] = (from[i - 1] + from[i] + from[i + 1]) * third;
}

static double stencil(void)
{
    average(c, a, size);
    average(a, c, size);
    return a[1];
}

/* The outer loop is over rows; the inner one is plain C. */
static double rows(void)
{
    int n = size / 1024, width = 512;
    cilk_for (int row = 0; row < n; row++) {
        double *from = a + row * width, *to = c + row * width;
        for (int k = 0; k < 40; k++)
            for (int i = 1; i < width - 1; i++)
                to[i] = to[i] * 0.5 + from[i - 1] + from[i + 1];
    }
    return sum_of(c, n * width);
}

static double mandelbrot(void)
{
    int side = 200, limit = 200;
    unsigned char *image = (unsigned char *)spare;
    cilk_for (int row = 0; row < side; row++) for (int column = 0; column < side;
                                                  column++)
    {
        double x0 = column * 3.0 / side - 2, y0 = row * 2.0 / side - 1;
        double x = 0, y = 0;
        int n = 0;
        while (n < limit && x * x + y * y < 4) {
            double next = x * x - y * y + x0;
            y = 2 * x * y + y0;
            x = next;
            n++;
        }
        image[row * side + column] = (unsigned char)n;
    }
    double s = 0;
    for (int i = 0; i < side * side; i++)
        s += image[i];
    return s;
}

static void zero(void *view)
{
    *(double *)view = 0;
}

static void plus(void *left, void *right)
{
    *(double *)left += *(double *)right;
}

static double dot(void)
{
    const double *x = a, *y = b;
    long n = size;
    double cilk_reducer(zero, plus) sum = 0;
    cilk_for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

struct sparse {
    int n;
    const int *first, *column;
    const double *value;
};

/* The loop reads a struct of the caller through a pointer. */
static void multiply_sparse(const struct sparse *m, const double *x, double *y)
{
    cilk_for (int row = 0; row < m->n; row++)
    {
        double s = 0;
        for (int k = m->first[row]; k < m->first[row + 1]; k++)
            s += m->value[k] * x[m->column[k]];
        y[row] = s;
    }
}

static double sparse(void)
{
    enum { EACH = 13 };
    struct sparse m = {size / EACH - 1, keys, spare, a};
    if (keys[1] != EACH) { /* only once in a round: fill() overwrites it */
        for (int i = 0; i <= m.n; i++)
            keys[i] = i * EACH;
        for (int i = 0; i < m.n * EACH; i++)
            spare[i] = (int)(scramble((uint32_t)i) % (uint32_t)m.n);
    }
    multiply_sparse(&m, b, c);
    return sum_of(c, m.n);
}

struct body {
    float x, y, z, mass;
};

static double bodies(void)
{
    enum { BODIES = 3000 };
    struct body *body = (struct body *)spare;
    float *force = (float *)c;
    for (int i = 0; i < BODIES; i++)
        body[i] =
            (struct body){(float)a[i], (float)b[i], (float)a[i + BODIES], 1};
    cilk_for (int i = 0; i < BODIES; i++)
    {
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < BODIES; j++) {
            float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y,
                  dz = body[j].z - body[i].z;
            float d = dx * dx + dy * dy + dz * dz + 0.01F;
            float f = body[j].mass / (d * sqrtf(d));
            x += f * dx;
            y += f * dy;
            z += f * dz;
        }
        force[3 * i] = x;
        force[3 * i + 1] = y;
        force[3 * i + 2] = z;
    }
    double s = 0;
    for (int i = 0; i < 3 * BODIES; i++)
        s += force[i];
    return s;
}

/* A local array of the parent, which the children write by blocks. */
static double prefix(void)
{
    enum { BLOCKS = 64 };
    double sums[BLOCKS + 1];
    int length = size / BLOCKS;
    cilk_for (int block = 0; block < BLOCKS; block++) {
        double s = 0;
        for (int i = 0; i < length; i++)
            s += a[block * length + i];
        sums[block + 1] = s;
    }
    sums[0] = 0;
    for (int block = 0; block < BLOCKS; block++)
        sums[block + 1] += sums[block];
    cilk_for (int block = 0; block < BLOCKS; block++) {
        double s = sums[block];
        for (int i = 0; i < length; i++)
            c[block * length + i] = s += a[block * length + i];
    }
    return sums[BLOCKS];
}

static void life_step(int n, unsigned char (*restrict to)[n],
                      unsigned char (*restrict from)[n])
{
    cilk_for (int y = 1; y < n - 1; y++) for (int x = 1; x < n - 1; x++)
    {
        int around = from[y - 1][x - 1] + from[y - 1][x] + from[y - 1][x + 1] +
                     from[y][x - 1] + from[y][x + 1] + from[y + 1][x - 1] +
                     from[y + 1][x] + from[y + 1][x + 1];
        to[y][x] = around == 3 || (around == 2 && from[y][x]);
    }
}

/* Matrices of variable length. */
static double life(void)
{
    int side = size / 1024;
    unsigned char(*one)[side] = (void *)spare, (*other)[side] = (void *)c;
    life_step(side, other, one);
    life_step(side, one, other);
    return one[1][1];
}

/* --- Recursions --- */

static void quicksort(int *from, int *to)
{
    while (to - from > 64) {
        int *i = from, *j = to - 1, pivot = from[(to - from) / 2];
        while (i <= j) {
            while (*i < pivot)
                i++;
            while (*j > pivot)
                j--;
            if (i <= j) {
                int was = *i;
                *i++ = *j;
                *j-- = was;
            }
        }
        spawn quicksort(from, j + 1);
        from = i;
    }
    for (int *i = from + 1; i < to; i++) {
        int key = *i, *j = i;
        for (; j > from && j[-1] > key; j--)
            *j = j[-1];
        *j = key;
    }
}

static double check_sorted(const int *k)
{
    double s = 0;
    for (int i = 1; i < size; i++)
        s += (double)k[i] * (k[i - 1] <= k[i] ? 1 : 1e9) * 1e-9;
    return s;
}

static double sort_in_place(void)
{
    quicksort(keys, keys + size);
    return check_sorted(keys);
}

static void mergesort(int *key, int *room, long n, int to_room)
{
    if (n <= 32) {
        for (long i = 1; i < n; i++) {
            int k = key[i];
            long j = i;
            for (; j > 0 && key[j - 1] > k; j--)
                key[j] = key[j - 1];
            key[j] = k;
        }
        if (to_room)
            memcpy(room, key, (size_t)n * sizeof *key);
        return;
    }
    long h = n / 2;
    spawn mergesort(key, room, h, !to_room);
    mergesort(key + h, room + h, n - h, !to_room);
    sync;
    const int *from = to_room ? key : room;
    int *to = to_room ? room : key;
    for (long i = 0, j = h, k = 0; k < n; k++)
        to[k] = j >= n || (i < h && from[i] <= from[j]) ? from[i++] : from[j++];
}

static double sort_by_merging(void)
{
    mergesort(keys, spare, size, 0);
    return check_sorted(keys);
}

/* c += a b, with rows of `width'; results by pointer. */
static void matmul(double *restrict to, const double *x, const double *y, int n,
                   int width)
{
    if (n <= 16) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                for (int j = 0; j < n; j++)
                    to[i * width + j] += x[i * width + k] * y[k * width + j];
        return;
    }
    int h = n / 2;
    for (int k = 0; k < 2; k++) {
        const double *xk = x + k * h, *yk = y + k * h * width;
        spawn matmul(to, xk, yk, h, width);
        spawn matmul(to + h, xk, yk + h, h, width);
        spawn matmul(to + h * width, xk + h * width, yk, h, width);
        matmul(to + h * width + h, xk + h * width, yk + h, h, width);
        sync;
    }
}

static double product(void)
{
    int n = size / 2048;
    matmul(c, a, b, n, n);
    return sum_of(c, n * n);
}

static void transpose(double *to, const double *from, int rows_, int columns,
                      int width)
{
    if (rows_ * columns <= 256) {
        for (int i = 0; i < rows_; i++)
            for (int j = 0; j < columns; j++)
                to[j * width + i] = from[i * width + j];
        return;
    }
    int h;
    if (rows_ > columns) {
        h = rows_ / 2;
        spawn transpose(to, from, h, columns, width);
        transpose(to + h, from + h * width, rows_ - h, columns, width);
    } else {
        h = columns / 2;
        spawn transpose(to, from, rows_, h, width);
        transpose(to + h * width, from + h, rows_, columns - h, width);
    }
    sync;
}

static double transposed(void)
{
    int n = size / 750;
    transpose(c, a, n, n, n);
    return sum_of(c, n * n);
}

/* Adaptive; the arguments are a function pointer and doubles. */
static double integrate(double (*f)(double), double from, double to,
                        double at_from, double at_to, double error)
{
    double middle = (from + to) / 2, at_middle = f(middle);
    double one = (to - from) * (at_from + at_to) / 2;
    double two = (to - from) * (at_from + 2 * at_middle + at_to) / 4;
    if (fabs(one - two) < error)
        return two;
    double left, right;
    left = spawn integrate(f, from, middle, at_from, at_middle, error / 2);
    right = integrate(f, middle, to, at_middle, at_to, error / 2);
    sync;
    return left + right;
}

static double bumpy(double x)
{
    double s = 0;
    for (int i = 1; i < 30; i++)
        s += x / (i + x * x);
    return s;
}

static double quadrature(void)
{
    return integrate(bumpy, 0, 100, bumpy(0), bumpy(100), 1e-5);
}

struct node {
    struct node *left, *right;
    double value;
};

static struct node *plant(struct node **room, int depth)
{
    struct node *n = (*room)++;
    n->value = depth * 0.5;
    n->left = depth > 0 ? plant(room, depth - 1) : NULL;
    n->right = depth > 0 ? plant(room, depth - 1) : NULL;
    return n;
}

/* Each node has some work; results are structs. */
struct facts {
    double sum, least, most;
    long nodes;
};

static struct facts walk(const struct node *n)
{
    double x = n->value;
    for (int i = 0; i < 80; i++)
        x = x * 0.9 + n->value / (1 + i);
    struct facts f = {x, x, x, 1};
    if (n->left) {
        struct facts left, right;
        left = spawn walk(n->left);
        right = walk(n->right);
        sync;
        f.sum += left.sum + right.sum;
        f.least = fmin(f.least, fmin(left.least, right.least));
        f.most = fmax(f.most, fmax(left.most, right.most));
        f.nodes += left.nodes + right.nodes;
    }
    return f;
}

static double tree(void)
{
    struct node *room = (struct node *)c, *root = plant(&room, 16);
    struct facts f = walk(root);
    return f.sum + f.least + f.most + (double)f.nodes;
}

/* Items with value and weight, best first; each path has its own bound. */
static int knapsack(const int *item, int n, int room, int value)
{
    if (room < 0)
        return -1;
    if (n <= 5) {
        int best = 0;
        for (int set = 0; set < 1 << n; set++) {
            int weight = 0, worth = 0;
            for (int i = 0; i < n; i++)
                if (set >> i & 1) {
                    weight += item[i] % 50;
                    worth += item[i] % 70;
                }
            if (weight <= room && worth > best)
                best = worth;
        }
        return value + best;
    }
    int with, without;
    with =
        spawn knapsack(item + 1, n - 1, room - *item % 50, value + *item % 70);
    without = knapsack(item + 1, n - 1, room, value);
    sync;
    return with > without ? with : without;
}

static double sack(void)
{
    return knapsack(keys, size / 30000, size / 2600, 0); /* 17, 201 */
}

/* A spawn in a loop; the results go to an array of the parent. */
static long count_words(const char *text, long n)
{
    long words = 0;
    for (long i = 1; i < n; i++)
        words += text[i - 1] < 40 && text[i] >= 40;
    return words;
}

static double words(void)
{
    enum { PARTS = 2048 };
    long counts[PARTS], all = 0, length = size * 8L / PARTS;
    for (int i = 0; i < PARTS; i++)
        counts[i] = spawn count_words((char *)a + i * length, length);
    sync;
    for (int i = 0; i < PARTS; i++)
        all += counts[i];
    return (double)all;
}

static const struct kernel {
    const char *name;
    double (*run)(void);
    int times; /* calls in one measurement */
} kernels[] = {
    {"saxpy", saxpy, 20},
    {"restrict", restricted, 20},
    {"stencil", stencil, 10},
    {"rows", rows, 1},
    {"mandelbrot", mandelbrot, 1},
    {"dot, a reducer", dot, 20},
    {"sparse", sparse, 20},
    {"bodies", bodies, 1},
    {"prefix sums", prefix, 10},
    {"life, matrices of variable length", life, 10},
    {"quicksort", sort_in_place, 1},
    {"mergesort", sort_by_merging, 1},
    {"matmul", product, 1},
    {"transpose", transposed, 20},
    {"quadrature, function pointer", quadrature, 20},
    {"tree, structs as results", tree, 1},
    {"knapsack", sack, 10},
    {"words, spawns in a loop", words, 5},
};

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    a = malloc(MOST * sizeof *a);
    b = malloc(MOST * sizeof *b);
    c = malloc(2 * MOST * sizeof *c); /* the tree needs as much */
    keys = malloc(MOST * sizeof *keys);
    spare = malloc(MOST * sizeof *spare);
    if (!a || !b || !c || !keys || !spare || rounds < 1)
        return 2;
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        const struct kernel *kernel = &kernels[k];
        if (argc > 2 && strncmp(kernel->name, argv[2], strlen(argv[2])) != 0)
            continue;
        double least = INFINITY, result = 0;
        for (int i = 0; i < rounds; i++) {
            fill();
            double began = seconds();
            for (int time = 0; time < kernel->times; time++)
                result = kernel->run();
            least = fmin(least, seconds() - began);
        }
        printf("%-36s\t%.3f\t%.6g\n", kernel->name, 1e3 * least, result);
    }
    return 0;
}
