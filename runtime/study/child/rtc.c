/* Run to completion: one stack for each worker.  See child_stealing.h. */
#define _GNU_SOURCE
#include "study/child/child_stealing.h"

#include "cluster/mem/region.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "sched/sched.h"
#include "sched/thread.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* 0: the region.  There main's is, and that of each worker that is a process.
 */
static UCI_PER_WORKER uintptr_t stack;

static uintptr_t lower_end(void)
{
    return stack ? stack : uci_region_start;
}

/* With a guard below it (study/sim/children.c). */
static uintptr_t make_stack(void)
{
    char *p =
        mmap(NULL, UCI_PAGE + uci_world->region_size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || mprotect(p, UCI_PAGE, PROT_NONE) != 0)
        uci_fatal("no memory for the stacks of %u virtual workers: %s; lower "
                  "UCILK_NWORKERS",
                  uci_world->n_workers, strerror(errno));
    return (uintptr_t)p + UCI_PAGE;
}

static void run(struct uci_block *b)
{
    uci_block_call(b);
    uci_store_release(&b->done, UCI_BLOCK_DONE);
}

/* Runs a task, if it finds one. */
static bool run_any(void)
{
    struct uci_block *own = uci_child_pop();
    if (own) {
        if (!UCI_IS_SIM)
            uci_child_runs();
        run(own);
        return true;
    }
    struct uci_prey prey;
    if (!uci_child_steal(&prey))
        return false;
    if (!UCI_IS_SIM)
        uci_child_runs();
    uci_block_call(prey.copy);
    uci_child_deliver(&prey);
    return true;
}

/* L5: what it runs is on top of the caller, which goes on when that has
 * ended. */
static void wait(uci_ref block)
{
    struct uci_block *b = uci_ref_pointer(block);
    for (unsigned n = 0; !uci_block_is_done(b);)
        if (run_any())
            n = 0;
        else
            uci_child_idle(n++);
}

static void look_for_ever(void *unused)
{
    (void)unused;
    for (unsigned n = 0;;) {
        if (!UCI_IS_SIM)
            uci_child_looks();
        if (run_any())
            n = 0;
        else
            uci_child_idle(n++);
    }
}

static __attribute__((noreturn)) void loop(void)
{
    if (UCI_IS_SIM)
        stack = make_stack();
    uci_context_enter(look_for_ever, NULL,
                      lower_end() + uci_world->region_size);
}

const struct uci_child_kind uci_child_rtc = {
    .wait = wait,
    .loop = loop,
    .run = run,
    .stack = lower_end,
};
