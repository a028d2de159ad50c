/* cilk_future for one and several consumers, of void, and promises: 100: 34 5 30 1265 385 100 */
#include "check.h"

struct pair {
    long a, b;
};

static long fib(long n)
{
    if (n < 2)
        return square(n);
    ucilk_future_t x = cilk_future fib(n - 1);
    long y = fib(n - 2);
    return ucilk_future_get(long, x) + y;
}

static struct pair both(long n)
{
    return (struct pair){square(n), n};
}

static long sum_of(ucilk_future_t f)
{
    struct pair p = ucilk_future_get(struct pair, f);
    return p.a + p.b;
}

struct results {
    long at[3];
};

static struct results several(void)
{
    int n = 3;
    long sum = 0;
    ucilk_future_t f = cilk_future(n - 1) both(5);
    ucilk_future_t g = cilk_future sum_of(f);
    long b = ucilk_future_get(struct pair, f).b;
    long both_of = ucilk_future_get(long, g);
    for (long i = 1; i <= 10; i++) {
        ucilk_future_t h = cilk_future(n) both(i);
        sum += ucilk_future_get(long, cilk_future sum_of(h));
        sum += ucilk_future_get(long, cilk_future square(i));
        sum += ucilk_future_get(struct pair, h).a;
        sum += ucilk_future_get(struct pair, h).b;
    }
    return (struct results){{b, both_of, sum}};
}

static void after(ucilk_future_t f, ucilk_promise_t p, long n)
{
    ucilk_future_get(void, f);
    dawdle();
    ucilk_promise_set(long, p, n * n);
}

int main(void)
{
    ucilk_future_t last = ucilk_future_from(void);
    long sum = 0, got = 0, number = fib(9);
    struct results s = several();
    for (long i = 1; i <= 10; i++) {
        ucilk_promise_t p = ucilk_promise_make(long, 1);
        last = cilk_future after(last, p, i);
        got = ucilk_future_get(long, ucilk_promise_future(p));
        sum += got;
    }
    ucilk_future_get(void, last);
    printf("%ld %ld %ld %ld %ld %ld\n", number, s.at[0], s.at[1], s.at[2], sum,
           got);
    return 0;
}
