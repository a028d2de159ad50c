/* Promises: any task sets them, before and after others wait for them;
 * consumers that are created before their producers.  DAGs whose nodes are made
 * in any order are tests/stress/dags.c. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include "check.h"

#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct text {
    char words[200];
    int length;
};

static int arrived; /* consumers that are about to get */

static long get(ucilk_promise_t p)
{
    __atomic_fetch_add(&arrived, 1, __ATOMIC_RELEASE);
    return ucilk_future_get(long, ucilk_promise_future(p));
}

long consume(ucilk_promise_t p, long i)
{
    return get(p) + i;
}

void fulfil(ucilk_promise_t p, long value)
{
    ucilk_promise_set(long, p, value);
}

long compute(int n)
{
    long x = 0;
    for (int i = 0; i < n; i++)
        x += i;
    return x;
}

void tell(ucilk_promise_t p, const char *words)
{
    struct text t;
    memset(&t, 0, sizeof t);
    t.length = (int)strlen(words);
    memcpy(t.words, words, (size_t)t.length + 1);
    ucilk_promise_set(struct text, p, t);
}

int listen(ucilk_future_t f, const char *words)
{
    struct text t = ucilk_future_get(struct text, f);
    return strcmp(t.words, words) == 0 && t.length == (int)strlen(words);
}

void signal_all(ucilk_promise_t p)
{
    ucilk_promise_set(void, p);
}

void wait_all(ucilk_promise_t p)
{
    ucilk_future_get(void, ucilk_promise_future(p));
}

/* Set and got by one strand. */
static void by_one_strand(int n)
{
    /* The value's expression is evaluated once. */
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    int calls = 0;
    ucilk_promise_set(long, p, ++calls + 4);
    CHECK(calls == 1 && get(p) == 5);

    p = ucilk_promise_make(struct text, 1);
    struct text t = {"", 7};
    ucilk_promise_set(struct text, p, t);
    CHECK(ucilk_future_get(struct text, ucilk_promise_future(p)).length == 7);
    p = ucilk_promise_make(struct text, 1);
    ucilk_promise_set(struct text, p, {"braces", 6});
    CHECK(listen(ucilk_promise_future(p), "braces"));
    p = ucilk_promise_make(ucilk_promise_t, 1);
    ucilk_promise_t inner = ucilk_promise_make(long, 1);
    ucilk_promise_set(ucilk_promise_t, p, inner);
    ucilk_promise_set(long, inner, n);
    inner = ucilk_future_get(ucilk_promise_t, ucilk_promise_future(p));
    CHECK(get(inner) == n);
}

/* In the serial order the first promise is set first. */
enum { PARALLEL = !IS_IN_ORDER };

void pass(ucilk_promise_t from, ucilk_promise_t to)
{
    long x = get(from);
    ucilk_promise_set(long, to, x + 1);
}

static ucilk_promise_t links[2001];

/* Futures that wait for later ones, by their handles in shared memory. */
static ucilk_future_t later[500];

/* --- Set before, by this strand and by others --- */

void before(int n)
{
    ucilk_promise_t p = ucilk_promise_make(long, 3);
    ucilk_promise_set(long, p, n);
    long a, b;
    a = spawn consume(p, 1);
    b = spawn consume(p, 2);
    CHECK(get(p) == n);
    sync;
    CHECK(a == n + 1 && b == n + 2);

    p = ucilk_promise_make(long, 2);
    spawn fulfil(p, n + 5);
    a = spawn consume(p, 1);
    CHECK(get(p) == n + 5);
    sync;
    CHECK(a == n + 6);

    p = ucilk_promise_make(long, 1);
    ucilk_future_t f = ucilk_promise_future(p), again = ucilk_promise_future(p);
    CHECK(memcmp(&f, &again, sizeof f) == 0);
    ucilk_future_share(&f, 2);
    spawn fulfil(p, n);
    sync;
    CHECK(ucilk_future_get(long, f) == n && get(p) == n);
    CHECK(ucilk_future_get(long, again) == n);
}

/* --- Of every kind --- */

void kinds(int n)
{
    int x, y;
    ucilk_promise_t p = ucilk_promise_make(struct text, 3);
    spawn tell(p, "in other words");
    x = spawn listen(ucilk_promise_future(p), "in other words");
    y = spawn listen(ucilk_promise_future(p), "in other words");
    sync;
    CHECK(x && y);
    int length;
    ucilk_future_get_part(ucilk_promise_future(p),
                          __builtin_offsetof(struct text, length), sizeof(int),
                          &length);
    CHECK(length == 14);

    p = ucilk_promise_make(void, n);
    spawn signal_all(p);
    for (int i = 1; i < n; i++)
        spawn wait_all(p);
    wait_all(p);
    sync;
    by_one_strand(n);
}

/* --- Chains --- */

/* The links in order, backwards, and from the middle; everybody waits for the
 * first one, which is set last. */
void chain(int n)
{
    for (int order = 0; order < 3; order++) {
        for (int i = 0; i <= n; i++)
            links[i] = ucilk_promise_make(long, 1);
        if (!PARALLEL)
            ucilk_promise_set(long, links[0], 10);
        for (int i = 0; i < n; i++) {
            int k = order == 1 ? n - 1 - i : order == 2 ? (i + n / 2) % n : i;
            if (!PARALLEL)
                k = i;
            spawn pass(links[k], links[k + 1]);
        }
        if (PARALLEL)
            ucilk_promise_set(long, links[0], 10);
        CHECK(get(links[n]) == 10 + n);
        sync;
    }
}

long up(int i, int n, ucilk_promise_t ready)
{
    if (PARALLEL)
        ucilk_future_get(void, ucilk_promise_future(ready));
    return i + (i + 1 < n ? ucilk_future_get(long, later[i + 1]) : 0);
}

void backwards(int n)
{
    ucilk_promise_t ready = ucilk_promise_make(void, n + 1);
    if (PARALLEL)
        for (int i = 0; i < n; i++)
            later[i] = cilk_future up(i, n, ready);
    else
        for (int i = n - 1; i >= 0; i--)
            later[i] = cilk_future up(i, n, ready);
    ucilk_promise_set(void, ready);
    wait_all(ready);
    CHECK(ucilk_future_get(long, later[0]) == (long)n * (n - 1) / 2);
}

/* --- main sets it, after a sync, while consumers wait --- */

void set_late(int n)
{
    ucilk_promise_t p = ucilk_promise_make(long, n);
    static ucilk_future_t waiting[64];
    long x;
    arrived = 0;
    if (!PARALLEL)
        ucilk_promise_set(long, p, 3);
    for (int i = 0; i < n; i++)
        waiting[i] = cilk_future consume(p, i);
    x = spawn compute(10);
    sync;
    CHECK(x == 45);
    while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < n)
        sched_yield();
    if (PARALLEL)
        for (int i = 0; i < n; i++)
            CHECK(!ucilk_future_done(waiting[i]));
    if (PARALLEL)
        ucilk_promise_set(long, p, 3);
    for (int i = 0; i < n; i++)
        CHECK(ucilk_future_get(long, waiting[i]) == 3 + i);
}

/* --- Made by functions that return before it is set --- */

ucilk_future_t hire(ucilk_promise_t p)
{
    ucilk_future_t f = cilk_future consume(p, 1);
    return f;
}

/* Where a spawn before it may have been stolen, or not. */
void employ(long n)
{
    ucilk_promise_t p = ucilk_promise_make(long, 2);
    long x = 45;
    if (!PARALLEL)
        ucilk_promise_set(long, p, n);
    if (n % 2)
        x = spawn compute(10);
    ucilk_future_t f = hire(p), g = hire(p);
    if (PARALLEL)
        ucilk_promise_set(long, p, n);
    CHECK(ucilk_future_get(long, f) == n + 1);
    CHECK(ucilk_future_get(long, g) == n + 1);
    sync;
    CHECK(x == 45);
}

/* New regions beside futures that still wait for what main sets. */
ucilk_future_t hire_to_pass(ucilk_promise_t from, ucilk_promise_t to)
{
    ucilk_future_t f = cilk_future pass(from, to);
    return f;
}

long leaves(int depth)
{
    if (depth == 0)
        return 1;
    long a, b;
    a = spawn leaves(depth - 1);
    b = leaves(depth - 1);
    sync;
    return a + b;
}

/* --- Races of the set with gets --- */

void races(int n)
{
    for (int i = 0; i < n; i++) {
        ucilk_promise_t p = ucilk_promise_make(long, 3);
        long a, b = 0;
        if (PARALLEL && i % 2) {
            a = spawn consume(p, 1);
            spawn fulfil(p, i);
            b = spawn consume(p, 2);
        } else {
            spawn fulfil(p, i);
            a = spawn consume(p, 1);
            b = spawn consume(p, 2);
        }
        CHECK(get(p) == i);
        sync;
        CHECK(a == i + 1 && b == i + 2);
    }
}

/* Does not spawn: the outermost frames are those of hire. */
static void employ_by_call(long n)
{
    ucilk_promise_t p = ucilk_promise_make(long, 2);
    if (!PARALLEL)
        ucilk_promise_set(long, p, n);
    ucilk_future_t f = hire(p), g = hire(p);
    if (PARALLEL)
        ucilk_promise_set(long, p, n);
    CHECK(ucilk_future_get(long, f) == n + 1);
    CHECK(ucilk_future_get(long, g) == n + 1);
}

static void lingering(long n)
{
    pid_t home = syscall(SYS_gettid);
    ucilk_promise_t p = ucilk_promise_make(long, 2);
    ucilk_promise_t q = ucilk_promise_make(long, 1);
    if (!PARALLEL)
        ucilk_promise_set(long, p, n);
    ucilk_future_t f = hire_to_pass(p, q), g = hire(p);
    for (int i = 0; i < 3; i++) {
        CHECK(leaves(6) == 64);
        CHECK(syscall(SYS_gettid) == home);
        employ(2 * i + 1);
        CHECK(syscall(SYS_gettid) == home);
    }
    if (PARALLEL) {
        CHECK(!ucilk_future_done(f) && !ucilk_future_done(g));
        ucilk_promise_set(long, p, n);
    }
    CHECK(get(q) == n + 1);
    CHECK(syscall(SYS_gettid) == home);
    ucilk_future_get(void, f);
    CHECK(ucilk_future_get(long, g) == n + 1);
    CHECK(syscall(SYS_gettid) == home);
}

int main(void)
{
    for (int i = 1; i < scaled(100, 5); i++) {
        before(i);
        kinds(i);
    }
    printf("before, kinds\n");
    chain((int)scaled(500, 100));
    backwards((int)scaled(500, 50));
    printf("chains\n");
    for (int i = 0; i < scaled(100, 5); i++)
        set_late(1 + i % 64);
    for (int i = 0; i < scaled(100, 10); i++)
        employ(2 * i + 1);
    employ(4);
    employ_by_call(5);
    lingering(6);
    printf("late\n");
    races((int)scaled(1000, 100));
    printf("races\n");
    return 0;
}
