/* Reducers at file scope that futures update: nothing is lost or counted
 * twice, whether the future is got or not. */
#include <ucilk/ucilk.h>

#include "check.h"
#include "views.h"

REDUCER(long, total, UCILK_SUM(long), 0);
REDUCER(long, largest, UCILK_MAX(long), -1);
REDUCER(unsigned long, parity, UCILK_XOR(ulong), 0);

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

/* All of [low, high), in a future's own tasks and between its spawns. */
long range(long low, long high)
{
    long a, b;
    if (high <= low)
        return 0;
    long middle = low + (high - low) / 2;
    a = spawn range(low, middle);
    update(middle);
    b = spawn range(middle + 1, high);
    sync;
    return a + b + middle;
}

/* Got by the strand that made them: there after the last get. */
void got(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        made[i] = cilk_future leaf(i);
    for (long i = n - 1; i >= 0; i--)
        sum += ucilk_future_get(long, made[i]);
    CHECK(sum == n * (n - 1) / 2 && VIEW(total) == sum);
    CHECK(VIEW(parity) == parity_of(n) && VIEW(largest) == n - 1);
}

void got_often(long n)
{
    long a, b, c;
    ucilk_future_t f = cilk_future(4) range(0, n);
    a = spawn consume(f);
    b = spawn consume(f);
    c = spawn consume(f);
    long d = ucilk_future_get(long, f);
    sync;
    CHECK(a == b && b == c && c == d && d == n * (n - 1) / 2);
    CHECK(VIEW(total) == d && VIEW(parity) == parity_of(n) && VIEW(largest) == n - 1);
}

/* Futures that make and get futures. */
long nested(long low, long high)
{
    if (high - low < 4)
        return range(low, high);
    long middle = low + (high - low) / 2;
    ucilk_future_t f = cilk_future nested(low, middle);
    update(middle);
    long right = nested(middle + 1, high);
    return right + middle + ucilk_future_get(long, f);
}

/* Beside spawns that update too, and a scope. */
void mixed(long n)
{
    long a, b, c = 0;
    ucilk_future_t f = cilk_future range(0, n / 4);
    a = spawn range(n / 4, n / 2);
    cilk_scope
    {
        c += spawn range(n / 2, n / 2 + 1);
        f = cilk_future consume(f);
        c += spawn range(n / 2 + 1, n / 2 + 2);
    }
    b = spawn range(n / 2 + 2, n);
    long d = ucilk_future_get(long, f);
    sync;
    CHECK(a + b + c + d == n * (n - 1) / 2 && VIEW(total) == a + b + c + d);
    CHECK(VIEW(parity) == parity_of(n));
}

/* Never got: there when the region has ended. */
void left(long n)
{
    for (long i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future leaf(i);
        (void)f;
    }
}

void left_in_tasks(long low, long high)
{
    if (high - low < 4) {
        ucilk_future_t f = cilk_future range(low, high);
        (void)f;
        return;
    }
    long middle = low + (high - low) / 2;
    spawn left_in_tasks(low, middle);
    update(middle);
    left_in_tasks(middle + 1, high);
}

void promised(long n)
{
    ucilk_promise_t p;
    long sum = 0;
    for (long i = 0; i < n; i++) {
        p = ucilk_promise_make(long, 1);
        spawn fulfil(p, i);
        sum += ucilk_future_get(long, ucilk_promise_future(p));
    }
    sync;
    CHECK(sum == n * (n - 1) / 2 && VIEW(total) == sum);
}

void chained(long n)
{
    ucilk_future_t f = {0, 0};
    for (long i = 0; i < n; i++)
        f = cilk_future chain(f, i);
    CHECK(ucilk_future_get(long, f) == n * (n - 1) / 2);
}

static void make_leaf(long i)
{
    made[i] = cilk_future leaf(i);
}

static void get_leaf(long i)
{
    long x = ucilk_future_get(long, made[i]);
    update(x);
}

void loops(int n)
{
    cilk_for (long i = 0; i < n; i++)
        make_leaf(i);
    cilk_for (long i = 0; i < n; i++)
        get_leaf(i);
}

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

int main(void)
{
    run_all();
    /* main makes them, its own gets and the end of its region. */
    VIEW(total) = 7;
    ucilk_future_t f = cilk_future range(0, 100), g;
    f = cilk_future consume(f);
    VIEW(total)++;
    CHECK(ucilk_future_get(long, f) == 4950);
    g = cilk_future leaf(3);
    (void)g;
    f = cilk_future leaf(4);
    CHECK(ucilk_future_get(long, f) == 4);
    printf("%d\n", VIEW(total) >= 4950 + 7 + 1 + 4);
    return 0;
}
