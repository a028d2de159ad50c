/*
 * Fully fledged threads: a stack for each task.  See child_stealing.h.
 *
 * A task runs where it has begun.  Main's stack is the region; those of all
 * others come from a pool of their worker's, and go back at the task's end.
 */
#define _GNU_SOURCE
#include "study/child/child_stealing.h"

#include "cluster/mem/region.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "study/turns.h"
#include "trace/steps.h"
#include "sched/words.h"
#include "sched/thread.h"

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
    uci_ref block;       /* what it waits for, */
    uint64_t done;       /* and that block's `done', if it is far */
    uintptr_t sp, stack; /* its context, and the lower end of its stack */
};

struct queue {
    struct waiter *first, *last;
};

/* A task to begin. */
struct birth {
    struct uci_prey prey;  /* of a stolen one */
    struct uci_block *own; /* or the block, of one of this worker's */
};

static UCI_PER_WORKER struct stack *pool;
static UCI_PER_WORKER char *fresh,
    *fresh_end;                               /* stacks never used: untouched */
static UCI_PER_WORKER struct queue queue;     /* L6 */
static UCI_PER_WORKER struct uci_turns turns; /* L6, if UCILK_CHILD_LATE */
static UCI_PER_WORKER struct queue far;  /* L8: of these, futures' waiters */
static UCI_PER_WORKER uintptr_t running; /* the running task's stack */
static UCI_PER_WORKER struct birth birth;

static __attribute__((noreturn)) void look_for_ever(void);

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
    uci_turns_ended(&turns);
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
    if (!UCI_IS_SIM)
        uci_child_runs();
    running = take_stack();
    uci_context_enter(run_born, NULL, running + SIZE);
}

static void append(struct queue *q, struct waiter *w)
{
    w->next = NULL;
    *(q->last ? &q->last->next : &q->first) = w;
    q->last = w;
}

static bool is_near(const struct waiter *w)
{
    return uci_is_near(uci_ref_rank(w->block));
}

static bool is_done(const struct waiter *w)
{
    return w->done ||
           (is_near(w) && uci_block_is_done(uci_ref_pointer(w->block)));
}

/* Takes out w, the one behind `before', or the first. */
static void take_out(struct queue *q, struct waiter *w, struct waiter *before)
{
    *(before ? &before->next : &q->first) = w->next;
    if (q->last == w)
        q->last = before;
}

/* Goes on with w, the one behind `before' in the queue. */
static void resume(struct waiter *w, struct waiter *before)
{
    take_out(&queue, w, before);
    running = w->stack;
    if (!UCI_IS_SIM)
        uci_child_runs();
    uci_step(suspend_end);
    uci_context_resume(w->sp, NULL);
}

/* Goes on with the first task of the queue that can; returns if none can. */
static void resume_one(void)
{
    struct waiter *before = NULL;
    for (struct waiter *w = queue.first; w; before = w, w = w->next)
        if (is_done(w))
            resume(w, before);
}

/* Goes on with the oldest task of the queue if it can and it is its turn. */
static void look_at_oldest(void)
{
    if (!uci_turns_next(&turns))
        return;
    struct waiter *w = queue.first;
    if (is_done(w))
        resume(w, NULL);
    take_out(&queue, w, NULL);
    append(&queue, w);
    uci_turns_added(&turns);
}

/* L8: looks at the next few futures of other nodes that are waited for, in one
 * round trip; true if any of them is done. */
static bool look_far(void)
{
    enum { AT_ONCE = 8 };
    struct waiter *looked[AT_ONCE];
    unsigned n = 0;
    for (struct waiter *w; n < AT_ONCE && (w = far.first); n++) {
        struct uci_block *b = uci_ref_pointer(w->block);
        take_out(&far, w, NULL);
        uci_far_get_later(uci_ref_rank(w->block), &w->done, &b->done,
                          sizeof w->done);
        looked[n] = w;
    }
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        uci_far_flush(uci_ref_rank(looked[i]->block));
    for (unsigned i = 0; i < n; i++) {
        if (looked[i]->done) {
            append(&queue, looked[i]);
            uci_turns_added(&turns);
            found = true;
        } else {
            append(&far, looked[i]);
        }
    }
    return found;
}

static __attribute__((noreturn)) void look_for_ever(void)
{
    if (!UCI_IS_SIM)
        uci_child_looks();
    for (unsigned n = 0;; n++) {
        /* L6: first, or each join that can go on would wait for all older
         * tasks, with its stack. */
        if (uci_options.child_late)
            look_at_oldest();
        else
            resume_one();
        birth.own = uci_child_pop();
        if (birth.own)
            begin();
        if (far.first && look_far())
            continue;
        if (uci_child_steal(&birth.prey))
            begin();
        if (turns.n_before == 0) /* a round is over, or all are looked at */
            uci_child_idle(n);
    }
}

static void enqueue(struct waiter *w, uintptr_t sp)
{
    w->sp = sp;
    append(is_near(w) ? &queue : &far, w);
    if (is_near(w))
        uci_turns_appended(&turns);
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
    birth.own = uci_ref_pointer(w->block);
    enqueue(w, sp);
    begin();
}

/* L6: the caller waits in the queue of its worker. */
static void wait(uci_ref block)
{
    struct waiter w = {.block = block, .stack = running};
    while (!is_done(&w))
        uci_context_suspend(wait_and_look, &w, uci_sched_stack);
}

static void run(struct uci_block *b)
{
    struct waiter w = {.block = uci_ref_make(uci_id, b), .stack = running};
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
