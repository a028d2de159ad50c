/* 2.5 Cilk_fence, 4.1 Global variables, 4.2 Shared memory support, 4.3 Debug
 * support, 4.4 Locks, 4.5 Timers. */
#include <cilk-lib.h>
#include <cilk.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../check.h"

/* --- 2.5: with the fence the sum is 0 or 1, and never 2 --- */

static volatile int x, y;

cilk int foo(void)
{
    x = 1;
    Cilk_fence();
    return y == 0;
}

cilk int bar(void)
{
    y = 1;
    Cilk_fence();
    return x == 0;
}

cilk void fences(void)
{
    int i, a, b;
    for (i = 0; i < scaled(2000, 200); i++) {
        x = y = 0;
        a = spawn foo();
        b = spawn bar();
        sync;
        CHECK(a + b < 2);
    }
}

/* --- 4.1: Cilk_active_size, Self --- */

cilk int worker(int n)
{
    int a, b;
    CHECK(Self >= 0 && Self < Cilk_active_size);
    if (n == 0)
        return Self;
    a = spawn worker(n - 1);
    b = spawn worker(n - 1);
    sync;
    CHECK(a >= 0 && a < Cilk_active_size && b >= 0 && b < Cilk_active_size);
    return Self;
}

cilk void globals(void)
{
    const char *wanted = getenv("UCILK_NWORKERS");
    int size = Cilk_active_size;
    spawn worker((int)scaled(10, 5));
    sync;
    CHECK(Cilk_active_size == size && size > 0);
#ifndef UCILK_SERIAL
    CHECK(!wanted || size == atoi(wanted));
#else
    CHECK(size == 1 || wanted);
#endif
}

/* --- 4.2: memory of a procedure, for its children; also 2.4 --- */

cilk void fill(int *a, int n, int value)
{
    if (n == 1) {
        *a = value;
        return;
    }
    spawn fill(a, n / 2, value);
    fill(a + n / 2, n - n / 2, value + n / 2);
}

cilk int sum(int n)
{
    int *a = Cilk_alloca((size_t)n * sizeof *a), *b, i, s = 0;
    spawn fill(a, n, 1);
    b = Cilk_alloca((size_t)n * sizeof *b);
    spawn fill(b, n, 1000);
    sync;
    for (i = 0; i < n; i++)
        s += a[i] + 2 * b[i];
    return s;
}

/* A block for each round. */
cilk void rounds(int n)
{
    int *part[16], i;
    for (i = 0; i < n; i++) {
        part[i] = Cilk_alloca(100);
        memset(part[i], i, 100);
        spawn fill(part[i], 1, 0x01010101 * i);
    }
    sync;
    for (i = 0; i < 100 * n; i++)
        CHECK(((char *)part[i / 100])[i % 100] == i / 100);
}

/* In a C function: freed at its end. */
static int in_c(int n)
{
    int *a = Cilk_alloca((size_t)n * sizeof *a), i, s = 0;
    for (i = 0; i < n; i++)
        a[i] = i;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* --- 4.3: Cilk_assert --- */

static int n_evaluated;

cilk int checked(int n)
{
    int below;
    Cilk_assert(n >= 0);
    if (n == 0)
        return 0;
    below = spawn checked(n - 1);
    sync;
    Cilk_assert(below == n - 1 && n_evaluated++ >= 0);
    if (n % 2)
        Cilk_assert("a statement of its own");
    else
        below += 0;
    return below + 1;
}

/* A false one says what and where, and the program ends. */
static void fails(void)
{
    char text[400];
    int ends[2], status, line;
    ssize_t n, length = 0;
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    line = __LINE__ + 3;
    if (child == 0) {
        if (dup2(ends[1], 2) == 2)
            Cilk_assert(n_evaluated == -3);
        _exit(0);
    }
    close(ends[1]);
    while ((n = read(ends[0], text + length, sizeof text - 1 - (size_t)length)) > 0)
        length += n;
    text[length] = 0;
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && status != 0);
    char expected[40];
    snprintf(expected, sizeof expected, "%d", line);
    CHECK(strstr(text, "n_evaluated == -3") && strstr(text, expected) && strstr(text, "4-library.c"));
}

#define NDEBUG
#include <assert.h> /* which looks at it again */

cilk int unchecked(int n)
{
    Cilk_assert(n_evaluated++ < 0);
    return n;
}

/* --- 4.4: Cilk_lockvar; also 2.6 --- */

/* Locks in objects. */
struct account {
    Cilk_lockvar lock;
    long money;
};

cilk void transfer(struct account *from, struct account *to, long money)
{
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    Cilk_lock(first->lock);
    Cilk_lock(second->lock);
    from->money -= money;
    to->money += money;
    Cilk_unlock(second->lock);
    Cilk_unlock(first->lock);
}

cilk int bank(int n)
{
    struct account a[8];
    long total = 0;
    int i;
    for (i = 0; i < 8; i++) {
        Cilk_lock_init(a[i].lock);
        a[i].money = 100 * i;
    }
    for (i = 0; i < n; i++)
        if (i % 8 != i * 3 % 8)
            spawn transfer(&a[i % 8], &a[i * 3 % 8], i);
    sync;
    for (i = 0; i < 8; i++)
        total += a[i].money;
    return (int)total;
}

/* --- 4.5: work and span are 0 here, the wall clock goes on --- */

cilk void timers(void)
{
    Cilk_time begin, elapsed, work = Cilk_user_work, span = Cilk_user_critical_path;
    begin = Cilk_get_wall_time();
    spawn checked(12);
    sync;
    elapsed = Cilk_get_wall_time() - begin;
    work = Cilk_user_work - work;
    span = Cilk_user_critical_path - span;
    CHECK(Cilk_wall_time_to_sec(elapsed) >= 0 && Cilk_wall_time_to_sec(elapsed) < 100);
    CHECK(Cilk_time_to_sec(work) >= Cilk_time_to_sec(span));
    begin = Cilk_get_wall_time();
    while (Cilk_wall_time_to_sec(Cilk_get_wall_time() - begin) < 0.002)
        ;
}

cilk int main(void)
{
    int a, b, c;
    fences();
    globals();
    a = spawn sum(300);
    spawn rounds(16);
    b = spawn checked(9);
    sync;
    fails();
    b += spawn unchecked(10);
    c = spawn bank(200);
    sync;
    printf("%d %d %d %d %d\n", a, in_c(50), b, n_evaluated, c);
    timers();
    return 0;
}
