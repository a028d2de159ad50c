/* What promises.c and promises_macros.c share. */
#ifndef PROMISES_H
#define PROMISES_H

#include "check.h"

#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Defined in either form. */
void before(int n);
void kinds(int n);
void chain(int n);
void backwards(int n);
void set_late(int n);
ucilk_future_t hire(ucilk_promise_t p);
ucilk_future_t hire_to_pass(ucilk_promise_t from, ucilk_promise_t to);
long leaves(int depth);
void employ(long n);
unsigned long dag(int n);
void races(int n);

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

enum { NODES = 1024 };
static ucilk_promise_t nodes[NODES];

/* Node i is after (i - 1) / 2 and i - 1: a tree and a chain. */
void settle(int i)
{
    unsigned long x = (unsigned long)i;
    if (i > 0) {
        ucilk_future_t f = ucilk_promise_future(nodes[(i - 1) / 2]);
        x += 3 * ucilk_future_get(unsigned long, f);
        f = ucilk_promise_future(nodes[i - 1]);
        x += 5 * ucilk_future_get(unsigned long, f);
    }
    ucilk_promise_set(unsigned long, nodes[i], x);
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
    printf("%lu\n", dag(100));
    for (int i = 0; i < scaled(20, 1); i++)
        printf("%s", dag(NODES / 2) == 0 ? "?" : "");
    races((int)scaled(1000, 100));
    printf("races\n");
    return 0;
}

#endif
