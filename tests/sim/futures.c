/* Futures of child stealing: results of all sizes, in parts, with many consumers,
 * values, and promises that tasks set; each is checked.  An argument is a mistake
 * to make. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, LARGE = 700 };

struct large {
    long at[LARGE];
};

static struct large fill(long first)
{
    struct large x;
    ucilk_work(2000);
    for (long i = 0; i < LARGE; i++)
        x.at[i] = first + i;
    return x;
}

static long part(ucilk_future_t f, long i)
{
    long x;
    ucilk_future_get_part(f, i * (long)sizeof x, sizeof x, &x);
    return x;
}

static long twice(ucilk_future_t f)
{
    ucilk_work(1000);
    return 2 * ucilk_future_get(long, f);
}

static void set(ucilk_promise_t p, long value)
{
    ucilk_work(3000);
    ucilk_promise_set(long, p, value);
}

static void fail(const char *what, long i)
{
    printf("wrong: %s, %ld\n", what, i);
    exit(1);
}

/* A chain: each task waits for the one before it, and all are pushed first, so
 * that thieves begin at its far end. */
static long chain(void)
{
    ucilk_promise_t first = ucilk_promise_make(long, 1);
    ucilk_future_t f = ucilk_promise_future(first);
    for (int i = 0; i < N; i++)
        f = cilk_future twice(f);
    spawn set(first, 1);
    long x = ucilk_future_get(long, f);
    sync;
    return x;
}

static long shared(void)
{
    ucilk_future_t f = cilk_future(2) fill(5), parts[N];
    ucilk_future_share(&f, N - 1);
    for (int i = 0; i < N; i++)
        parts[i] = cilk_future part(f, 10 * i);
    struct large all = ucilk_future_get(struct large, f);
    for (int i = 0; i < N; i++)
        if (ucilk_future_get(long, parts[i]) != all.at[10 * i])
            fail("part", i);
    return all.at[LARGE - 1];
}

static void make_mistake(const char *which)
{
    ucilk_future_t f = ucilk_future_from(long, 3);
    ucilk_promise_t p = ucilk_promise_make(long, 2);
    ucilk_promise_set(long, p, 1);
    if (strcmp(which, "twice") == 0)
        twice(f), twice(f);
    if (strcmp(which, "none") == 0)
        twice((ucilk_future_t){0, 0});
    if (strcmp(which, "large") == 0)
        part(f, 1);
    if (strcmp(which, "set") == 0)
        set(p, 2);
    if (strcmp(which, "consumers") == 0)
        ucilk_promise_make(long, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        make_mistake(argv[1]);
    if (chain() != 1L << N)
        fail("chain", 0);
    if (shared() != LARGE + 4)
        fail("shared", 0);
    ucilk_future_t f = ucilk_future_from(long, 7);
    if (!ucilk_future_done(f) || twice(f) != 14)
        fail("value", 0);
    printf("right\n");
}
