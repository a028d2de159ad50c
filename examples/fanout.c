/*
 * fanout CONSUMERS: one result is read by many tasks.  Half of them start at
 * once, and wait if the result is not there yet; the others find it ready.  The
 * result is first that of a task, then that of a promise, which any task can
 * fulfil.
 */
#include <stddef.h>
#include <ucilk/ucilk.h>

#include "fanout.h"

static void fulfil(ucilk_promise_t promise)
{
    ucilk_promise_set(struct table, promise, make());
}

/* One consumer, which reads a single entry. */
static long consume(ucilk_future_t table, long i)
{
    long primes;
    ucilk_future_get_part(table,
                          offsetof(struct table, primes) +
                              (unsigned long)(i % SIZE) * sizeof primes,
                          sizeof primes, &primes);
    return primes;
}

/* Returns the sum of what n consumers read, and of the whole table: this
 * function is one more consumer. */
static long fan_out(ucilk_future_t table, long n)
{
    long sum = 0;
    for (long i = 0; i < n / 2; i++)
        sum += spawn consume(table, i);
    struct table t = ucilk_future_get(struct table, table);
    for (long i = n / 2; i < n; i++)
        sum += spawn consume(table, i);
    sync;
    for (int i = 0; i < SIZE; i++)
        sum += t.primes[i];
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("fanout CONSUMERS");
    long n = number("CONSUMERS", argv[1], 0, 1000000);
    ucilk_future_t table = cilk_future(n + 1) make();
    long of_task = fan_out(table, n);
    ucilk_promise_t promise = ucilk_promise_make(struct table, n + 1);
    spawn fulfil(promise);
    long of_promise = fan_out(ucilk_promise_future(promise), n);
    sync;
    return report(n, of_task, of_promise);
}
