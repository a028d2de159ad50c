/* What futures_views.c and futures_views_macros.c share.  Either declares the
 * reducers before, and defines VIEW(reducer), the strand's own view. */
#ifndef FUTURES_VIEWS_H
#define FUTURES_VIEWS_H

#include "check.h"

static unsigned long draw(long n)
{
    unsigned long x = (unsigned long)n + 1;
    x *= 0x9e3779b97f4a7c15ul;
    return x ^ x >> 31;
}

static void update(long n)
{
    VIEW(total) += n;
    VIEW(parity) ^= draw(n);
    if (n > VIEW(largest))
        VIEW(largest) = n;
}

/* Those of 0 <= i < n. */
static unsigned long parity_of(long n)
{
    unsigned long x = 0;
    for (long i = 0; i < n; i++)
        x ^= draw(i);
    return x;
}

static void expect(long n, int times)
{
    CHECK(VIEW(total) == times * (n * (n - 1) / 2));
    CHECK(VIEW(parity) == (times % 2 ? parity_of(n) : 0));
    CHECK(VIEW(largest) == n - 1);
    VIEW(total) = 0;
    VIEW(parity) = 0;
    VIEW(largest) = -1;
}

long leaf(long i)
{
    update(i);
    return i;
}

static ucilk_future_t made[200];

/* Several consumers of one: counted once. */
long consume(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

/* Through promises: the setter's updates stay its own. */
void fulfil(ucilk_promise_t p, long i)
{
    long x = leaf(i);
    ucilk_promise_set(long, p, x);
}

/* Gets that wait in tasks with views of their own. */
long chain(ucilk_future_t before, long i)
{
    update(i);
    if (i > 0)
        i += ucilk_future_get(long, before);
    return i;
}

/* Defined in either form. */
void got(long n);
void got_often(long n);
long nested(long low, long high);
void mixed(long n);
void left(long n);
void left_in_tasks(long low, long high);
void promised(long n);
void chained(long n);
void loops(int n);

static void run_all(void)
{
    long few = scaled(200, 60), many = scaled(2000, 100);
    long repeats = scaled(20, 2);
    for (long i = 0; i < repeats; i++) {
        got(few);
        expect(few, 1);
        got_often(many);
        expect(many, 1);
        CHECK(nested(0, many) == many * (many - 1) / 2);
        expect(many, 1);
        mixed(many);
        expect(many, 1);
        left(many);
        expect(many, 1);
        left_in_tasks(0, many);
        expect(many, 1);
        promised(few);
        expect(few, 1);
        chained(few);
        expect(few, 1);
        loops((int)few);
        expect(few, 2);
    }
}

#endif
