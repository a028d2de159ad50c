/* What loops.c and loops_macros.c share. */
#ifndef LOOPS_H
#define LOOPS_H

#include "check.h"

enum { N = 64 };

static long squares[N];
static double table[8][8];
static struct {
    int count;
    long by_residue[4];
} totals;

long square(long n)
{
    return n * n;
}

static double ratio(int a, int b)
{
    return a / (double)(b + 1);
}

/* Defined in either form. */
static long sum_to(int n);
static void fill(int n);
static void fill_table(void *nothing);
static long walk(int n);
static void count(int n);
static long choose(int n);
static void nothing_to_do(void *nothing);

int main(void)
{
    CHECK(sum_to(100) == 338350);
    fill(N);
    fill_table(NULL);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            CHECK(table[i][j] == i / (double)(j + 1));
    CHECK(walk(20) == 2870);
    count(40);
    CHECK(totals.count == 40);
    CHECK(totals.by_residue[0] == 4560 && totals.by_residue[3] == 5730);
    CHECK(choose(20) == 240);
    nothing_to_do(NULL);
    long n = scaled(20000, 300), sum = sum_to((int)n);
    CHECK(sum == n * (n + 1) * (2 * n + 1) / 6);
    printf("loops: %ld %ld %ld %ld\n", sum_to(10), walk(10), choose(9),
           squares[9]);
    return 0;
}

#endif
