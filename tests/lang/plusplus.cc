/* The macro form in C++: tasks, loops, reducers, futures. */
#include <ucilk/macros.h>
#include <ucilk/reducers.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.h"

enum class kind { even, odd };

struct pair {
    long low, high;
};

cilk_task(long, fib, (long) n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

cilk_task(struct pair, range_of, (const long *) a, (long) n)
{
    if (n == 1)
        return {a[0], a[0]};
    struct pair left, right;
    spawn_to(left, range_of, a, n / 2);
    right = range_of(a + n / 2, n - n / 2);
    sync;
    return {left.low < right.low ? left.low : right.low,
            left.high > right.high ? left.high : right.high};
}

cilk_task(kind, kind_of, (int) n)
{
    return n % 2 ? kind::odd : kind::even;
}

/* Objects by pointer; a template behind a task. */
template <typename T> static long sum_of(const std::vector<T> &v)
{
    long sum = 0;
    for (const T &x : v)
        sum += x;
    return sum;
}

cilk_task(long, sum_task, (const std::vector<int> *) v)
{
    return sum_of(*v);
}

cilk_task(double, half, (int) n)
{
    return n / 2.0;
}

cilk_task(bool, is_odd, (int) n)
{
    return n % 2;
}

/* Each kind of `+='. */
cilk_task(double, added, (int) n)
{
    double d = 0.25;
    long l = 3;
    unsigned char c = 250;
    std::vector<int> v(n, 2);
    (void)c;
    for (int i = 0; i < n; i++) {
        spawn_add(d, half, i);
        spawn_add(l, fib, i % 12);
        spawn_add(l, sum_task, &v);
    }
    kind k = kind::even;
    bool b = false;
    spawn_to(k, kind_of, n + 1);
    spawn_to(b, is_odd, n);
    sync;
    return d + l + (k == kind::odd) + 10 * b;
}

cilk_loop(fill, (int) i, (long *) a, (long) k)
{
    a[i] = i * k % 1009;
}

cilk_reduce_loop(total_of, ucilk_sum_identity_long, ucilk_sum_reduce_long,
                 (long) i, (long *) sum, (const long *) a)
{
    *sum += a[i] * (i % 3);
}

cilk_loop(spawning, (int) i, (long *) a)
{
    spawn_to(a[i], fib, i % 10);
}

cilk_reducer(long, visited, UCILK_SUM(long), 5);
cilk_static_reducer(int, largest, UCILK_MAX(int), -1);

cilk_task(void, visit, (int) low, (int) high)
{
    if (high - low == 1) {
        cilk_view(visited)++;
        if (low * 37 % 101 > cilk_view(largest))
            cilk_view(largest) = low * 37 % 101;
        return;
    }
    spawn(visit, low, low + (high - low) / 2);
    visit(low + (high - low) / 2, high);
}

cilk_task(void, add_at, (long *) sum, (long) n)
{
    cilk_view_at(sum, UCILK_SUM(long)) += n;
}

cilk_task(long, local, (int) n)
{
    cilk_local_reducer(long, sum, UCILK_SUM(long), 100);
    for (int i = 0; i < n; i++)
        spawn(add_at, cilk_reducer_address(sum), i);
    cilk_view(sum) += 7;
    sync;
    return cilk_view(sum);
}

cilk_task(long, joined, (ucilk_future_t) a, (ucilk_future_t) b)
{
    return ucilk_future_get(long, a) * 3 + ucilk_future_get(long, b);
}

cilk_task(void, set, (ucilk_promise_t) p, (long) n)
{
    ucilk_promise_set(long, p, n);
}

cilk_task(long, futures, (int) n)
{
    ucilk_future_t a = cilk_future(fib, n);
    ucilk_future_t b = cilk_future_k(2, fib, n - 1);
    ucilk_future_t c = cilk_future(joined, a, b);
    ucilk_future_t d = cilk_future(joined, b, ucilk_future_from(long, 4));
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t e = cilk_future(set, p, 9);
    struct pair both = {ucilk_future_get(long, c), ucilk_future_get(long, d)};
    ucilk_future_t f = ucilk_future_from(struct pair, both);
    ucilk_future_get(void, e);
    struct pair again = ucilk_future_get(struct pair, f);
    return again.low * 5 + again.high +
           ucilk_future_get(long, ucilk_promise_future(p));
}

static long a[1000];

cilk_task(int, run)
{
    cilk_for(fill, 0, 1000, a, 7);
    long sum = 0;
    cilk_for(total_of, 0, 1000, &sum, a);
    struct pair range;
    spawn_to(range, range_of, a, 1000);
    sync;
    std::printf("%ld %ld %ld\n", sum, range.low, range.high);
    cilk_for_step(spawning, 999, -1, -1, a);
    cilk_for_grain(3, total_of, 0, 1000, &sum, a);
    {
        cilk_scope;
        spawn_to(sum, fib, 12);
    }
    std::printf("%ld %.2f\n", sum, added(30));
    visit(0, 300);
    std::printf("%ld %d %ld\n", cilk_view(visited), cilk_view(largest),
                local(50));
    std::printf("%ld\n", futures(12));
    return 0;
}

int main()
{
    CHECK(fib(15) == 610);
    return run();
}
