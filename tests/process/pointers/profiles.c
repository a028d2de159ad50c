/* A profiler: a timer's handler that takes backtraces, whatever it interrupts.
 * They end where the frames of a parent may be gone, and never in junk. */
#define _GNU_SOURCE
#include "../process.h"
#include <execinfo.h>
#include <signal.h>
#include <sys/time.h>
#include <ucilk/ucilk.h>

static atomic_long n_samples;

static void sample(int number)
{
    void *at[64];
    (void)number;
    n_samples += backtrace(at, 64) > 0;
}

struct sum {
    long n, more; /* in registers: single_steps.c */
};

static long below(long n)
{
    if (n < 2)
        return n;
    long x = spawn below(n - 1), y = below(n - 2);
    sync;
    return x + y;
}

static struct sum by_args(struct sum s, long n)
{
    if (n < 2)
        return (struct sum){n, s.n};
    struct sum x = spawn by_args(s, n - 1), y = by_args(s, n - 2);
    sync;
    return (struct sum){x.n + y.n, x.more};
}

static long apart(long n)
{
    if (n < 2)
        return n;
    volatile long own[n];
    own[n - 1] = n;
    long x = spawn apart(n - 1), y = apart(n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return x + y;
}

static struct sum apart_by_args(struct sum s, long n)
{
    if (n < 2)
        return (struct sum){n, s.n};
    volatile long own[n];
    own[n - 1] = n;
    struct sum x = spawn apart_by_args(s, n - 1), y = apart_by_args(s, n - 2);
    sync;
    CHECK(own[n - 1] == n);
    return (struct sum){x.n + y.n, x.more};
}

static long future(long n)
{
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future future(n - 1);
    long y = future(n - 2);
    return ucilk_future_get(long, x) + y;
}

int main(void)
{
    struct sigaction action = {.sa_handler = sample, .sa_flags = SA_RESTART};
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    void *at[1];
    CHECK(backtrace(at, 1) == 1); /* loads libgcc */
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    double end = seconds() + 0.5;
    do {
        struct sum s = {3, 0};
        CHECK(below(12) == 144);
        CHECK(by_args(s, 12).n == 144);
        CHECK(apart(12) == 144);
        CHECK(apart_by_args(s, 12).n == 144);
        CHECK(future(12) == 144);
    } while (seconds() < end);
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(n_samples > 0);
    return right();
}
