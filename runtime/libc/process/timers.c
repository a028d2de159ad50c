/*
 * Timers that send signals: worker 0's, where the signals for the program
 * come, whoever sets them.
 */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(setitimer); UCI_LIBC_WEAK(getitimer); UCI_LIBC_WEAK(alarm);
UCI_LIBC_WEAK(ualarm); UCI_LIBC_WEAK(timer_create); UCI_LIBC_WEAK(timer_delete);
UCI_LIBC_WEAK(timer_settime); UCI_LIBC_WEAK(timer_gettime);
UCI_LIBC_WEAK(timer_getoverrun);
/* clang-format on */

struct interval {
    int which, answer;
    bool sets;
    struct itimerval new, old;
};

static void run_interval(void *argument)
{
    struct interval *i = argument;
    i->answer =
        i->sets ? UCI_LIBC_REAL(setitimer)((__itimer_which_t)i->which, &i->new,
                                           &i->old)
                : UCI_LIBC_REAL(getitimer)((__itimer_which_t)i->which, &i->old);
}

int setitimer(__itimer_which_t which, const struct itimerval *new,
              struct itimerval *old)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(setitimer)(which, new, old);
    struct interval i = {.which = (int)which, .sets = true, .new = *new};
    uci_server_call(run_interval, &i, sizeof i, false);
    if (i.answer == 0 && old)
        *old = i.old;
    return i.answer;
}

int getitimer(__itimer_which_t which, struct itimerval *value)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(getitimer)(which, value);
    struct interval i = {.which = (int)which};
    uci_server_call(run_interval, &i, sizeof i, false);
    if (i.answer == 0)
        *value = i.old;
    return i.answer;
}

unsigned alarm(unsigned seconds)
{
    struct itimerval new = {{0, 0}, {(time_t)seconds, 0}}, old;
    if (setitimer(ITIMER_REAL, &new, &old) != 0)
        return 0;
    /* As libc's: at least 1 where one was set. */
    bool up = old.it_value.tv_usec >= 500000 ||
              (old.it_value.tv_sec == 0 && old.it_value.tv_usec > 0);
    return (unsigned)old.it_value.tv_sec + up;
}

useconds_t ualarm(useconds_t value, useconds_t interval)
{
    struct itimerval new = {{interval / 1000000, interval % 1000000},
                            {value / 1000000, value % 1000000}},
                     old;
    return setitimer(ITIMER_REAL, &new, &old) != 0
               ? (useconds_t)-1
               : (useconds_t)(old.it_value.tv_sec * 1000000 +
                              old.it_value.tv_usec);
}

/* --- POSIX timers ------------------------------------------------------- */

struct timer {
    enum { CREATE, DELETE, SET, GET, OVERRUN } what;
    clockid_t clock;
    bool has_event;
    struct sigevent event;
    timer_t timer;
    int flags, answer;
    struct itimerspec new, old;
};

static void run_timer(void *argument)
{
    struct timer *t = argument;
    switch (t->what) {
    case CREATE:
        t->answer = UCI_LIBC_REAL(timer_create)(
            t->clock, t->has_event ? &t->event : NULL, &t->timer);
        break;
    case DELETE:
        t->answer = UCI_LIBC_REAL(timer_delete)(t->timer);
        break;
    case SET:
        t->answer =
            UCI_LIBC_REAL(timer_settime)(t->timer, t->flags, &t->new, &t->old);
        break;
    case GET:
        t->answer = UCI_LIBC_REAL(timer_gettime)(t->timer, &t->old);
        break;
    case OVERRUN:
        t->answer = UCI_LIBC_REAL(timer_getoverrun)(t->timer);
    }
}

static int ask(struct timer *t)
{
    if (uci_server_is_elsewhere())
        uci_server_call(run_timer, t, sizeof *t, false);
    else
        run_timer(t);
    return t->answer;
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    struct timer t = {.what = CREATE, .clock = clock, .has_event = event};
    if (event)
        t.event = *event;
    if (ask(&t) == 0)
        *timer = t.timer;
    return t.answer;
}

int timer_delete(timer_t timer)
{
    return ask(&(struct timer){.what = DELETE, .timer = timer});
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *new,
                  struct itimerspec *old)
{
    struct timer t = {.what = SET, .timer = timer, .flags = flags, .new = *new};
    if (ask(&t) == 0 && old)
        *old = t.old;
    return t.answer;
}

int timer_gettime(timer_t timer, struct itimerspec *value)
{
    struct timer t = {.what = GET, .timer = timer};
    if (ask(&t) == 0)
        *value = t.old;
    return t.answer;
}

int timer_getoverrun(timer_t timer)
{
    return ask(&(struct timer){.what = OVERRUN, .timer = timer});
}
