/* Timers that tasks set and look at, and whose signals the program gets. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t n_alarms, n_timers;

static void count_alarm(int number)
{
    (void)number;
    n_alarms++;
}

static void count_timer(int number, siginfo_t *info, void *context)
{
    (void)context;
    n_timers += info->si_code == SI_TIMER && info->si_value.sival_int == number;
}

static int set_alarm(unsigned seconds)
{
    return (int)alarm(seconds);
}

static int set_interval(void)
{
    struct itimerval value = {{0, 0}, {0, 2000}}, old;
    CHECK(setitimer(ITIMER_REAL, &value, &old) == 0);
    return old.it_value.tv_sec > 90 && old.it_interval.tv_sec == 0;
}

static int await_alarm(void)
{
    while (n_alarms == 0)
        usleep(100);
    struct itimerval now;
    CHECK(getitimer(ITIMER_REAL, &now) == 0);
    return now.it_value.tv_sec == 0 && now.it_value.tv_usec == 0;
}

static timer_t make_timer(int number)
{
    struct sigevent event;
    struct sigaction action;
    timer_t timer;
    memset(&event, 0, sizeof event);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = count_timer;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(number, &action, NULL) == 0);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = number;
    event.sigev_value.sival_int = number;
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    return timer;
}

static int set_timer(timer_t timer)
{
    struct itimerspec value = {{0, 1000000}, {0, 1000000}}, now;
    CHECK(timer_settime(timer, 0, &value, NULL) == 0);
    CHECK(timer_gettime(timer, &now) == 0);
    while (n_timers < 3)
        usleep(100);
    CHECK(timer_getoverrun(timer) >= 0);
    return now.it_interval.tv_nsec == 1000000;
}

static int end_timer(timer_t timer)
{
    return timer_delete(timer);
}

static void nothing(void)
{
}

/* What follows a spawn in a task runs in another worker where steals are
 * forced. */
static int set_alarm_there(unsigned seconds)
{
    spawn nothing();
    int x = set_alarm(seconds);
    sync;
    return x;
}

static int set_interval_there(void)
{
    spawn nothing();
    int x = set_interval();
    sync;
    return x;
}

static int await_alarm_there(void)
{
    spawn nothing();
    int x = await_alarm();
    sync;
    return x;
}

static timer_t make_timer_there(int number)
{
    spawn nothing();
    timer_t x = make_timer(number);
    sync;
    return x;
}

static int set_timer_there(timer_t timer)
{
    spawn nothing();
    int x = set_timer(timer);
    sync;
    return x;
}

static int end_timer_there(timer_t timer)
{
    spawn nothing();
    int x = end_timer(timer);
    sync;
    return x;
}

int main(void)
{
    signal(SIGALRM, count_alarm);
    int a = spawn set_alarm_there(100);
    sync;
    int b = spawn set_interval_there();
    sync;
    int c = spawn await_alarm_there();
    sync;
    printf("alarm: %d %d %d, %d\n", a, b, c, (int)n_alarms);
    timer_t timer = spawn make_timer_there(SIGUSR2);
    sync;
    a = spawn set_timer_there(timer);
    sync;
    b = spawn end_timer_there(timer);
    sync;
    printf("timer: %d %d\n", a, b);
    return 0;
}
