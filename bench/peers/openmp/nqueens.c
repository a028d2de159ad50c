/* nqueens by tasks of OpenMP; the same search as examples/nqueens.c. */
#include "../nqueens.h"
#include "threads.h"

static long place(int n, int row, struct board b)
{
    if (row == n)
        return 1;
    long part[MAX];
    for (int column = 0; column < n; column++) {
        part[column] = 0;
        if (!is_safe(&b, row, column))
            continue;
        b.column[row] = (signed char)column;
#pragma omp task shared(part) firstprivate(b)
        part[column] = place(n, row + 1, b);
    }
#pragma omp taskwait
    long count = 0;
    for (int column = 0; column < n; column++)
        count += part[column];
    return count;
}

static long run(int n)
{
    struct board empty = {{0}};
    long count = 0;
#pragma omp parallel
#pragma omp single
    count = place(n, 0, empty);
    return count;
}

int main(int argc, char **argv)
{
    make_threads();
    return nqueens_program(argc, argv, run);
}
