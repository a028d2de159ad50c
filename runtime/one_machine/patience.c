/* Regions that are too short for thieves.  See pool.h. */
#include "one_machine/pool.h"

#include "base/options.h"
#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/idle.h"

/* Values of way. */
enum { AT_ONCE, PATIENT };

enum {
    FIRST = 16,   /* regions before the first trial */
    TRIAL = 8,    /* regions of a trial */
    WEIGHT = 8,   /* a region is one part in so many of its mean, */
    COUNTS = 4,   /* and counts for at most so many means */
    PATIENCE = 4, /* means */
    /* A trial takes at most one part in so many of the time: at first, and
     * after others that changed nothing. */
    SHARE = 32,
    LEAST_SHARE = 256,
    LONGEST = 1 << 25, /* ticks: some 10 ms */
    ALWAYS_CALM = 64   /* regions in a row */
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void count(uint64_t *mean, uint64_t took)
{
    uint64_t counts = *mean ? least(took, COUNTS * *mean) : took * WEIGHT;
    *mean += counts / WEIGHT - *mean / WEIGHT;
}

static bool has_changed(uint64_t was, uint64_t is)
{
    return is > 2 * was || was > 2 * is;
}

static void begin_trial(struct uci_patience *p)
{
    p->way = !p->way;
    p->mean[p->way] = p->mean[!p->way];
    p->left = TRIAL;
}

static void go_on_trying(struct uci_patience *p, uint64_t now)
{
    uint64_t tried = p->mean[p->way], other = p->mean[!p->way];
    if (--p->left > 0 && tried < other + other / WEIGHT)
        return;
    p->left = 0;
    if (tried < other) {
        p->share = SHARE;
    } else {
        p->share = least(2 * p->share, LEAST_SHARE);
        p->way = !p->way;
    }
    p->judged = p->mean[p->way];
    p->next = now + p->share * TRIAL * (tried > other ? tried : other);
}

/* A region that such a task opens has its place here. */
static struct uci_calm *calm_of(struct uci_patience *p,
                                const struct ucilk_abi_task *task)
{
    struct uci_calm *c = &p->calm[(uintptr_t)task / 32 % UCI_CALM];
    if (c->task != task)
        *c = (struct uci_calm){task, 0};
    return c;
}

/* Was anything stolen of the last region?  That says nothing of it where
 * thieves took at once. */
static void note_calm(struct uci_patience *p)
{
    struct uci_calm *c = calm_of(p, p->task);
    if (uci_load_relaxed(&uci_self.H) == p->head)
        c->n++;
    else if (p->way == PATIENT)
        c->n = 0;
}

static void note_last(struct uci_patience *p, uint64_t now, uint64_t took)
{
    if (uci_unlikely(p->n_first < FIRST)) {
        p->share = SHARE;
        /* The first region starts the pool. */
        if (++p->n_first > 2)
            count(&p->mean[AT_ONCE], took);
        return;
    }
    note_calm(p);
    count(&p->mean[p->way], took);
    if (p->left > 0)
        go_on_trying(p, now);
    else if (now >= p->next || has_changed(p->judged, p->mean[p->way]))
        begin_trial(p);
}

void uci_patience_begin(const struct ucilk_abi_task *task)
{
    struct uci_patience *p = &uci_self.patience;
    if (uci_options.nworkers == 1 || *uci_options.test_steal)
        return;
    uint64_t now = uci_ticks(), until = 0;
    note_last(p, now, now - p->opened);
    p->opened = now;
    p->task = task;
    p->head = uci_load_relaxed(&uci_self.H);
    if (p->way == PATIENT) {
        uci_tally(region_patient);
        until = now + least(PATIENCE * p->mean[PATIENT], LONGEST);
    }
    uci_store_relaxed(&uci_self.main.alone_until, until);
    if (p->way == PATIENT && calm_of(p, task)->n >= ALWAYS_CALM) {
        uci_tally(region_calm);
        uci_deque_leave_fences_out_at_once();
        uci_idle_raise_limit();
    }
}
