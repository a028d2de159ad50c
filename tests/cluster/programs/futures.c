/*
 * Futures between ranks.  Handles and results go by value only, so nothing
 * depends on whose memory a task sees.  Prints what its serial elision prints;
 * `futures N' goes N rounds.  `futures deadlock' and `futures twice' end with
 * messages; `futures busy SECONDS' and `futures read' look like deadlocks for a
 * while; in `futures calm SECONDS' main sleeps for so long, and nothing else is
 * there to do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucilk/futures.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include "../../clock.h"
#include "../../lang/check.h"

enum { ROUNDS = 20, CROWD = 12, WORDS = 500 };

unsigned long UCILK_SUM(ulong) total = 0;

/* So that others have the time to come. */
#define SPEND(microseconds) spend(1e-6 * (double)(microseconds))

static long get(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

long leaf(long n)
{
    SPEND(n % 7 * 30);
    total += (unsigned long)n;
    return 3 * n + 1;
}

/* --- A tree of futures --- */

long tree(long n)
{
    if (n < 2)
        return leaf(n);
    ucilk_future_t f = cilk_future tree(n - 1);
    long b = tree(n - 2);
    return get(f) + b;
}

/* --- Many consumers, of one word and of a block --- */

struct words {
    long word[WORDS];
};

struct words make_words(long first)
{
    struct words w;
    SPEND(300);
    for (int i = 0; i < WORDS; i++)
        w.word[i] = first + i;
    return w;
}

long consume(ucilk_future_t f, ucilk_future_t large, long i)
{
    long part[2];
    ucilk_future_prefetch(large);
    ucilk_future_prefetch(f);
    SPEND(i * 10);
    ucilk_future_get_part(large, (unsigned long)i * sizeof(long), sizeof part,
                          part);
    CHECK(part[1] == part[0] + 1);
    return get(f) + part[0] - i;
}

long crowd(long n)
{
    long sum[CROWD], all = 0;
    ucilk_future_t f = cilk_future(CROWD) leaf(n + 5);
    ucilk_future_t large = cilk_future(CROWD) make_words(n);
    ucilk_future_share(&large, 1);
    for (long i = 0; i < CROWD; i++)
        sum[i] = cilk_spawn consume(f, large, i);
    struct words w = ucilk_future_get(struct words, large);
    CHECK(w.word[WORDS - 1] == n + WORDS - 1);
    cilk_sync;
    for (long i = 0; i < CROWD; i++)
        all += sum[i];
    return all;
}

/* --- Futures of futures --- */

ucilk_future_t give(long n)
{
    ucilk_future_t f = cilk_future leaf(n);
    SPEND(50);
    return f;
}

long through(long n)
{
    ucilk_future_t outer = cilk_future give(n);
    SPEND(20);
    return get(ucilk_future_get(ucilk_future_t, outer));
}

/* --- Promises --- */

long set_later(ucilk_promise_t p, long n)
{
    SPEND(n % 5 * 60);
    ucilk_promise_set(long, p, n);
    return 1;
}

long set_large(ucilk_promise_t p, long n)
{
    SPEND(100);
    ucilk_promise_set(struct words, p, make_words(n));
    return 1;
}

long get_first(ucilk_future_t f)
{
    long word;
    ucilk_future_get_part(f, 0, sizeof word, &word);
    return word;
}

/* Set before they are got in serial order, too. */
long promises(long n)
{
    long a, b, c, d, set;
    ucilk_promise_t p = ucilk_promise_make(long, 3);
    ucilk_promise_t q = ucilk_promise_make(struct words, 2);
    set = cilk_spawn set_later(p, n);
    d = cilk_spawn set_large(q, n);
    a = cilk_spawn get(ucilk_promise_future(p));
    b = cilk_spawn get(ucilk_promise_future(p));
    c = cilk_spawn get_first(ucilk_promise_future(q));
    long e = get_first(ucilk_promise_future(q));
    while (!ucilk_future_done(ucilk_promise_future(p)))
        ;
    long f = get(ucilk_promise_future(p));
    cilk_sync;
    CHECK(set == 1 && d == 1);
    return a + b + c + e + f;
}

/* --- Ready threads of a worker that goes on with its task --- */

#ifndef UCILK_SERIAL
long pass_on(ucilk_future_t from, ucilk_promise_t to)
{
    ucilk_promise_set(long, to, get(from) + 1);
    return 1;
}

/* Whom it wakes is in its ready queue, and it ends after him. */
long wait_without_end(ucilk_promise_t from, ucilk_future_t to, long n)
{
    ucilk_promise_set(long, from, n);
    while (!ucilk_future_done(to))
        ;
    return get(to);
}

static long relay(long n)
{
    long a, b;
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_promise_t q = ucilk_promise_make(long, 1);
    a = cilk_spawn pass_on(ucilk_promise_future(p), q);
    SPEND(500);
    b = cilk_spawn wait_without_end(p, ucilk_promise_future(q), n);
    cilk_sync;
    return a + b;
}
#else
static long relay(long n)
{
    return n + 2;
}
#endif

/* --- Main between regions --- */

/* Its future outlives the sync, and main gets while it lingers, in rank 0: what
 * it wrote since the sync is nowhere else. */
static long n_lingers;

long linger(long n)
{
    long a;
    ucilk_future_t f = cilk_future through(n), g = cilk_future tree(8);
    a = cilk_spawn leaf(n);
    cilk_sync;
    long before = ++n_lingers;
    a += get(f);
    CHECK(n_lingers == before);
    long b;
    b = cilk_spawn leaf(n + 1);
    a += get(g);
    cilk_sync;
    return a + b;
}

/* Its spawns let main come home to a worker that runs it (F7). */
long late(long n)
{
    for (int i = 0; i < 500; i++) {
        long a = cilk_spawn leaf(n);
        SPEND(200);
        cilk_sync;
        CHECK(a != 0);
    }
    return n;
}

/* Main lingers, and sleeps long after its future has ended. */
static long calm(long seconds)
{
    long a;
    ucilk_future_t f = cilk_future late(1);
    a = cilk_spawn leaf(2);
    cilk_sync;
    nanosleep(&(struct timespec){seconds, 0}, NULL);
    return a + get(f);
}

#ifndef UCILK_SERIAL
/* The frame's end waits for futures, which wait for what main does then. */
static ucilk_future_t wait_for(ucilk_promise_t p)
{
    ucilk_future_t f = cilk_future get(ucilk_promise_future(p));
    return f;
}

static long fulfil_after_the_end(long n)
{
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t f = wait_for(p);
    ucilk_promise_set(long, p, n);
    return get(f);
}
#else
static long fulfil_after_the_end(long n)
{
    return n;
}
#endif

static void deadlock(void)
{
    ucilk_promise_t p = ucilk_promise_make(long, 3);
    long a, b;
    a = cilk_spawn get(ucilk_promise_future(p));
    b = cilk_spawn get(ucilk_promise_future(p));
    long c = get(ucilk_promise_future(p));
    cilk_sync;
    printf("%ld\n", a + b + c);
}

/* No deadlock, though all wait: for a long task. */
long work(long seconds)
{
    SPEND(1000000 * seconds);
    return seconds;
}

static long busy(long seconds)
{
    ucilk_future_t f = cilk_future(2) work(seconds);
    long a;
    a = cilk_spawn get(f);
    long b = get(f);
    cilk_sync;
    return a + b;
}

/* Nor is this: main reads, and a future waits for what it fulfils then. */
#ifndef UCILK_SERIAL
static long read_first(void)
{
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t f = wait_for(p);
    ucilk_promise_set(long, p, getchar());
    return get(f);
}
#endif

long get_again(ucilk_future_t f)
{
    SPEND(1000);
    return get(f);
}

static void twice(void)
{
    ucilk_future_t f = cilk_future leaf(1);
    long a, b;
    a = cilk_spawn get_again(f);
    b = cilk_spawn get_again(f);
    cilk_sync;
    printf("%ld\n", a + b);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "deadlock") == 0)
        deadlock();
    if (strcmp(mode, "twice") == 0)
        twice();
#ifndef UCILK_SERIAL
    if (strcmp(mode, "read") == 0) {
        printf("%ld\n", read_first());
        return 0;
    }
#endif
    if (strcmp(mode, "busy") == 0) {
        printf("%ld\n", busy(argc > 2 ? atol(argv[2]) : 10));
        return 0;
    }
    if (strcmp(mode, "calm") == 0) {
        printf("%ld\n", calm(argc > 2 ? atol(argv[2]) : 2));
        return 0;
    }
    long sum[6] = {0};
    long rounds = atol(mode) > 0 ? atol(mode) : ROUNDS;
    for (long i = 0; i < rounds; i++) {
        sum[0] += tree(10 + i % 3);
        sum[1] += crowd(i);
        sum[2] += through(i);
        sum[3] += promises(i);
        sum[4] += linger(i);
        if (i % 5 == 0)
            sum[5] += fulfil_after_the_end(i) + relay(i);
    }
    for (int i = 0; i < 6; i++)
        printf("%ld\n", sum[i]);
    printf("%lu\n", total);
    return 0;
}
