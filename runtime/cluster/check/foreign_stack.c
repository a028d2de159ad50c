/*
 * UCILK_CHECK_MEMORY, stacks: a task that follows a pointer into another task's
 * stack ends the program with a message.
 *
 * In its worker's region old bytes of other threads lie above the thread of a
 * strand.  While the strand runs the whole pages of these are inaccessible.  A
 * child's arguments and result lie there, too, in its parent's frame (abi.h).
 * So an instruction that accesses those is let through by a single step; after
 * many of them the page stays accessible.
 *
 * The page that the strand's thread shares with the next one above stays
 * accessible, too.  Of its upper part a copy is kept, which tells at the
 * strand's end what the strand has changed.
 */
#define _GNU_SOURCE
#include "cluster/check/memory_checks.h"

#include "base/message.h"
#include "cluster/sched/where.h"
#include "sched/thread.h"

#include <ucilk/abi.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_OPENED = 4, MANY_STEPS = 64 };

static uintptr_t top;                     /* the running thread's upper end */
static uintptr_t closed = UCI_REGION_END; /* inaccessible from here up */
static char *opened[MAX_OPENED];          /* pages open for a single step */
static unsigned n_opened, n_steps;
static char kept[UCI_PAGE]; /* of [top, top + n_kept), as the strand began */
static size_t n_kept;

static void set_access(uintptr_t from, int access)
{
    if (from < UCI_REGION_END)
        mprotect((void *)from, UCI_REGION_END - from, access);
}

/* True for the arguments and the result of the task whose thread this is. */
static bool is_in_args(uintptr_t address)
{
    const struct ucilk_abi_task *task = uci_spawn_task(top);
    uintptr_t args = ((const uintptr_t *)top)[-2]; /* layout.h */
    return !(task->flags & UCILK_ABI_TASK_DIRECT) &&
           address - (args & ~(uintptr_t)63) < task->args_size + 64;
}

/* Of the task whose thread this is, also when its strand has just ended. */
static _Noreturn void report(uintptr_t address)
{
    const struct ucilk_abi_task *task = uci_spawn_task(top);
    char who[256];
    snprintf(who, sizeof who, "task `%s' spawned at %s:%d", task->name,
             task->file, task->line);
    n_kept = 0;
    uci_checks->stop();
    uci_claim_report();
    uci_message("%s (worker %u) follows a pointer to %#lx, which is on the "
                "stack of the task that spawned it, or of main: what lies "
                "there may be old, and nobody sees what is written; pass and "
                "return values, or use memory from malloc",
                who, uci_id, address);
    _exit(UCI_EXIT_ERROR);
}

/* At the end of a strand, before other threads are put in place. */
static void compare(void)
{
    const char *now = (const char *)top;
    if (memcmp(kept, now, n_kept) == 0)
        return;
    for (size_t i = 0; i < n_kept; i++)
        if (kept[i] != now[i] && !is_in_args(top + i))
            report(top + i);
}

static void watch(uintptr_t upper)
{
    uintptr_t from = uci_round_up(upper, UCI_PAGE);
    compare();
    set_access(closed, PROT_READ | PROT_WRITE);
    set_access(from, PROT_NONE);
    top = upper;
    closed = from;
    n_opened = n_steps = 0;
    n_kept = from - upper;
    memcpy(kept, (const char *)upper, n_kept);
}

void uci_check_stack(void)
{
    uci_thread_watch = watch;
}

void uci_check_open_stack(void)
{
    if (uci_thread_watch)
        watch(UCI_REGION_END);
}

void uci_check_forget_stack(void)
{
    uci_thread_watch = NULL;
    closed = UCI_REGION_END;
    n_kept = 0;
}

bool uci_check_takes_stack(int signal, siginfo_t *info, void *context)
{
    if (signal == SIGTRAP) {
        bool takes = n_opened > 0;
        while (n_opened > 0)
            mprotect(opened[--n_opened], UCI_PAGE, PROT_NONE);
        if (takes)
            uci_access_step(context, false);
        return takes;
    }
    uintptr_t address = (uintptr_t)info->si_addr;
    if (signal != SIGSEGV || info->si_code != SEGV_ACCERR || address < closed ||
        address >= UCI_REGION_END)
        return false;
    if (!is_in_args(address))
        report(address);
    char *page = (char *)(address & ~(uintptr_t)(UCI_PAGE - 1));
    mprotect(page, UCI_PAGE, PROT_READ | PROT_WRITE);
    if (n_opened < MAX_OPENED && ++n_steps < MANY_STEPS) {
        opened[n_opened++] = page;
        uci_access_step(context, true);
    }
    return true;
}
