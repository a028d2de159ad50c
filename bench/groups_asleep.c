/*
 * groups_asleep PROGRAM SIZE CUT NS: the groups of a program, whose leaves
 * sleep in place of computing, NS nanoseconds a step.  So more nodes than CPUs
 * show what distribution costs.  Groups and what they carry are real.
 *
 *   fib N CUT            as examples/gfib; a leaf of n takes fib(n) steps
 *   queens N CUT         as gnqueens; a leaf of CUT rows takes a step for each
 *                        queen that it puts
 *   matmul N CUT         as gmatmul: CUT rows and CUT columns, of N numbers
 *                        each, and a part of CUT by CUT; N steps
 *   words FILES BYTES    as gwordcount: lists of different length, of 1 to 15
 *                        steps, and tables of so many bytes; 8 * FILES steps
 *   even GROUPS 0        groups of a step
 *
 * It prints the time from the first group on.
 */
#include <ucilk/groups.h>
#include <ucilk/ucilk.h>

#include "clock.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static void rest(long ns)
{
    prctl(PR_SET_TIMERSLACK, 1); /* of this thread: not 50 us late */
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

static void *allocate(size_t size)
{
    void *at = malloc(size ? size : 1);
    if (!at)
        exit(1);
    return at;
}

/* --- Groups in groups --- */

static long fib(long n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static long gfib(long n, long cut, long ns)
{
    if (n <= cut) {
        long steps = fib(n);
        rest(steps * ns);
        return steps;
    }
    ucilk_future_t x = cilk_group gfib(n - 1, cut, ns);
    long y = gfib(n - 2, cut, ns);
    return ucilk_future_get(long, x) + y;
}

static long count(struct row r, long *queens)
{
    if (r.below == 0)
        return 1;
    long n = 0;
    for (unsigned places = free_places(r); places; places &= places - 1) {
        ++*queens;
        n += count(put(r, places), queens);
    }
    return n;
}

static long place(struct row r, long cut, long ns)
{
    if (r.below <= cut) {
        long queens = 0, n = count(r, &queens);
        rest(queens * ns);
        return n;
    }
    ucilk_future_t part[MAX_ROWS];
    int n_parts = 0;
    long n = 0;
    for (unsigned places = free_places(r); places; places &= places - 1)
        part[n_parts++] = cilk_group place(put(r, places), cut, ns);
    for (int i = 0; i < n_parts; i++)
        n += ucilk_future_get(long, part[i]);
    return n;
}

/* --- Groups that main makes, with bytes --- */

static struct ucilk_bytes product(struct ucilk_bytes rows,
                                  struct ucilk_bytes columns, long cut, long ns)
{
    size_t size = (size_t)(cut * cut) * sizeof(double);
    double *at = allocate(size), *row = rows.at, *column = columns.at;
    for (long i = 0; i < cut * cut; i++)
        at[i] = row[i / cut] * column[i % cut];
    rest(ns);
    return (struct ucilk_bytes){at, size};
}

static int matmul(long n, long cut, long ns)
{
    long parts = n / cut;
    size_t size = (size_t)(n * cut) * sizeof(double);
    double *a = allocate(size), sum = 0;
    ucilk_future_t *f = allocate((size_t)(parts * parts) * sizeof *f);
    for (long i = 0; i < n * cut; i++)
        a[i] = 1;
    for (long i = 0; i < parts * parts; i++)
        f[i] = cilk_group product((struct ucilk_bytes){a, size},
                                  (struct ucilk_bytes){a, size}, cut, n * ns);
    for (long i = 0; i < parts * parts; i++) {
        struct ucilk_bytes part = ucilk_future_get(struct ucilk_bytes, f[i]);
        for (long k = 0; k < cut * cut; k++)
            sum += ((double *)part.at)[k];
        free(part.at);
    }
    free(f);
    free(a);
    return sum == (double)(parts * cut * parts * cut);
}

static struct ucilk_bytes table(struct ucilk_bytes list, long bytes, long ns)
{
    char *at = allocate((size_t)bytes);
    memset(at, 1, (size_t)bytes);
    rest((long)list.size * ns);
    return (struct ucilk_bytes){at, (size_t)bytes};
}

static int words(long files, long bytes, long ns)
{
    ucilk_future_t *f = allocate((size_t)files * sizeof *f);
    char *list = calloc(15, 1);
    long sum = 0;
    for (long i = 0; i < files; i++) /* 15, 1, 14, 2, ...: 8 on the average */
        f[i] = cilk_group table(
            (struct ucilk_bytes){
                list, (size_t)(i % 2 ? 1 + i / 2 % 15 : 15 - i / 2 % 15)},
            bytes, ns);
    for (long i = 0; i < files; i++) {
        struct ucilk_bytes t = ucilk_future_get(struct ucilk_bytes, f[i]);
        for (size_t k = 0; k < t.size; k++)
            sum += ((char *)t.at)[k];
        free(t.at);
    }
    free(f);
    free(list);
    return sum == files * bytes;
}

static long step(long ns)
{
    rest(ns);
    return 1;
}

static int even(long n, long ns)
{
    ucilk_future_t *f = allocate((size_t)n * sizeof *f);
    long sum = 0;
    for (long i = 0; i < n; i++)
        f[i] = cilk_group step(ns);
    for (long i = 0; i < n; i++)
        sum += ucilk_future_get(long, f[i]);
    free(f);
    return sum == n;
}

static int is_right(const char *name, long size, long cut, long ns)
{
    if (strcmp(name, "fib") == 0)
        return gfib(size, cut, ns) == fib(size);
    if (strcmp(name, "queens") == 0 && size <= MAX_ROWS)
        return place(first_row((int)size), cut, ns) == solutions[size];
    if (strcmp(name, "matmul") == 0)
        return matmul(size, cut, ns);
    if (strcmp(name, "words") == 0)
        return words(size, cut, ns);
    return strcmp(name, "even") == 0 && even(size, ns);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: groups_asleep PROGRAM SIZE CUT NS\n");
        return 2;
    }
    double began = seconds();
    int right = is_right(argv[1], atol(argv[2]), atol(argv[3]), atol(argv[4]));
    printf("%s(%s): %u nodes, %.6f s, %s\n", argv[1], argv[2], ucilk_nnodes(),
           seconds() - began, right ? "right" : "wrong");
    return !right;
}
