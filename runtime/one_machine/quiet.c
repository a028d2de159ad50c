/* Quiet regions.  See quiet.h. */
#include "one_machine/quiet.h"

#include "common/base/options.h"
#include "common/base/ticks.h"
#include "common/sched/record.h"
#include "common/sched/sched.h"

enum {
    ENOUGH = 8,       /* short regions of a site before a quiet one */
    MOST = 1 << 12,   /* the same, where quiet ones have proved long */
    NEVER = 1u << 31, /* the same, where something else opens a region */
    LONGEST = 40000,  /* ticks: a quiet region is given up then */
    /* An open region that may be short without thieves.  They make it longer,
     * and much longer where they have to share processors. */
    SHORT = 50 * LONGEST,
    FORGIVEN = 64, /* quiet regions for which a long one is forgiven: their
                    * worker may have been interrupted */
    LOOKS = 8,     /* so many spawns do not look at the time, and EARLY times as
                    * many while little of it has passed */
    EARLY = 4,
    ROOM = 1 << 17, /* bytes of stack for the rest of a quiet region */
};

/* Where workers share a processor, who waits for a thief waits for its turn. */
static uint64_t in_shares(uint64_t ticks)
{
    uint64_t share = uci_nworkers() / uci_options.cpus;
    return share > 1 ? share * ticks : ticks;
}

/* K15: a thread's own stack may be small, or be left for another. */
static bool has_room(uintptr_t sp)
{
    return sp - uci_self.stack_low > ROOM && sp < uci_self.stack_high;
}

/* False where every spawn is to be stolen, and for sanitizers, which compare
 * strands. */
static bool is_possible(void)
{
    return uci_nworkers() > 1 && !*uci_options.test_steal && !uci_sanitized();
}

static struct uci_region_time *time_of(const struct ucilk_abi_task *task)
{
    struct uci_region_time *t =
        &uci_self.quiet
             .times[(uintptr_t)task / sizeof *task % UCI_REGION_TIMES];
    if (t->task != task)
        *t = (struct uci_region_time){.task = task, .needed = ENOUGH};
    return t;
}

static void begin(struct ucilk_abi_frame *frame)
{
    struct uci_quiet *q = &uci_self.quiet;
    q->frame = frame;
    q->since = uci_ticks();
    q->is_over = false;
    uci_self.calls = LOOKS;
    uci_frame_set(frame, UCI_FRAME_QUIET);
}

/* From now on the quiet region's spawns open regions. */
static void give_up(bool is_for_ever)
{
    struct uci_quiet *q = &uci_self.quiet;
    struct uci_region_time *t = q->time;
    q->is_over = true;
    if (is_for_ever) {
        t->needed = NEVER;
        t->credit = 0;
    } else if (t->n_quiet < FORGIVEN) {
        t->needed = t->needed < MOST ? 2 * t->needed : t->needed;
        t->credit = 0;
    }
    t->n_quiet = 0;
}

bool uci_quiet_call(const struct ucilk_abi_task *task,
                    struct ucilk_abi_frame *frame, uintptr_t sp)
{
    struct uci_quiet *q = &uci_self.quiet;
    if ((uintptr_t)q->frame > sp) {
        if (q->is_over)
            return false;
        if (has_room(sp) && uci_ticks() - q->since < in_shares(LONGEST)) {
            uci_self.calls = LOOKS;
            return true;
        }
        give_up(false);
        return false;
    }
    q->frame = NULL; /* or it has been left by longjmp */
    q->time = NULL;
    if (!is_possible())
        return false;
    q->time = time_of(task);
    if (q->time->credit < q->time->needed || !has_room(sp) ||
        uci_frame_state(frame) != UCI_FRAME_JOINED)
        return false;
    begin(frame);
    return true;
}

void uci_quiet_end(struct ucilk_abi_frame *frame)
{
    struct uci_quiet *q = &uci_self.quiet;
    uci_frame_set(frame, UCI_FRAME_JOINED);
    if (frame == q->frame) {
        q->time->n_quiet += !q->is_over;
        uci_self.calls = 0;
        q->frame = NULL;
        q->time = NULL;
    }
}

void uci_quiet_opens(const struct ucilk_abi_frame *frame)
{
    struct uci_quiet *q = &uci_self.quiet;
    uci_self.calls = 0;
    if (!q->frame) {
        q->since = uci_ticks();
        return;
    }
    if (!q->is_over)
        give_up(true);
    if (frame == q->frame) {
        q->frame = NULL;
        q->time = NULL;
    }
}

void uci_quiet_closes(void)
{
    struct uci_quiet *q = &uci_self.quiet;
    if (q->frame || !q->time)
        return;
    if (uci_ticks() - q->since < in_shares(SHORT))
        q->time->credit++;
    else
        q->time->credit /= 2;
    q->time = NULL;
}
