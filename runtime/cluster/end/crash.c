/*
 * Deadly signals: one message names the worker, the signal and the task, and
 * what to do where that is known.  Then the program ends with status 128 +
 * signal.
 *
 * The handlers run on a signal stack, since the usual reason is a stack that
 * ran into its guard.
 */
#define _GNU_SOURCE
#include "cluster/end/process_end.h"

#include "cluster/data/data.h"
#include "net/job.h"
#include "cluster/sched/where.h"
#include "base/message.h"
#include "base/options.h"
#include "cluster/mem/region.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                             SIGABRT, SIGSYS, SIGTRAP};
enum {
    N_DEADLY = sizeof deadly / sizeof deadly[0],
    HANDLER_STACK = 128 << 10,
    PATH_BYTES = 256,
};

/* True if the address is mapped in the process; then `file' is the file that is
 * mapped there, or "".  Without stdio, since a signal handler calls it. */
static bool is_mapped(pid_t pid, uintptr_t address, char file[PATH_BYTES])
{
    char path[64], buffer[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool found = false;
    size_t kept = 0;
    ssize_t n;
    while (!found &&
           (n = read(fd, buffer + kept, sizeof buffer - 1 - kept)) > 0) {
        kept += (size_t)n;
        buffer[kept] = '\0';
        char *line = buffer, *newline;
        while (!found && (newline = strchr(line, '\n')) != NULL) {
            char *dash;
            uintptr_t low = strtoul(line, &dash, 16);
            uintptr_t high = strtoul(dash + 1, &dash, 16);
            found = address >= low && address < high && dash[1] == 'r';
            if (found) {
                *newline = '\0';
                const char *slash = strchr(dash, '/');
                snprintf(file, PATH_BYTES, "%s", slash ? slash : "");
            }
            line = newline + 1;
        }
        kept -= (size_t)(line - buffer);
        memmove(buffer, line, kept);
    }
    close(fd);
    return found;
}

/* " by code of FILE", if the instruction is not the program's; otherwise "". */
static const char *by_code_of(uintptr_t ip, char text[PATH_BYTES + 16])
{
    char file[PATH_BYTES], program[PATH_BYTES] = "";
    if (!is_mapped(getpid(), ip, file) || !*file ||
        readlink("/proc/self/exe", program, sizeof program - 1) < 0 ||
        strcmp(file, program) == 0)
        return "";
    snprintf(text, PATH_BYTES + 16, " by code of %s", file);
    return text;
}

/* The worker of this node that has memory at this address, or -1. */
static int find_owner(uintptr_t address)
{
    char file[PATH_BYTES];
    for (unsigned k = 0; k < uci_n_near; k++) {
        unsigned i = uci_near_first + k;
        pid_t pid = uci_load_relaxed(&uci_peer(i)->pid);
        if (i != uci_id && pid && is_mapped(pid, address, file))
            return (int)i;
    }
    return -1;
}

static void report(int signal, siginfo_t *info, uintptr_t sp, uintptr_t ip)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    bool fault = signal == SIGSEGV && info->si_code > 0;
    char name[32], where[256], at[64] = "";
    int owner;
    if (fault && uci_region_is_guard(address)) {
        uci_where_report_overflow(address);
        return;
    }
    uci_where_text(uci_id, where);
    if (fault && (owner = find_owner(address)) >= 0) {
        bool in_task = strncmp(where, "in ", 3) == 0;
        uci_claim_report();
        uci_message("%s (worker %u) follows a pointer to %#lx, which is memory "
                    "that worker %d has, from malloc or the like.  No other "
                    "worker has that: pass and return values",
                    in_task ? where + 3 : "main", uci_id, address, owner);
        return;
    }
    if (info->si_code > 0)
        snprintf(at, sizeof at, " at address %#lx", address);
    char code[PATH_BYTES + 16];
    uci_message("worker %u: %s%s%s %s (stack pointer %#lx)", uci_id,
                uci_signal_name(signal, name), signal == SIGABRT ? "" : at,
                signal == SIGABRT ? "" : by_code_of(ip, code), where, sp);
}

static void set_handler(int signal, void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_sigaction = handler,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(signal, &action, NULL);
}

/* The signal that is being reported, for handle_another: if the program's
 * memory is in disorder, the report itself may fault when it looks for the
 * task. */
static struct {
    pid_t thread;
    int signal;
    uintptr_t address, sp, ip;
} reported;

static void mask_faults(int how)
{
    const uint64_t faults = 1ul << (SIGSEGV - 1) | 1ul << (SIGBUS - 1);
    syscall(SYS_rt_sigprocmask, how, &faults, NULL, sizeof faults);
}

static void end_report(void)
{
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    mask_faults(SIG_BLOCK);
}

static void handle_another(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info, (void)context;
    while (gettid() != reported.thread)
        pause(); /* the thread that reports ends the program */
    end_report();
    char name[32];
    uci_message("worker %u: %s at address %#lx (stack pointer %#lx, "
                "instruction %#lx), in memory that is in disorder: its task "
                "cannot be told",
                uci_id, uci_signal_name(reported.signal, name),
                reported.address, reported.sp, reported.ip);
    uci_launcher_tell(128 + reported.signal);
    _exit(128 + reported.signal);
}

static void begin_report(int signal, const siginfo_t *info, const ucontext_t *u)
{
    static _Atomic uint32_t is_reporting;
    uint32_t no = 0;
    if (!uci_cas_seqcst(&is_reporting, &no, 1))
        for (;;) /* another thread of this worker reports and ends it */
            pause();
    reported.thread = gettid();
    reported.signal = signal;
    reported.address = (uintptr_t)info->si_addr;
    reported.sp = (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
    reported.ip = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
    set_handler(SIGSEGV, handle_another);
    set_handler(SIGBUS, handle_another);
    mask_faults(SIG_UNBLOCK);
}

/*
 * If core dumps are enabled the signal strikes once more, with its default
 * action.  From the end of another worker worker 0 knows the signal.
 */
static void handle(int number, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    /* Both are asked: a single step may be both of the data's and the stack's
     * check. */
    bool takes = uci_checks && uci_checks->takes_stack(number, info, context);
    if (uci_data_takes(number, info, context) | takes)
        return;
    if (uci_checks)
        uci_checks->stop();
    begin_report(number, info, u);
    report(number, info, reported.sp, reported.ip);
    end_report();
    signal(number, SIG_DFL);
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_cur == 0) {
        uci_launcher_tell(128 + number);
        _exit(128 + number);
    }
    /* The signal is blocked until we return. */
    syscall(SYS_tgkill, syscall(SYS_getpid), gettid(), number);
}

static void use_handler_stack(void)
{
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) != 0)
        uci_fatal("cannot set up a signal stack: %s; raise RLIMIT_DATA (ulimit "
                  "-d) or RLIMIT_AS (ulimit -v)",
                  strerror(errno));
}

void uci_crash_block_others(sigset_t *old)
{
    sigset_t others;
    sigfillset(&others);
    for (unsigned i = 0; i < N_DEADLY; i++)
        if (deadly[i] != SIGABRT && deadly[i] != SIGSYS)
            sigdelset(&others, deadly[i]);
    pthread_sigmask(SIG_SETMASK, &others, old);
}

void uci_crash_start(void)
{
    use_handler_stack();
    for (unsigned i = 0; i < N_DEADLY; i++) {
        struct sigaction old;
        if (deadly[i] == SIGTRAP && !uci_options.check_memory)
            continue; /* it may be a breakpoint of the program */
        if (sigaction(deadly[i], NULL, &old) != 0 ||
            (old.sa_flags & SA_SIGINFO) || old.sa_handler != SIG_DFL)
            continue;
        set_handler(deadly[i], handle);
    }
}

void uci_crash_start_worker(void)
{
    use_handler_stack();
}
