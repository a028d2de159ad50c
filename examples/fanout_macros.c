/* fanout.c without the tool. */
#include <stddef.h>
#include <ucilk/macros.h>

#include "fanout.h"

cilk_callee(struct table, make);

cilk_static_task(void, fulfil, (ucilk_promise_t) promise)
{
    ucilk_promise_set(struct table, promise, make());
}

/* One consumer, which reads a single entry. */
cilk_static_task(long, consume, (ucilk_future_t) table, (long) i)
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
cilk_static_task(long, fan_out, (ucilk_future_t) table, (long) n)
{
    long sum = 0;
    for (long i = 0; i < n / 2; i++)
        spawn_add(sum, consume, table, i);
    struct table t = ucilk_future_get(struct table, table);
    for (long i = n / 2; i < n; i++)
        spawn_add(sum, consume, table, i);
    sync;
    for (int i = 0; i < SIZE; i++)
        sum += t.primes[i];
    return sum;
}

struct sums {
    long of_task, of_promise;
};

cilk_static_task(struct sums, fan_out_twice, (long) n)
{
    struct sums s;
    ucilk_future_t table = cilk_future_k(n + 1, make);
    s.of_task = fan_out(table, n);
    ucilk_promise_t promise = ucilk_promise_make(struct table, n + 1);
    spawn(fulfil, promise);
    s.of_promise = fan_out(ucilk_promise_future(promise), n);
    sync;
    return s;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("fanout CONSUMERS");
    long n = number("CONSUMERS", argv[1], 0, 1000000);
    struct sums s = fan_out_twice(n);
    return report(n, s.of_task, s.of_promise);
}
