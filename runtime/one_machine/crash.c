/*
 * Deadly signals.
 *
 * The program's own handlers come first: ours are installed at the first spawn,
 * only for signals whose action is the default, and are removed when the pool
 * ends.  The handler prints one line and gives the signal its default action.
 * A fault then strikes again at the same place, so that status, core dump and
 * the shell's own message are what they would be without us.
 *
 * The handler runs on a signal stack, since the usual reason is a stack that
 * ran into its guard.  Threads of the pool have one, and so has a guest while
 * it has a region open.
 */
#define _GNU_SOURCE
#include "one_machine/crash.h"

#include "base/message.h"
#include "sched/deque.h"
#include "report/worker_kind.h"
#include "one_machine/chunk.h"
#include "one_machine/promote.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    int signal;
    const char *name;
} deadly[] = {{SIGSEGV, "SIGSEGV"},
              {SIGBUS, "SIGBUS"},
              {SIGFPE, "SIGFPE"},
              {SIGILL, "SIGILL"},
              {SIGABRT, "SIGABRT"}};
enum {
    N_DEADLY = sizeof deadly / sizeof deadly[0],
    SIGNAL_STACK = 64 << 10,
    NEAR = 64 << 10, /* a stack overflows so near to its lower end */
    GAP = 1 << 20,   /* that Linux keeps free below main's stack */
};

/* 1 if SIGSEGV is ours, so that a signal stack is of use. */
static _Atomic uint32_t needs_stack;

static const char *name_of(int signal)
{
    unsigned i = 0;
    while (i + 1 < N_DEADLY && deadly[i].signal != signal)
        i++;
    return deadly[i].name;
}

/* The worker whose deque has its guard at this address, or NULL. */
static struct uci_worker *deque_owner(uintptr_t address)
{
    for (unsigned i = 0; i < uci_load_acquire(&uci_world->n_workers); i++) {
        struct uci_worker *w = uci_peer(i);
        if (address - (uintptr_t)w->slots_end < UCI_PAGE)
            return w;
    }
    return NULL;
}

static bool is_near_end(const struct uci_worker *w, uintptr_t address)
{
    return address + GAP > w->stack_low && address < w->stack_low + NEAR;
}

/* The guest whose own stack has overflown at this address, or NULL.  Another
 * worker may run a strand of its region there that was not moved. */
static struct uci_worker *stack_owner(uintptr_t address, uintptr_t sp)
{
    for (unsigned i = 0; i < uci_load_acquire(&uci_world->n_workers); i++) {
        struct uci_worker *w = uci_peer(i);
        if (w->is_guest && w->stack_low && is_near_end(w, address) &&
            is_near_end(w, sp) &&
            uci_load_acquire(&w->state) != UCI_STATE_ABSENT)
            return w;
    }
    return NULL;
}

/* Prints the message about an overflow; false if it is none. */
static bool report_overflow(struct uci_worker *w, uintptr_t address,
                            uintptr_t sp)
{
    char where[256], size[32];
    const struct uci_worker *guest;
    long deep = uci_load_relaxed(&w->T) - uci_deque_head(w);
    uci_where_text(w->id, where);
    if (uci_chunk_is_guard(address)) {
        uci_message("worker %u: stack overflow %s, %ld spawns deep, at %#lx "
                    "with all %s of stack in use; raise UCILK_STACK_SIZE",
                    w->id, where, deep, address,
                    uci_size_text(size, uci_chunk_size()));
    } else if (deque_owner(address)) {
        uci_message("worker %u: %ld nested spawns are more than its deque has "
                    "room for, %s; raise UCILK_STACK_SIZE",
                    w->id, (long)(w->slots_end - w->slots) - 1, where);
    } else if ((guest = stack_owner(address, sp)) != NULL) {
        bool is_main = uci_load_relaxed(&guest->pid) == getpid();
        uci_message("worker %u: stack overflow %s, at %#lx on the stack that "
                    "the system gave to %s thread; raise it (%s)",
                    w->id, where, address, is_main ? "main's" : "the program's",
                    is_main ? "ulimit -s" : "pthread_attr_setstacksize");
    } else {
        return false;
    }
    return true;
}

static void report(struct uci_worker *w, int signal, const siginfo_t *info,
                   uintptr_t sp)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    /* Not sent by somebody, and with an address that the kernel knows. */
    bool is_fault = (signal == SIGSEGV || signal == SIGBUS) &&
                    info->si_code > 0 && info->si_code != SI_KERNEL;
    if (is_fault && report_overflow(w, address, sp))
        return;
    char where[256], at[64] = "";
    if (is_fault)
        snprintf(at, sizeof at, " at address %#lx", address);
    uci_message("worker %u: %s%s %s (stack pointer %#lx)", w->id,
                name_of(signal), at, uci_where_text(w->id, where), sp);
}

static struct uci_registers registers_of(const ucontext_t *u)
{
    const greg_t *g = u->uc_mcontext.gregs;
    return (struct uci_registers){
        .rsp = (uintptr_t)g[REG_RSP],
        .rbp = (uintptr_t)g[REG_RBP],
        .rbx = (uintptr_t)g[REG_RBX],
        .r12 = (uintptr_t)g[REG_R12],
        .r13 = (uintptr_t)g[REG_R13],
        .r14 = (uintptr_t)g[REG_R14],
        .r15 = (uintptr_t)g[REG_R15],
        .rip = (uintptr_t)g[REG_RIP],
    };
}

static void use_default(int signal)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, NULL);
}

/* All deadly signals are blocked in the handler: another fault there ends the
 * process. */
static void handle(int signal, siginfo_t *info, void *context)
{
    static _Atomic uint32_t is_reporting;
    uint32_t no = 0;
    int error = errno;
    struct uci_worker *w = uci_worker_self();
    const ucontext_t *u = context;
    if (!w->is_foreign) {
        if (!uci_cas_seqcst(&is_reporting, &no, 1))
            for (;;) /* the thread that reports ends the process */
                pause();
        uci_promote_at(registers_of(u));
        report(w, signal, info, (uintptr_t)u->uc_mcontext.gregs[REG_RSP]);
    }
    use_default(signal);
    if (info->si_code <= 0) /* it was sent: send it again */
        syscall(SYS_tgkill, getpid(), gettid(), signal);
    errno = error;
}

static bool is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

void uci_crash_start(void)
{
    struct sigaction old, new;
    memset(&new, 0, sizeof new);
    new.sa_sigaction = handle;
    new.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (unsigned i = 0; i < N_DEADLY; i++)
        sigaddset(&new.sa_mask, deadly[i].signal);
    for (unsigned i = 0; i < N_DEADLY; i++) {
        if (sigaction(deadly[i].signal, NULL, &old) != 0)
            continue;
        if (!(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
            sigaction(deadly[i].signal, &new, &old);
        else if (!is_ours(&old)) /* in a forked child it may be ours */
            continue;
        if (deadly[i].signal == SIGSEGV)
            uci_store_release(&needs_stack, 1);
    }
}

void uci_crash_end(void)
{
    struct sigaction old;
    for (unsigned i = 0; i < N_DEADLY; i++)
        if (sigaction(deadly[i].signal, NULL, &old) == 0 && is_ours(&old))
            use_default(deadly[i].signal);
    uci_store_release(&needs_stack, 0);
}

/* Makes the block's signal stack, with a guard below; it stays the block's. */
static bool make_stack(struct uci_worker *w)
{
    char *p = mmap(NULL, SIGNAL_STACK + UCI_PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    mprotect(p, UCI_PAGE, PROT_NONE);
    w->signal_stack = p + UCI_PAGE;
    return true;
}

void uci_crash_enter(struct uci_worker *w)
{
    if (uci_likely(w->signal_stack_state == UCI_SIGNAL_STACK_KEPT) ||
        !uci_load_acquire(&needs_stack) || (!w->signal_stack && !make_stack(w)))
        return;
    stack_t stack = {.ss_sp = w->signal_stack, .ss_size = SIGNAL_STACK};
    if (sigaltstack(&stack, &w->signal_stack_was) != 0)
        return; /* a handler calls us that runs on a signal stack */
    w->signal_stack_state = w->signal_stack_was.ss_flags & SS_DISABLE
                                ? UCI_SIGNAL_STACK_KEPT
                                : UCI_SIGNAL_STACK_LENT;
}

/* Gives the thread back the signal stack that it had; but if the program has
 * set another one meanwhile, that stays. */
static void put_back(struct uci_worker *w)
{
    stack_t ours;
    w->signal_stack_state = UCI_SIGNAL_STACK_NONE;
    if (sigaltstack(&w->signal_stack_was, &ours) == 0 &&
        ours.ss_sp != w->signal_stack)
        sigaltstack(&ours, NULL);
}

void uci_crash_leave(struct uci_worker *w)
{
    if (uci_unlikely(w->signal_stack_state == UCI_SIGNAL_STACK_LENT))
        put_back(w);
}

void uci_crash_forget(struct uci_worker *w)
{
    if (w->signal_stack_state != UCI_SIGNAL_STACK_NONE)
        put_back(w);
}

void uci_crash_unmap(struct uci_worker *w)
{
    if (w->signal_stack)
        munmap(w->signal_stack - UCI_PAGE, SIGNAL_STACK + UCI_PAGE);
}
