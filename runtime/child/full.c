/*
 * Fully fledged threads: a stack for each task.  See kind.h.
 *
 * A task runs where it has begun.  Main's stack is the region; those of all
 * others come from a pool of their worker's, and go back at the task's end.
 */
#define _GNU_SOURCE
#include "child/kind.h"

#include "cluster/mem/region.h"
#include "common/arch/x86_64/context.h"
#include "common/base/message.h"
#include "common/base/options.h"
#include "common/trace/steps.h"
#include "seam/thread.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SIZE = 32 << 10, /* of a stack, as in CLUSTER'22 */
    N_AT_ONCE = 32,  /* stacks that a pool grows by */
};

/* A stack in the pool. */
struct stack {
    struct stack *next;
};

/* A waiting task, on its own stack. */
struct waiter {
    struct waiter *next;
    struct uci_block *block; /* what it waits for */
    uintptr_t sp, stack;     /* its context, and the lower end of its stack */
};

/* A task to begin. */
struct birth {
    struct uci_prey prey;  /* of a stolen one */
    struct uci_block *own; /* or the block, of one of this worker's */
};

static UCI_PER_WORKER struct stack *pool;
static UCI_PER_WORKER char *fresh, *fresh_end; /* stacks never used: untouched */
static UCI_PER_WORKER struct waiter *first, *last; /* L6: the queue */
static UCI_PER_WORKER uintptr_t running; /* the running task's stack */
static UCI_PER_WORKER struct birth birth;

static _Noreturn void look_for_ever(void);

static void grow_pool(void)
{
    char *p = mmap(NULL, N_AT_ONCE * SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("no memory for the stacks of tasks: %s; use UCILK_CHILD=rtc",
                  strerror(errno));
    fresh = p;
    fresh_end = p + N_AT_ONCE * SIZE;
}

static uintptr_t take_stack(void)
{
    struct stack *s = pool;
    if (s) {
        pool = s->next;
        return (uintptr_t)s;
    }
    if (fresh == fresh_end)
        grow_pool();
    fresh += SIZE;
    return (uintptr_t)fresh - SIZE;
}

static void look(void *unused)
{
    (void)unused;
    look_for_ever();
}

static void run_born(void *unused)
{
    (void)unused;
    struct birth b = birth;
    if (b.own) {
        uci_block_call(b.own);
        uci_store_release(&b.own->done, UCI_BLOCK_DONE);
    } else {
        uci_block_call(b.prey.copy);
        uci_child_deliver(&b.prey);
    }
    /* Nobody takes the stack before this worker has left it. */
    struct stack *s = (struct stack *)running;
    s->next = pool;
    pool = s;
    uci_context_enter(look, NULL, uci_sched_stack);
}

static _Noreturn void begin(void)
{
    running = take_stack();
    uci_context_enter(run_born, NULL, running + SIZE);
}

/* Goes on with the first task of the queue that can; returns if none can. */
static void resume_one(void)
{
    struct waiter *before = NULL;
    for (struct waiter *w = first; w; before = w, w = w->next) {
        if (!uci_block_is_done(w->block))
            continue;
        *(before ? &before->next : &first) = w->next;
        if (last == w)
            last = before;
        running = w->stack;
        uci_step(suspend_end);
        uci_context_resume(w->sp, NULL);
    }
}

static _Noreturn void look_for_ever(void)
{
    for (unsigned n = 0;; n++) {
        /* L6: first, or each join that can go on would wait for all older
         * tasks, with its stack. */
        if (!uci_options.child_late)
            resume_one();
        birth.own = uci_child_pop();
        if (birth.own)
            begin();
        if (uci_options.child_late)
            resume_one();
        if (uci_child_steal(&birth.prey))
            begin();
        uci_child_idle(n);
    }
}

static void enqueue(struct waiter *w, uintptr_t sp)
{
    w->sp = sp;
    w->next = NULL;
    *(last ? &last->next : &first) = w;
    last = w;
    if (uci_region_holds(sp))
        uci_stack_live(sp);
    uci_step(suspend_end);
}

/* Both on the scheduler's stack: the waiter's context is at sp. */
static void wait_and_look(void *waiter, uintptr_t sp)
{
    enqueue(waiter, sp);
    look_for_ever();
}

static void wait_and_begin(void *waiter, uintptr_t sp)
{
    struct waiter *w = waiter;
    birth.own = w->block;
    enqueue(w, sp);
    begin();
}

/* L6: the caller waits in the queue of its worker. */
static void wait(struct uci_block *b)
{
    struct waiter w = {.block = b, .stack = running};
    while (!uci_block_is_done(b))
        uci_context_suspend(wait_and_look, &w, uci_sched_stack);
}

static void run(struct uci_block *b)
{
    struct waiter w = {.block = b, .stack = running};
    uci_context_suspend(wait_and_begin, &w, uci_sched_stack);
}

static uintptr_t lower_end(void)
{
    return running ? running : uci_region_start;
}

const struct uci_child_kind uci_child_full = {
    .wait = wait,
    .loop = look_for_ever,
    .run = run,
    .stack = lower_end,
};
