/* Signals, of which the program has one set of actions: main's strand. */
#ifndef TORTURE_SIGNALS_H
#define TORTURE_SIGNALS_H

#include "base.h"

#include <signal.h>
#include <time.h>

__sighandler_t bsd_signal(int number, __sighandler_t handler);

static volatile sig_atomic_t n_caught;

static void count_signal(int number)
{
    (void)number;
    n_caught++;
}

static void strike(int i)
{
    CHECK((i % 2 ? raise(SIGUSR1) : kill(getpid(), SIGUSR1)) == 0);
}

/* Caught once more, by the task that does it, in whichever worker. */
static void check_strike(void)
{
    for (int i = 0; i < 2; i++) {
        int before = n_caught;
        spawn strike(i);
        sync;
        CHECK(n_caught == before + 1);
    }
}

static void use_handlers(void)
{
    struct sigaction new = {.sa_handler = count_signal}, old;
    CHECK(signal(SIGUSR1, count_signal) == SIG_DFL);
    check_strike();
    CHECK(sigaction(SIGUSR1, &new, &old) == 0);
    CHECK(old.sa_handler == count_signal);
    check_strike();
    CHECK(siginterrupt(SIGUSR1, 0) == 0);
    check_strike();
    CHECK(bsd_signal(SIGUSR1, SIG_IGN) == count_signal);
    MOVE;
    CHECK(ssignal(SIGUSR1, count_signal) == SIG_IGN);
    check_strike();
    /* These two are for one time. */
    CHECK(sysv_signal(SIGUSR1, count_signal) == count_signal);
    spawn strike(0);
    sync;
    CHECK(__sysv_signal(SIGUSR1, count_signal) == SIG_DFL);
    spawn strike(1);
    sync;
    CHECK(sigignore(SIGUSR1) == 0);
    MOVE;
    CHECK(signal(SIGUSR1, SIG_DFL) == SIG_IGN);
}

static void send_three(int number)
{
    for (int i = 0; i < 3; i++)
        CHECK(kill(getpid(), number + i) == 0);
}

/* One task sends what another waits for; the mask is set by each that uses it,
 * for a strand that moves has another thread's. */
static void use_masks(void)
{
    int first = SIGRTMIN + 2, got;
    struct timespec hour = {3600, 0};
    sigset_t three, old;
    sigemptyset(&three);
    for (int i = 0; i < 3; i++)
        sigaddset(&three, first + i);
    CHECK(sigprocmask(SIG_BLOCK, &three, &old) == 0);
    send_three(first);
    CHECK(sigtimedwait(&three, NULL, &hour) == first);
    CHECK(sigwaitinfo(&three, NULL) == first + 1);
    CHECK(sigwait(&three, &got) == 0 && got == first + 2);
    CHECK(pthread_sigmask(SIG_SETMASK, &old, NULL) == 0);
}

#endif
