/*
 * Signals: what a task sets holds in the whole program.
 *
 * Signals for the program come to worker 0.  The others block them, but for
 * those that they cause themselves and those of job control.  What is set by
 * sigaction after the workers have started stands in a table that all share,
 * and each worker sets it for itself: who calls it at once, worker 0 before the
 * call returns, and the others when they get a strand that may rely on it.
 *
 * In another worker than 0 a signal to the program itself (raise, kill with
 * the program's pid) runs its handler at once, in that worker, as in a thread;
 * where there is no handler, worker 0 gets it.  So that this works there is a
 * mask as the program sees it, beside the true one.
 *
 * SA_RESETHAND cannot be left to the kernel, which would reset the action in
 * one worker: a handler of ours does it, and calls the program's.
 *
 * Handlers run on a stack of their own: on the region's stack a spawn in a
 * handler could not be told from one of the code that it interrupted, in the
 * middle of a push.
 */
#define _GNU_SOURCE
#include "libc/process/signals.h"

#include "base/lock.h"
#include "base/message.h"
#include "base/options.h"
#include "libc/process/server.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(sigaction); UCI_LIBC_WEAK(signal); UCI_LIBC_WEAK(ssignal);
UCI_LIBC_WEAK(bsd_signal); UCI_LIBC_WEAK(__sysv_signal);
UCI_LIBC_WEAK(sysv_signal); UCI_LIBC_WEAK(sigignore);
UCI_LIBC_WEAK(siginterrupt); UCI_LIBC_WEAK(raise);
UCI_LIBC_WEAK(pthread_sigmask); UCI_LIBC_WEAK(sigprocmask);
UCI_LIBC_WEAK(kill); UCI_LIBC_WEAK(sigtimedwait); UCI_LIBC_WEAK(sigwaitinfo);
UCI_LIBC_WEAK(sigwait); UCI_LIBC_WEAK(sigsuspend);
/* clang-format on */

struct table {
    _Atomic uint32_t lock;
    uint32_t n_set; /* by sigaction, so far */
    struct entry {
        uint32_t nth; /* 0: as when the workers started */
        struct sigaction action;
        struct sigaction once; /* the program's, where that is run_once */
    } entries[NSIG];
};

static struct table *table;
static uint32_t n_seen; /* of n_set, in this worker */
static void (*hidden)(int, siginfo_t *, void *);
static sigset_t resets; /* perhaps with SA_RESETHAND when the workers start */

/* Of another worker than 0: as the program sees it, and what it must block. */
static sigset_t seen_mask, own_mask;

/* --- Actions ------------------------------------------------------------ */

int uci_signals_set_own(int number, const struct sigaction *new,
                        struct sigaction *old)
{
    return UCI_LIBC_REAL(sigaction)(number, new, old);
}

void uci_signals_hide(void (*handler)(int, siginfo_t *, void *))
{
    hidden = handler;
}

/* No signal's handler may come in between and want the lock, too. */
static void lock(sigset_t *old)
{
    sigset_t all;
    uci_libc_fill_mask(&all);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_BLOCK, &all, old);
    uci_spin_lock(&table->lock);
}

static void unlock(const sigset_t *old)
{
    uci_spin_unlock(&table->lock);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, old, NULL);
}

void uci_signals_catch_up(void)
{
    sigset_t old;
    if (!table || table->n_set == n_seen)
        return;
    lock(&old);
    for (int i = 1; i < NSIG; i++)
        if (table->entries[i].nth > n_seen)
            uci_signals_set_own(i, &table->entries[i].action, NULL);
    n_seen = table->n_set;
    unlock(&old);
}

static void run_catch_up(void *unused)
{
    (void)unused;
    uci_signals_catch_up();
}

static bool has_handler(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) ||
           (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

static bool is(const struct sigaction *action,
               void (*handler)(int, siginfo_t *, void *))
{
    return handler && (action->sa_flags & SA_SIGINFO) &&
           action->sa_sigaction == handler;
}

/* With the lock. */
static void note(int number, const struct sigaction *action)
{
    table->entries[number].nth = ++table->n_set;
    table->entries[number].action = *action;
}

static void tell(void)
{
    char nothing;
    uci_libc_announce_change();
    if (uci_server_is_elsewhere())
        uci_server_call(run_catch_up, &nothing, sizeof nothing, false);
}

/* The handler where the program wants SA_RESETHAND: the first to come sets the
 * default action for all, then runs the program's. */
static void run_once(int number, siginfo_t *info, void *context)
{
    struct sigaction none, once;
    sigset_t mask;
    memset(&none, 0, sizeof none);
    none.sa_handler = SIG_DFL;
    int saved = errno;
    lock(&mask);
    bool first = is(&table->entries[number].action, run_once);
    once = table->entries[number].once;
    if (first) {
        note(number, &none);
        uci_signals_set_own(number, &none, NULL);
    }
    unlock(&mask);
    if (first)
        tell();
    errno = saved;
    if (first && (once.sa_flags & SA_SIGINFO))
        once.sa_sigaction(number, info, context);
    else if (first)
        once.sa_handler(number);
}

/* Sets it here, and for all. */
static int set_for_all(int number, const struct sigaction *new,
                       struct sigaction *old)
{
    sigset_t mask;
    struct sigaction set = *new;
    if ((new->sa_flags &(int)SA_RESETHAND) && has_handler(new)) {
        set.sa_flags = (new->sa_flags & ~(int)SA_RESETHAND) | SA_SIGINFO;
        set.sa_sigaction = run_once;
    }
    uci_signals_catch_up();
    lock(&mask);
    int answer = uci_signals_set_own(number, &set, old);
    if (answer == 0) {
        if (is(old, run_once))
            *old = table->entries[number].once;
        table->entries[number].once = *new;
        note(number, &set);
    }
    unlock(&mask);
    if (answer == 0 && uci_libc_has_workers)
        tell();
    return answer;
}

/* UCILK_CHECK_MEMORY and UCILK_CHECK_STACK live on these: start/crash.c. */
static bool is_the_checks(int number)
{
    return (number == SIGSEGV || number == SIGTRAP) &&
           (uci_options.check_memory || uci_options.check_stack);
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction on_stack, before;
    if (is_the_checks(number))
        new = NULL; /* the program's handler is not called */
    if (new) {
        on_stack = *new;
        on_stack.sa_flags |= SA_ONSTACK;
        new = &on_stack;
    }
    int answer = new &&uci_libc_has_workers
                     ? set_for_all(number, new, &before)
                     : uci_signals_set_own(number, new, &before);
    if (answer != 0)
        return answer;
    if (new && !uci_libc_has_workers && (new->sa_flags &(int)SA_RESETHAND))
        sigaddset(&resets, number);
    if (is(&before, run_once))
        before = table->entries[number].once;
    if (is(&before, hidden)) {
        memset(&before, 0, sizeof before);
        before.sa_handler = SIG_DFL;
    }
    if (old)
        *old = before;
    return 0;
}

static __sighandler_t set_handler(int number, __sighandler_t handler, int flags)
{
    struct sigaction new, old;
    memset(&new, 0, sizeof new);
    new.sa_handler = handler;
    new.sa_flags = flags;
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return sigaction(number, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* As in BSD, which is glibc's default. */
__sighandler_t signal(int number, __sighandler_t handler)
{
    return set_handler(number, handler, SA_RESTART);
}

__sighandler_t ssignal(int number, __sighandler_t handler)
{
    return signal(number, handler);
}

__sighandler_t bsd_signal(int number, __sighandler_t handler)
{
    return signal(number, handler);
}

/* What a program of strict standard C calls. */
__sighandler_t __sysv_signal(int number, __sighandler_t handler)
{
    return set_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

__sighandler_t sysv_signal(int number, __sighandler_t handler)
{
    return __sysv_signal(number, handler);
}

int sigignore(int number)
{
    return set_handler(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

int siginterrupt(int number, int interrupts)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0)
        return -1;
    action.sa_flags &= ~SA_RESTART;
    if (!interrupts)
        action.sa_flags |= SA_RESTART;
    return sigaction(number, &action, NULL);
}

/* --- The mask, and what is sent to the program itself ------------------- */

void uci_signals_start_workers(void)
{
    struct sigaction action, old;
    table = uci_libc_shared(sizeof *table);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&resets, i) == 1 &&
            uci_signals_set_own(i, NULL, &action) == 0 &&
            (action.sa_flags & (int)SA_RESETHAND))
            set_for_all(i, &action, &old);
}

/* The table is its parent's. */
void uci_signals_fork_child(void)
{
    struct sigaction action;
    for (int i = 1; table && i < NSIG; i++)
        if (table->entries[i].nth &&
            uci_signals_set_own(i, NULL, &action) == 0 && is(&action, run_once))
            uci_signals_set_own(i, &table->entries[i].once, NULL);
    table = NULL;
}

void uci_signals_start_worker(void)
{
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, NULL, &own_mask);
    seen_mask = *uci_server_program_mask();
}

static void strike(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    syscall(SYS_tgkill, syscall(SYS_getpid), gettid(), number);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_UNBLOCK, &set, NULL);
}

static void set_mask(void)
{
    sigset_t mask;
    sigorset(&mask, &seen_mask, &own_mask);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &mask, NULL);
}

/* Delivers what this worker has sent itself while the program blocked it.
 * What has come from elsewhere, worker 0 has got as well. */
static void deliver_pending(void)
{
    struct timespec zero = {0, 0};
    sigset_t open;
    siginfo_t info;
    int number;
    sigfillset(&open);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&seen_mask, i) == 1 || sigismember(&own_mask, i) != 1)
            sigdelset(&open, i);
    while ((number = UCI_LIBC_REAL(sigtimedwait)(&open, &info, &zero)) > 0)
        if (info.si_code == SI_TKILL &&
            info.si_pid == (pid_t)syscall(SYS_getpid)) {
            strike(number);
            set_mask();
        }
}

static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t before = seen_mask;
    if (set) {
        switch (how) {
        case SIG_BLOCK:
            sigorset(&seen_mask, &seen_mask, set);
            break;
        case SIG_UNBLOCK:
            for (int i = 1; i < NSIG; i++)
                if (sigismember(set, i) == 1)
                    sigdelset(&seen_mask, i);
            break;
        case SIG_SETMASK:
            seen_mask = *set;
            break;
        default:
            return EINVAL;
        }
        set_mask();
        int saved = errno;
        deliver_pending();
        errno = saved;
    }
    if (old)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return uci_server_is_elsewhere()
               ? change_mask(how, set, old)
               : UCI_LIBC_REAL(pthread_sigmask)(how, set, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    int error = pthread_sigmask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

static void do_nothing(void *unused)
{
    (void)unused;
}

/* In another worker, to the program. */
static int send_to_self(int number)
{
    struct sigaction action;
    if (number <= 0 || sigaction(number, NULL, &action) != 0) {
        errno = EINVAL;
        return -1;
    }
    if ((action.sa_flags & SA_SIGINFO) ||
        (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)) {
        if (sigismember(&seen_mask, number) == 1) {
            syscall(SYS_tgkill, syscall(SYS_getpid), gettid(), number);
        } else {
            strike(number);
            set_mask();
        }
        return 0;
    }
    int answer =
        UCI_LIBC_REAL(kill)(uci_load_relaxed(&uci_peer(0)->pid), number);
    char nothing;
    /* Not answered where the signal has ended worker 0. */
    uci_server_call(do_nothing, &nothing, sizeof nothing, false);
    return answer;
}

int raise(int number)
{
    return uci_server_is_elsewhere() ? send_to_self(number)
                                     : UCI_LIBC_REAL(raise)(number);
}

int kill(pid_t pid, int number)
{
    return uci_server_is_elsewhere() && number != 0 &&
                   pid == uci_load_relaxed(&uci_peer(0)->pid)
               ? send_to_self(number)
               : UCI_LIBC_REAL(kill)(pid, number);
}

/* --- Waiting for one ---------------------------------------------------- */

struct await {
    sigset_t set;
    struct timespec time;
    siginfo_t info;
    bool is_timed;
    int answer;
};

static void run_await(void *argument)
{
    struct await *w = argument;
    do
        w->answer = UCI_LIBC_REAL(sigtimedwait)(&w->set, &w->info,
                                                w->is_timed ? &w->time : NULL);
    while (w->answer < 0 && errno == EINTR && !w->is_timed);
}

int sigtimedwait(const sigset_t *set, siginfo_t *info,
                 const struct timespec *time)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(sigtimedwait)(set, info, time);
    struct await w = {.set = *set, .is_timed = time != NULL};
    if (time)
        w.time = *time;
    uci_server_call(run_await, &w, sizeof w, true);
    if (w.answer > 0 && info)
        *info = w.info;
    return w.answer;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return uci_server_is_elsewhere() ? sigtimedwait(set, info, NULL)
                                     : UCI_LIBC_REAL(sigwaitinfo)(set, info);
}

int sigwait(const sigset_t *set, int *number)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(sigwait)(set, number);
    int saved = errno, answer = sigtimedwait(set, NULL, NULL);
    int error = errno;
    errno = saved;
    if (answer < 0)
        return error;
    *number = answer;
    return 0;
}

/* The handler that would end the wait runs in worker 0. */
int sigsuspend(const sigset_t *set)
{
    if (uci_server_is_elsewhere())
        uci_fatal("sigsuspend in a task: signals for the program come to "
                  "worker 0, this is worker %u; use sigwait, or call it in "
                  "main where no task runs",
                  uci_id);
    return UCI_LIBC_REAL(sigsuspend)(set);
}
