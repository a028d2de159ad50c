/* Reducers at file scope that futures update: nothing is lost or counted
 * twice, whether the future is got or not. */
#include <ucilk/ucilk.h>

#include <ucilk/reducers.h>

static long UCILK_SUM(long) total = 0;
static long UCILK_MAX(long) largest = -1;
static unsigned long UCILK_XOR(ulong) parity = 0;

#define VIEW(reducer) reducer
#include "futures_views.h"

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
    CHECK(sum == n * (n - 1) / 2 && total == sum);
    CHECK(parity == parity_of(n) && largest == n - 1);
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
    CHECK(total == d && parity == parity_of(n) && largest == n - 1);
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
    CHECK(a + b + c + d == n * (n - 1) / 2 && total == a + b + c + d);
    CHECK(parity == parity_of(n));
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
    CHECK(sum == n * (n - 1) / 2 && total == sum);
}

void chained(long n)
{
    ucilk_future_t f = {0, 0};
    for (long i = 0; i < n; i++)
        f = cilk_future chain(f, i);
    CHECK(ucilk_future_get(long, f) == n * (n - 1) / 2);
}

void loops(int n)
{
    cilk_for (int i = 0; i < n; i++)
        made[i] = cilk_future leaf(i);
    cilk_for (int i = 0; i < n; i++) {
        long x = ucilk_future_get(long, made[i]);
        update(x);
    }
}

int main(void)
{
    run_all();
    /* main makes them, its own gets and the end of its region. */
    total = 7;
    ucilk_future_t f = cilk_future range(0, 100), g;
    f = cilk_future consume(f);
    total++;
    CHECK(ucilk_future_get(long, f) == 4950);
    g = cilk_future leaf(3);
    (void)g;
    f = cilk_future leaf(4);
    CHECK(ucilk_future_get(long, f) == 4);
    printf("%d\n", total >= 4950 + 7 + 1 + 4);
    return 0;
}
