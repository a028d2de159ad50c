/* Timers and signal handlers that interrupt tasks: setitimer, timer_create,
 * raise, pthread_kill, sigwait; the results stay right. */
#define _GNU_SOURCE
#include "../process.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

static atomic_long n_alarms, n_ticks, n_raised;
static _Thread_local volatile sig_atomic_t raised_here;

static void on_alarm(int number)
{
    int kept = errno;
    (void)number;
    scribble();
    ++n_alarms;
    errno = kept;
}

static void on_tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    scribble();
    n_ticks += info->si_value.sival_int;
}

static void on_raise(int number)
{
    (void)number;
    raised_here = 1;
    ++n_raised;
}

static void fib(long n, long *result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    spawn fib(n - 1, &x);
    spawn fib(n - 2, &y);
    scribble();
    sync;
    *result = x + y;
}

/* The handler runs in the thread that raises. */
static void raise_one(void)
{
    raised_here = 0;
    CHECK(raise(SIGUSR1) == 0);
    CHECK(raised_here == 1);
    raised_here = 0;
    CHECK(pthread_kill(pthread_self(), SIGUSR1) == 0);
    CHECK(raised_here == 1);
}

/* Slow calls end early, and are made again. */
static void rest(long microseconds)
{
    struct timespec t = {0, microseconds * 1000};
    while (nanosleep(&t, &t) != 0)
        CHECK(errno == EINTR);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    CHECK(sigaction(number, &action, NULL) == 0);
}

/* The timers are started by a task, and seen by all. */
static void start(timer_t *timer)
{
    struct sigaction action = {.sa_sigaction = on_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGRTMIN + 2,
                             .sigev_value.sival_int = 1};
    struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    struct itimerval real = {{0, 1300}, {0, 1300}};
    CHECK(sigaction(SIGRTMIN + 2, &action, NULL) == 0);
    CHECK(timer_create(CLOCK_MONOTONIC, &event, timer) == 0);
    CHECK(timer_settime(*timer, 0, &often, NULL) == 0);
    handle(SIGALRM, on_alarm);
    CHECK(setitimer(ITIMER_REAL, &real, NULL) == 0);
}

static void stop(timer_t *timer)
{
    struct itimerval never = {{0, 0}, {0, 0}}, was;
    CHECK(getitimer(ITIMER_REAL, &was) == 0 && was.it_interval.tv_usec > 0);
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(timer_delete(*timer) == 0);
}

int main(void)
{
    timer_t timer;
    long n = scaled(16, 9), x = 0, y = 1, got;
    for (long i = 0; i < n; i++) {
        long z = x + y;
        x = y;
        y = z;
    }
    handle(SIGUSR1, on_raise);
    spawn start(&timer);
    sync;
    double end = seconds() + 20;
    do {
        spawn fib(n, &got);
        for (int i = 0; i < 10; i++)
            spawn raise_one();
        spawn rest(2000);
        sync;
        CHECK(got == x);
    } while ((n_alarms < 20 || n_ticks < 20) && seconds() < end);
    CHECK(n_alarms >= 20 && n_ticks >= 20);
    spawn stop(&timer);
    sync;
    long before = n_alarms;
    rest(5000);
    CHECK(n_alarms - before <= 1);
    CHECK(n_raised > 0 && n_raised % 20 == 0);
    return right();
}
