/* Recursion: tree, mutual, static, and 100,000 levels deep. */
#include <ucilk/ucilk.h>

#include "check.h"

static long one(void *nothing)
{
    return nothing == NULL;
}

long fib(int n)
{
    if (n < 2)
        return n;
    long x, y;
    x = spawn fib(n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

/* Hofstadter's female and male sequences. */
int female(int n);
int male(int n);

int female(int n)
{
    if (n == 0)
        return 1;
    int before, other;
    before = spawn female(n - 1);
    sync;
    other = spawn male(before);
    sync;
    return n - other;
}

int male(int n)
{
    if (n == 0)
        return 0;
    int before, other;
    before = spawn male(n - 1);
    sync;
    other = spawn female(before);
    sync;
    return n - other;
}

static int is_odd(int n);

static int is_even(int n)
{
    int answer;
    if (n == 0)
        return 1;
    answer = spawn is_odd(n - 1);
    sync;
    return answer;
}

static int is_odd(int n)
{
    int answer;
    if (n == 0)
        return 0;
    answer = spawn is_even(n - 1);
    sync;
    return answer;
}

/* The child goes deep while the continuation waits. */
static long descend(long n)
{
    if (n == 0)
        return 0;
    long below;
    below = spawn descend(n - 1);
    sync;
    return below + 1;
}

/* The continuation goes deep, by calls, with a child at each level. */
static long sink(long n)
{
    if (n == 0)
        return 0;
    long unit, below;
    unit = spawn one(NULL);
    below = sink(n - 1);
    sync;
    return below + unit;
}

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
