/* A crash ends the process by its signal, and one line names the worker and the
 * task.  If the program has a handler of its own, set before or after the first
 * spawn, that handler runs instead.  Signal stacks of guests are restored.  The
 * program runs itself for each case. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static volatile int zero;
static int *volatile nowhere = (int *)16;
static atomic_int stolen;

static __attribute__((noinline)) void strike(const char *how)
{
    if (strcmp(how, "segv") == 0)
        *nowhere = 1;
    else if (strcmp(how, "fpe") == 0)
        zero = 12345 / zero;
    else if (strcmp(how, "ill") == 0)
        __builtin_trap();
    else if (strcmp(how, "abort") == 0)
        abort();
    else
        raise(SIGBUS);
}

static void crash(const char *how)
{
    strike(how);
}

static void nothing(const char *unused)
{
    (void)unused;
}

static void wait_for_thief(void)
{
    while (ucilk_nworkers() > 1 && !stolen)
        usleep(100);
}

static void outer(const char *how)
{
    spawn wait_for_thief();
    stolen = 1;
    strike(how);
    sync;
}

static void region(const char *how)
{
    spawn nothing(how);
    sync;
}

static void *bystander(void *how)
{
    strike(how);
    return NULL;
}

static void handler(int signal)
{
    static const char text[] = "handled\n";
    CHECK(write(1, text, sizeof text - 1) == sizeof text - 1);
    _exit(signal);
}

/* As libraries do: their own, and then what was there before. */
static struct sigaction before;

static void chain(int signal, siginfo_t *info, void *context)
{
    CHECK(write(1, "chained\n", 8) == 8);
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(signal, info, context);
}

static bool is_default(int signal)
{
    struct sigaction action;
    CHECK(sigaction(signal, NULL, &action) == 0);
    return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

static char signal_stack[65536];

/* In a task: on which stack would a handler run? */
static void look(stack_t *stack)
{
    CHECK(sigaltstack(NULL, stack) == 0);
}

static void check_signal_stack(const stack_t *own)
{
    stack_t now, in_task;
    CHECK(sigaltstack(own, NULL) == 0);
    for (int i = 0; i < 3; i++) {
        spawn look(&in_task);
        sync;
        CHECK(!(in_task.ss_flags & SS_DISABLE) && in_task.ss_sp != signal_stack);
        CHECK(sigaltstack(NULL, &now) == 0);
        CHECK((own->ss_flags & SS_DISABLE) || now.ss_sp == own->ss_sp);
    }
    CHECK(ucilk_workers_shutdown() == 0);
    CHECK(sigaltstack(NULL, &now) == 0);
    CHECK(now.ss_flags == own->ss_flags);
    CHECK((own->ss_flags & SS_DISABLE) || now.ss_sp == own->ss_sp);
}

static int inner(const char *which)
{
    const char *how = strchr(which, ' ') + 1;
    if (strncmp(which, "task ", 5) == 0) {
        spawn crash(how);
        sync;
    } else if (strncmp(which, "strand ", 7) == 0) {
        spawn outer(how);
        sync;
    } else if (strncmp(which, "main ", 5) == 0) {
        region(how);
        strike(how);
    } else if (strncmp(which, "bystander ", 10) == 0) {
        pthread_t t;
        region(how);
        CHECK(pthread_create(&t, NULL, bystander, (void *)how) == 0);
        pthread_join(t, NULL);
    } else if (strncmp(which, "before ", 7) == 0) {
        signal(SIGSEGV, handler);
        spawn crash(how);
        sync;
    } else if (strncmp(which, "after ", 6) == 0) {
        region(how);
        signal(SIGSEGV, handler);
        spawn crash(how);
        sync;
    } else if (strncmp(which, "chain ", 6) == 0) {
        struct sigaction own = {.sa_sigaction = chain, .sa_flags = SA_SIGINFO};
        region(how);
        CHECK(sigaction(SIGSEGV, &own, &before) == 0);
        spawn crash(how);
        sync;
    } else if (strncmp(which, "ended ", 6) == 0) {
        CHECK(is_default(SIGSEGV) && is_default(SIGABRT));
        region(how);
        CHECK(!is_default(SIGSEGV) && !is_default(SIGABRT));
        signal(SIGABRT, SIG_IGN); /* stays */
        CHECK(ucilk_workers_shutdown() == 0);
        CHECK(is_default(SIGSEGV) && !is_default(SIGABRT));
        strike(how);
    } else if (strncmp(which, "child ", 6) == 0) {
        region(how);
        pid_t child = fork();
        int status;
        if (child == 0) {
            strike(how);
            _exit(0);
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
        strike(how);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct run cases[] = {
        {"task segv", BY_SIGNAL + SIGSEGV, 1, {"SIGSEGV at address 0x10 in task `crash' spawned at ", "crashes.c:"}},
        {"task fpe", BY_SIGNAL + SIGFPE, 1, {"SIGFPE in task `crash' spawned at "}},
        {"task ill", BY_SIGNAL + SIGILL, 1, {"SIGILL in task `crash' spawned at "}},
        {"task abort", BY_SIGNAL + SIGABRT, 1, {"SIGABRT in task `crash' spawned at "}},
        {"task bus", BY_SIGNAL + SIGBUS, 1, {"SIGBUS in task `crash' spawned at "}},
        {"strand segv", BY_SIGNAL + SIGSEGV, 1, {"in task `outer' spawned at "}},
        {"main segv", BY_SIGNAL + SIGSEGV, 1, {"worker 0: SIGSEGV at address 0x10 outside of any task"}},
        {"bystander segv", BY_SIGNAL + SIGSEGV, 0, {""}},
        {"before segv", SIGSEGV, 1, {"handled"}},
        {"after segv", SIGSEGV, 1, {"handled"}},
        {"chain segv", BY_SIGNAL + SIGSEGV, 2, {"chained\nucilk: worker ", "in task `crash'"}},
        {"ended segv", BY_SIGNAL + SIGSEGV, 0, {""}},
        {"child segv", BY_SIGNAL + SIGSEGV, 1, {"worker 0: SIGSEGV "}},
    };
    if (argc > 1)
        return inner(argv[1]);
#ifdef UCILK_SERIAL
    return right();
#endif
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (!ends_as(&cases[i]))
            return 1;
    const stack_t none = {.ss_flags = SS_DISABLE};
    const stack_t own = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    check_signal_stack(&none);
    check_signal_stack(&own);
    return right();
}
