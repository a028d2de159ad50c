/*
 * Searches and sorts in the shapes that Cilk programs have: boards and
 * bounds in globals or passed by value, results through +=, flags instead of
 * abort, arrays that are halved.
 */
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

/* --- queens: boards by value --- */

typedef struct board {
    char row[12];
} board;

static int ok(const board *b, int n)
{
    for (int i = 0; i < n; i++) {
        int p = b->row[i];
        for (int j = i + 1; j < n; j++) {
            int q = b->row[j];
            if (q == p || q == p - (j - i) || q == p + (j - i))
                return 0;
        }
    }
    return 1;
}

cilk static long queens(int n, int j, board b)
{
    long solutions = 0, counts[n];
    int i;
    if (n == j)
        return 1;
    memset(counts, 0, (size_t)n * sizeof(long));
    for (i = 0; i < n; i++) {
        b.row[j] = (char)i;
        if (ok(&b, j + 1))
            counts[i] = spawn queens(n, j + 1, b);
    }
    sync;
    for (i = 0; i < n; i++)
        solutions += counts[i];
    return solutions;
}

/* By bits, and added as they come. */
cilk static unsigned queens_by_bits(uint32_t all, uint32_t columns,
                                    uint32_t left, uint32_t right)
{
    unsigned found = 0;
    if (columns == all)
        return 1u;
    for (uint32_t free = all & ~(columns | left | right), bit; free;
         free ^= bit) {
        bit = free & -free;
        found += spawn queens_by_bits(all, columns | bit, (left | bit) << 1,
                                      (right | bit) >> 1);
    }
    sync;
    return found;
}

/* The first solution: others stop when the flag is up. */
static _Atomic int found_one;
static board solution;

cilk static void first_queens(int n, int j, board b)
{
    if (found_one)
        return;
    if (j == n) {
        if (!atomic_exchange(&found_one, 1))
            solution = b;
        return;
    }
    for (int i = 0; i < n && !found_one; ++i) {
        b.row[j] = (char)i;
        if (!ok(&b, j + 1))
            continue;
        spawn first_queens(n, j + 1, b);
    }
}

/* --- knapsack: branch and bound --- */

struct item {
    int value, weight;
};
static struct item items[] = {{60, 10}, {100, 20}, {120, 30}, {70, 11},
                              {15, 3},  {90, 17},  {33, 7},   {41, 9},
                              {52, 13}, {66, 15},  {22, 5},   {11, 2}};
static _Atomic int best_so_far = INT_MIN;

static int better(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    double c = (double)y->value / y->weight - (double)x->value / x->weight;
    return (c > 0) - (c < 0);
}

#define IS_PAST_BOUND(e, c, v)                                                 \
    ((v) + (double)(e)->value * (c) / (e)->weight < best_so_far)

cilk static int knapsack(struct item *e, int c, int n, int v)
{
    int with, without, best;
    if (c < 0)
        return INT_MIN;
    if (n == 0 || c == 0)
        return v;
    if (IS_PAST_BOUND(e, c, v))
        return INT_MIN;
    without = spawn knapsack(e + 1, c, n - 1, v);
    with = spawn knapsack(e + 1, c - e->weight, n - 1, v + e->value);
    sync;
    best = with > without ? with : without;
    if (best > best_so_far) /* another may come between: it only cuts less */
        best_so_far = best;
    return best;
}

/* --- a game: alpha-beta over sticks, moves in parallel after the first --- */

typedef struct {
    unsigned char heap[3];
} position;
typedef int score;

cilk static score search(position p, int depth, score alpha, score beta);

static position move(position p, int heap, int n)
{
    p.heap[heap] = (unsigned char)(p.heap[heap] - n);
    return p;
}

cilk static score search(position p, int depth, score alpha, score beta)
{
    score best = -100, results[12];
    int n_results = 0;
    bool is_first = true;
    if (p.heap[0] + p.heap[1] + p.heap[2] == 0)
        return -50 + (10 - depth);
    if (depth == 0)
        return 0;
    for (int h = 0; h < 3; h++) {
        for (int n = 1; n <= p.heap[h]; n++) {
            if (is_first) {
                score s = spawn search(move(p, h, n), depth - 1, -beta, -alpha);
                sync;
                is_first = false;
                if ((best = -s) >= beta)
                    goto cut;
                if (best > alpha)
                    alpha = best;
            } else {
                if (n_results == sizeof results / sizeof *results)
                    goto all;
                results[n_results++] = spawn search(
                    move(p, h, n), depth - 1, -beta, -alpha);
            }
        }
    }
all:
    sync;
    for (int i = 0; i < n_results; i++)
        if (-results[i] > best)
            best = -results[i];
cut:
    return best;
}

/* --- cilksort: two arrays, merges by binary search --- */

typedef long ELM;
enum { N_SORT = 1500, SMALL = 20 };
static ELM array[N_SORT], tmp[N_SORT];

static inline ELM med3(ELM a, ELM b, ELM c)
{
    return a < b ? (b < c ? b : (a < c ? c : a))
                 : (b > c ? b : (a > c ? c : a));
}

static void insertion_sort(ELM *low, ELM *high)
{
    for (ELM *q = low + 1, *p; q <= high; ++q) {
        ELM a = q[0];
        for (p = q - 1; p >= low && p[0] > a; p--)
            p[1] = p[0];
        p[1] = a;
    }
}

static ELM *lower_bound(ELM value, ELM *low, ELM *high)
{
    while (low < high) {
        ELM *middle = low + ((high - low) >> 1);
        if (*middle < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

cilk static void merge(ELM *low1, ELM *high1, ELM *low2, ELM *high2, ELM *to)
{
    if (high1 - low1 < high2 - low2) {
        spawn merge(low2, high2, low1, high1, to);
        sync;
        return;
    }
    if (high1 - low1 < SMALL) {
        while (low1 < high1 || low2 < high2)
            *to++ = low2 == high2 || (low1 < high1 && *low1 <= *low2)
                        ? *low1++
                        : *low2++;
        return;
    }
    ELM *split1 = low1 + (high1 - low1) / 2,
        *split2 = lower_bound(*split1, low2, high2);
    spawn merge(low1, split1, low2, split2, to);
    spawn merge(split1, high1, split2, high2,
                to + (split1 - low1) + (split2 - low2));
    sync;
}

cilk static void cilksort(ELM *low, ELM *space, long size)
{
    long quarter = size / 4;
    if (size < SMALL) {
        insertion_sort(low, low + size - 1);
        return;
    }
    ELM *A = low, *tmpA = space;
    ELM *B = A + quarter, *tmpB = tmpA + quarter;
    ELM *C = B + quarter, *tmpC = tmpB + quarter;
    ELM *D = C + quarter, *tmpD = tmpC + quarter;

    spawn cilksort(A, tmpA, quarter);
    spawn cilksort(B, tmpB, quarter);
    spawn cilksort(C, tmpC, quarter);
    spawn cilksort(D, tmpD, size - 3 * quarter);
    sync;
    spawn merge(A, B, B, C, tmpA);
    spawn merge(C, D, D, low + size, tmpC);
    sync;
    spawn merge(tmpA, tmpC, tmpC, tmpA + size, A);
    sync;
}

/* --- quicksort, as tutorials have it --- */

static ELM *partition(ELM *begin, ELM *end)
{
    ELM pivot = med3(*begin, begin[(end - begin) / 2], end[-1]), t;
    for (;; begin++) {
        while (*begin < pivot)
            begin++;
        do
            end--;
        while (*end > pivot);
        if (begin >= end)
            return begin;
        t = *begin, *begin = *end, *end = t;
    }
}

static void quicksort(ELM *begin, ELM *end)
{
    if (end - begin < 2)
        return;
    ELM *middle = partition(begin, end);
    if (middle == begin)
        middle++;
    cilk_spawn quicksort(begin, middle);
    quicksort(middle, end);
    cilk_sync;
}

/* --- a reduction by any operation, a scan, a count --- */

typedef ELM (*binary)(ELM, ELM);

static ELM plus(ELM a, ELM b)
{
    return a + b;
}

static ELM larger(ELM a, ELM b)
{
    return a > b ? a : b;
}

static ELM reduce(const ELM *a, size_t n, binary op)
{
    if (n == 1)
        return a[0];
    ELM left = cilk_spawn reduce(a, n / 2, op);
    ELM right = reduce(a + n / 2, n - n / 2, op);
    cilk_sync;
    return op(left, right);
}

static void scan(ELM *a, size_t n, ELM before)
{
    ELM sum;
    if (n == 1) {
        *a += before;
        return;
    }
    sum = spawn reduce(a, n / 2, plus);
    sync;
    spawn scan(a, n / 2, before);
    spawn scan(a + n / 2, n - n / 2, before + sum);
    sync;
}

static void fill(void)
{
    unsigned long x = 12345;
    for (int i = 0; i < N_SORT; i++) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        array[i] = (ELM)(x >> 40) % 5000;
    }
}

static int is_sorted(const ELM *a, int n)
{
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

cilk int main(void)
{
    long q;
    unsigned bits;
    int n = 6, value;
    board empty = {{0}};
    q = spawn queens(n, 0, empty);
    bits = spawn queens_by_bits((1u << n) - 1, 0, 0, 0);
    sync;
    printf("queens %ld %u\n", q, bits);
    spawn first_queens(n, 0, empty);
    sync;
    CHECK(found_one && ok(&solution, n));

    int n_items = sizeof items / sizeof items[0];
    qsort(items, sizeof items / sizeof(struct item), sizeof items[0], better);
    value = spawn knapsack(items, 60, n_items, 0);
    sync;
    printf("knapsack %d\n", value);

    score s;
    s = spawn search((position){{1, 2, 3}}, 6, -100, 100);
    sync;
    printf("game %d\n", s);

    fill();
    spawn cilksort(array, tmp, N_SORT);
    sync;
    CHECK(is_sorted(array, N_SORT));
    fill();
    ELM sum, most;
    sum = spawn reduce(array, N_SORT, plus);
    most = spawn reduce(array, N_SORT, larger);
    sync;
    quicksort(array, array + N_SORT);
    CHECK(is_sorted(array, N_SORT) && array[N_SORT - 1] == most);
    spawn scan(array, 300, 0);
    sync;
    printf("sum %ld most %ld scan %ld\n", sum, most, array[299]);
    return 0;
}
