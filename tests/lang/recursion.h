/* What recursion.c and recursion_macros.c share. */
#ifndef RECURSION_H
#define RECURSION_H

#include "check.h"

static long one(void *nothing)
{
    return nothing == NULL;
}

/* Defined in either form. */
long fib(int n);
int female(int n);
int male(int n);
static int is_even(int n);
static int is_odd(int n);
static long descend(long n);
static long sink(long n);

int main(void)
{
    long n = scaled(23, 12);
    CHECK(fib((int)n) == (n == 23 ? 28657 : 144));
    CHECK(fib(10) == 55);
    static const int females[] = {1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8};
    static const int males[] = {0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 7};
    for (int i = 0; i < 13; i++) {
        CHECK(female(i) == females[i]);
        CHECK(male(i) == males[i]);
    }
    CHECK(is_even(100) && is_odd(101) && !is_even(33));
    long deep = scaled(100000, 3000);
    CHECK(descend(deep) == deep);
    deep = scaled(100000, 500); /* a thief copies all of it */
    CHECK(sink(deep) == deep);
    printf("recursion: fib(10) = %ld, female(12) = %d\n", fib(10), female(12));
    return 0;
}

#endif
