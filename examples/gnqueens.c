/*
 * gnqueens N ROWS: counts the ways to put N queens on a board of N by N so that
 * none attacks another, on a cluster.  Each board with queens in its first rows
 * is a group, which may run on another node; the rest of a board are tasks of
 * one node.  These count in one array, by column of the last queen, under
 * locks.
 */
#include <ucilk/ucilk.h>

#include <pthread.h>

#include "nqueens.h"

/* What the tasks of one group share. */
struct counts {
    pthread_mutex_t lock[MAX];
    long at[MAX];
};

void place(int n, int row, struct board b, struct counts *counts)
{
    if (row == n) {
        int last = b.column[n - 1];
        pthread_mutex_lock(&counts->lock[last]);
        counts->at[last]++;
        pthread_mutex_unlock(&counts->lock[last]);
        return;
    }
    for (int column = 0; column < n; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        spawn place(n, row + 1, b, counts);
    }
    sync;
}

long count(int n, int row, struct board b)
{
    struct counts counts = {.at = {0}};
    for (int i = 0; i < n; i++)
        pthread_mutex_init(&counts.lock[i], NULL);
    place(n, row, b, &counts);
    long sum = n == 0;
    for (int i = 0; i < n; i++)
        sum += counts.at[i];
    return sum;
}

long gplace(int n, int row, int n_rows, struct board b)
{
    ucilk_future_t part[MAX];
    int n_parts = 0;
    if (row == n_rows)
        return count(n, row, b);
    for (int column = 0; column < n; column++) {
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
        part[n_parts++] = cilk_group gplace(n, row + 1, n_rows, b);
    }
    long sum = 0;
    for (int i = 0; i < n_parts; i++)
        sum += ucilk_future_get(long, part[i]);
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        usage("gnqueens N ROWS");
    int n = (int)number("N", argv[1], 1, MAX);
    int n_rows = (int)number("ROWS", argv[2], 0, n);
    struct board empty = {{0}};
    return report(n, gplace(n, 0, n_rows, empty));
}
