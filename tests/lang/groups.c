/* Groups: bytes, groups in groups, and tasks, futures and reducers within one;
 * values and any number of consumers are tests/fuzz/run.py --groups.  Compiled
 * without --ucilk-groups they are futures; tests/cluster/groups.sh runs the same
 * program on several nodes. */
#include <ucilk/ucilk.h>

#include <ucilk/reducers.h>

#include <ucilk/groups.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static struct ucilk_bytes bytes_of(const char *text)
{
    size_t size = strlen(text) + 1;
    struct ucilk_bytes b = {malloc(size), size};
    memcpy(b.at, text, size);
    return b;
}

static long twice(long n)
{
    return 2 * n;
}

/* --- Bytes --- */

static struct ucilk_bytes upper(struct ucilk_bytes text)
{
    struct ucilk_bytes b = {malloc(text.size), text.size};
    for (size_t i = 0; i < text.size; i++) {
        char c = ((char *)text.at)[i];
        ((char *)b.at)[i] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return b;
}

/* In keywords bytes may be in a struct, in macros they are arguments and results. */
#ifndef UCILK_MACROS_H
struct named {
    int n;
    struct ucilk_bytes of[2];
};

static struct named both(int n, struct named a)
{
    struct named r = {a.n + n, {{0, 0}, {0, 0}}};
    size_t size = a.of[0].size + a.of[1].size;
    r.of[1] = (struct ucilk_bytes){malloc(size), size};
    memcpy(r.of[1].at, a.of[1].at, a.of[1].size);
    memcpy((char *)r.of[1].at + a.of[1].size, a.of[0].at, a.of[0].size);
    return r;
}

static void bytes(void)
{
    struct named a = {7, {bytes_of("left"), bytes_of("right")}};
    ucilk_future_t f = cilk_group upper(a.of[0]);
    ucilk_future_t g = cilk_group both(1, a);
    struct ucilk_bytes empty = {0, 0};
    ucilk_future_t e = cilk_group upper(empty);
    struct ucilk_bytes u = ucilk_future_get(struct ucilk_bytes, f);
    struct named b = ucilk_future_get(struct named, g);
    struct ucilk_bytes none = ucilk_future_get(struct ucilk_bytes, e);
    printf("%s %d %s %s %d %zu\n", (char *)u.at, b.n, (char *)b.of[1].at,
           (char *)b.of[1].at + a.of[1].size, b.of[0].at == 0,
           (size_t)none.size);
    free(u.at);
    free(b.of[1].at);
    free(none.at);
    free(a.of[0].at);
    free(a.of[1].at);
}
#else
cilk_static_task(struct ucilk_bytes, both, (struct ucilk_bytes)left, (int)n,
                 (struct ucilk_bytes)right)
{
    size_t size = left.size + right.size;
    struct ucilk_bytes b = {malloc(size), size};
    CHECK(n == 1);
    memcpy(b.at, right.at, right.size);
    memcpy((char *)b.at + right.size, left.at, left.size);
    return b;
}

cilk_static_task(void, bytes)
{
    struct ucilk_bytes of[2] = {bytes_of("left"), bytes_of("right")};
    struct ucilk_bytes empty = {0, 0};
    ucilk_future_t f = cilk_group(upper, of[0]);
    ucilk_future_t g = cilk_group(both, of[0], 1, of[1]);
    ucilk_future_t e = cilk_group(upper, empty);
    struct ucilk_bytes u = ucilk_future_get(struct ucilk_bytes, f);
    struct ucilk_bytes b = ucilk_future_get(struct ucilk_bytes, g);
    struct ucilk_bytes none = ucilk_future_get(struct ucilk_bytes, e);
    printf("%s %d %s %s %d %zu\n", (char *)u.at, 8, (char *)b.at,
           (char *)b.at + of[1].size, 1, (size_t)none.size);
    free(u.at);
    free(b.at);
    free(none.at);
    free(of[0].at);
    free(of[1].at);
}
#endif

/* --- Within a group --- */

static void count(long low, long high, long *at)
{
    if (high - low == 1) {
        at[low]++;
        return;
    }
    spawn count(low, (low + high) / 2, at);
    count((low + high) / 2, high, at);
    sync;
}

#ifndef UCILK_MACROS_H
static void sum_up(long n, long *sum, long *at)
{
    long UCILK_SUM(long) all = 0;
    cilk_for (long i = 0; i < n; i++)
        all += i * at[i % 64];
    *sum = all;
}
#else
cilk_reduce_loop(add_up, UCILK_SUM(long), (long)i, (long *)sum, (long *)at)
{
    *sum += i * at[i % 64];
}

cilk_static_task(void, sum_up, (long)n, (long *)sum, (long *)at)
{
    cilk_for(add_up, 0, n, sum, at);
}
#endif

/* Tasks that share a local array, a loop with a reducer, and futures. */
static long shared(long n)
{
    long at[64] = {0}, sum = 0;
    count(0, 64, at);
    sum_up(n, &sum, at);
    ucilk_future_t f = cilk_future twice(n);
    return sum + ucilk_future_get(long, f);
}

static long tree(int depth, long n)
{
    if (depth == 0)
        return shared(n);
    ucilk_future_t f = cilk_group tree(depth - 1, 2 * n);
    long y = tree(depth - 1, 2 * n + 1);
    return ucilk_future_get(long, f) + y;
}

static long left_behind(long n)
{
    ucilk_future_t f = cilk_group tree(1, n);
    long first = twice(n);
    return first + ucilk_future_get(long, f);
}

int main(void)
{
    bytes();
    printf("%ld\n", tree(5, 1));
    printf("%ld\n", left_behind(3));
    ucilk_future_t many[100];
    long sum = 0;
    for (long i = 0; i < 100; i++)
        many[i] = cilk_group twice(i);
    for (int i = 0; i < 100; i++)
        sum = 3 * sum % 1000003 + ucilk_future_get(long, many[i]);
    printf("%ld\n", sum);
    return 0;
}
