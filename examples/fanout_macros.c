/* fanout.c without the tool. */
#include <stddef.h>
#include <ucilk/macros.h>

#include "answer.h"

enum { SIZE = 16 };

struct table {
    long primes[SIZE]; /* the number of primes below 1000, 2000, ... */
};

static long primes_below(long n)
{
    long count = 0;
    for (long i = 2; i < n; i++) {
        long divisor = 2;
        while (divisor * divisor <= i && i % divisor != 0)
            divisor++;
        count += divisor * divisor > i;
    }
    return count;
}

cilk_static_task(struct table, make)
{
    struct table t;
    for (int i = 0; i < SIZE; i++)
        t.primes[i] = primes_below(1000 * (i + 1));
    return t;
}

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

static long by_a_loop(long n)
{
    struct table t = make();
    long sum = 0;
    for (long i = 0; i < n + SIZE; i++)
        sum += t.primes[(i < n ? i : i - n) % SIZE];
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
    printf("fanout(%ld) = %ld of a task, %ld of a promise\n", n, s.of_task,
           s.of_promise);
    return verdict(s.of_task + s.of_promise, 2 * by_a_loop(n));
}
