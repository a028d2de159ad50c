/* A profiler: the handler of a timer takes backtraces, whatever it interrupts.
 * A backtrace ends where the frames of a parent may be gone, and never follows
 * junk. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <sys/time.h>
#include <ucilk/ucilk.h>

static _Atomic long n_samples;

static void sample(int number)
{
    void *at[64];
    (void)number;
    n_samples += backtrace(at, 64) > 0;
}

static void begins(void)
{
}

#include "each_spawn.h"

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
