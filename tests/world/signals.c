/* Signals that tasks set handlers for, send to the program, block and wait
 * for, in whichever worker they run. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t n_first, n_second;

static void first(int number)
{
    (void)number;
    __atomic_add_fetch(&n_first, 1, __ATOMIC_SEQ_CST);
}

static void second(int number)
{
    (void)number;
    __atomic_add_fetch(&n_second, 1, __ATOMIC_SEQ_CST);
}

static int set_second(int number)
{
    return signal(number, second) == first;
}

/* Runs the handler before it comes back, whoever set it. */
static int strike(int i)
{
    CHECK((i % 2 ? raise(SIGUSR1) : kill(getpid(), SIGUSR1)) == 0);
    return 1;
}

static int strikes(int from, int to)
{
    if (to - from == 1)
        return strike(from);
    int x = spawn strikes(from, (from + to) / 2);
    int y = strikes((from + to) / 2, to);
    sync;
    return x + y;
}

/* Nothing comes while it is blocked, and all of it after. */
static int hold(int number)
{
    sigset_t set, old, now;
    sigemptyset(&set);
    sigaddset(&set, number);
    CHECK(sigprocmask(SIG_BLOCK, &set, &old) == 0);
    CHECK(!sigismember(&old, number) && !sigismember(&old, SIGTERM));
    sigprocmask(SIG_BLOCK, NULL, &now);
    CHECK(sigismember(&now, number));
    int before = n_second;
    raise(number);
    CHECK(n_second == before);
    CHECK(pthread_sigmask(SIG_SETMASK, &old, NULL) == 0);
    CHECK(n_second == before + 1);
    return 1;
}

/* The handler that one task sets is seen by those that follow it. */
static int see(int number, void (*handler)(int))
{
    struct sigaction action;
    CHECK(sigaction(number, NULL, &action) == 0);
    return action.sa_handler == handler;
}

static int set(int number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = number % 2 ? first : second;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

static int reset(int number)
{
    return sysv_signal(number, second) == SIG_DFL;
}

/* Sent by one task, waited for by another; main has blocked it. */
static int await(int number)
{
    sigset_t set;
    siginfo_t info;
    int got;
    sigemptyset(&set);
    sigaddset(&set, number);
    CHECK(sigwait(&set, &got) == 0 && got == number);
    CHECK(sigwaitinfo(&set, &info) == number);
    struct timespec soon = {0, 1000000};
    CHECK(sigtimedwait(&set, NULL, &soon) == -1 && errno == EAGAIN);
    return info.si_value.sival_int;
}

static int send(int number)
{
    union sigval value = {.sival_int = 17};
    kill(getpid(), number);
    sigqueue(getpid(), number, value);
    return 0;
}

/* What has no handler ends the program, or does not. */
static int end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    usleep(100000);
    return 0;
}

static int ended_by(int number)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int x = spawn end_by(number);
        sync;
        _exit(x);
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    sigset_t blocked;
    CHECK(ended_by(SIGUSR2) == SIGUSR2 && ended_by(SIGCHLD) == 0);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    sysv_signal(SIGUSR2, first); /* before the workers start */
    spawn raise(SIGUSR2);
    sync;
    printf("once: %d %d\n", (int)n_first, see(SIGUSR2, SIG_DFL));
    n_first = 0;
    signal(SIGUSR1, first);
    int n = strikes(0, 16);
    printf("first: %d of %d\n", (int)n_first, n);
    int was = spawn set_second(SIGUSR1);
    sync;
    CHECK(see(SIGUSR1, second));
    n = strikes(0, 16);
    printf("second: %d %d of %d\n", was, (int)n_second, n);
    int a = spawn hold(SIGUSR1);
    int b = spawn see(SIGUSR1, second);
    sync;
    printf("held: %d, seen: %d\n", a, b);
    spawn set(SIGUSR2);
    spawn set(SIGWINCH);
    sync;
    a = spawn see(SIGUSR2, second);
    b = spawn see(SIGWINCH, first);
    sync;
    printf("set: %d %d %d\n", a, b, see(SIGSEGV, SIG_DFL));
    /* Once: whoever set it, and whoever is struck. */
    sysv_signal(SIGUSR1, second);
    was = n_second;
    spawn strike(1);
    sync;
    a = see(SIGUSR1, SIG_DFL);
    spawn reset(SIGUSR1);
    sync;
    b = see(SIGUSR1, second);
    spawn strike(0);
    sync;
    printf("once: %d %d %d %d\n", a, b, see(SIGUSR1, SIG_DFL), n_second - was);
    spawn send(SIGRTMIN);
    a = spawn await(SIGRTMIN);
    sync;
    printf("waited for: %d\n", a);
    return 0;
}
