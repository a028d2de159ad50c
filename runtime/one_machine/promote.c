/* Promotion.  See promote.h; rules W in docs/protocols/lazy.md. */
#include "one_machine/promote.h"

#include "base/options.h"
#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "sched/steal.h"
#include "sched/thread.h"
#include "one_machine/inlets.h"

#include <string.h>

/* W2: a walk of more frames than NEAR is long.  A poll makes one only if since
 * the last long walk RARELY times its time has passed, and is content with NEAR
 * frames otherwise. */
enum { NEAR = 64, RARELY = 10 };

/* W4: who is asked polls at each spawn until POLLS entries have been popped. It
 * goes on while a pop comes in COARSE time stamps, some three microseconds, or
 * later; and while a worker is idle, until IN_VAIN entries have been popped
 * since a thief took one. */
enum { POLLS = 64, COARSE = 1 << 13, IN_VAIN = 1 << 16 };

bool uci_spawn_poll(uintptr_t sp, const struct ucilk_abi_task *task);

const unsigned char *uci_site_of(uintptr_t called)
{
    /* movq %fs:(%rax), %rax; cmpq 8(%rax), %rsp; jae */
    static const unsigned char begin[] = {0x64, 0x48, 0x8b, 0x00, 0x48,
                                          0x3b, 0x60, 0x08, 0x0f, 0x83};
    const unsigned char *end = (const unsigned char *)called;
    int32_t distance;
    if (memcmp(end - UCI_SITE_SIZE, begin, sizeof begin) != 0 ||
        end[-UCI_SITE_JUMP] != 0xe8) /* call */
        return NULL;
    end -= UCI_SITE_JUMP;
    memcpy(&distance, end - sizeof distance, sizeof distance);
    return end + distance + UCI_SITE_ANSWERS;
}

/* Whether the bytes before the return address may be read: they are on its
 * page, or the function has rules, and so is of a library. */
static bool is_site(struct uci_walk_cache *cache, uintptr_t called)
{
    if (called % UCI_PAGE < UCI_SITE_SIZE && !uci_walk_knows(cache, called - 1))
        return false;
    return uci_site_of(called) != NULL;
}

static void note(struct uci_slot *slot, const struct uci_registers *r)
{
    slot->sp = r->rsp;
    slot->registers[0] = r->rbp;
    slot->registers[1] = r->rbx;
    slot->registers[2] = r->r12;
    slot->registers[3] = r->r13;
    slot->registers[4] = r->r14;
    slot->registers[5] = r->r15;
}

static void swap(struct uci_slot *a, struct uci_slot *b)
{
    uintptr_t sp = a->sp;
    uintptr_t registers[6];
    memcpy(registers, a->registers, sizeof registers);
    a->sp = b->sp;
    memcpy(a->registers, b->registers, sizeof registers);
    b->sp = sp;
    memcpy(b->registers, registers, sizeof registers);
}

static void reverse(struct uci_slot *slots, size_t n)
{
    for (size_t i = 0; i < n / 2; i++)
        swap(&slots[i], &slots[n - 1 - i]);
}

/*
 * W2, W3: promotes the spawns between `r', where a call returns to, and the
 * youngest entry.  skips_first: not that call itself.  If the walk does not
 * come to that entry, what it has passed is promoted all the same: all that is
 * older than an entry goes with its thread.  Returns how many.
 */
static size_t promote(struct uci_registers r, bool skips_first, bool goes_far)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    uintptr_t youngest = t[-1].sp;
    uintptr_t pushed = youngest + UCI_CONTEXT_SIZE + sizeof(uintptr_t);
    struct uci_walk_cache *cache = uci_self.walks;
    struct uci_walk_stacks stacks = uci_chunk_all();
    size_t room = (size_t)(uci_self.slots_end - t), n = 0, n_frames = 0;
    uint64_t began = 0;
    uci_walk_begin(cache);
    while (r.rip != (uintptr_t)uci_promoted_return && r.rsp != youngest &&
           r.rsp != pushed && n < room) {
        if (skips_first)
            skips_first = false;
        else if (is_site(cache, r.rip))
            note(&t[n++], &r);
        if (uci_unlikely(++n_frames == NEAR)) {
            began = uci_ticks();
            if (!goes_far && began < uci_self.walks_far)
                break;
        }
        if (!uci_walk_up(cache, &stacks, &r, false)) {
            uci_self.counters.walks_cut += !uci_walk_knows(cache, r.rip - 1) &&
                                           !uci_walk_is_end(cache, r.rip - 1);
            break;
        }
    }
    if (uci_unlikely(n_frames > NEAR)) {
        uint64_t now = uci_ticks();
        uci_self.walks_far = now + RARELY * (now - began);
    }
    reverse(t, n); /* the youngest was noted first */
    for (size_t i = 0; i < n; i++) {
        uintptr_t *at = (uintptr_t *)t[i].sp - 1;
        *(uintptr_t *)(t[i].sp / 2 + uci_chunk_to_shadow) = *at;
        *at = (uintptr_t)uci_promoted_return;
    }
    if (n > 0) {
        uci_self.counters.promotions += n;
        uci_point(promoted);
        /* D1.  Release: with the acquire of T in a thief's claim. */
        uci_store_release(&uci_self.T, t + n);
    }
    return n;
}

/* The context at sp: registers, and above them a return address. */
static struct uci_registers registers_at(uintptr_t sp)
{
    const uintptr_t *words = (const uintptr_t *)sp;
    return (struct uci_registers){
        .r15 = words[0],
        .r14 = words[1],
        .r13 = words[2],
        .r12 = words[3],
        .rbx = words[4],
        .rbp = words[5],
        .rip = words[6],
        .rsp = sp + sizeof(struct uci_context),
    };
}

/* W4: whether the next spawn is to poll as well. */
static bool polls_on(void)
{
    struct uci_worker *self = &uci_self;
    struct uci_slot *t = uci_load_relaxed(&self->T);
    uint64_t n = t < self->polled ? (uint64_t)(self->polled - t) : 0;
    if (n < self->polls) {
        self->polls -= n;
        return true;
    }
    if (uci_is_left_alone(self)) { /* C5: it was the watcher who asked */
        self->polls = 0;
        return false;
    }
    uint64_t now = uci_ticks(), head = uci_load_relaxed(&self->H);
    bool is_coarse = now - self->polls_since > POLLS * COARSE;
    bool is_asked = self->polls == 0;
    self->polls_since = now;
    self->in_vain += POLLS;
    if (head != self->polls_head) {
        self->polls_head = head;
        self->in_vain = 0;
    }
    bool is_wanted = self->in_vain < IN_VAIN && uci_sched_has_idle_peer();
    self->polls = is_asked || is_coarse || is_wanted ? POLLS : 0;
    return self->polls != 0;
}

/* W2: the slow path of a spawn whose context is at sp.  False: the entry is to
 * be pushed as that of a spawn out of line. */
bool uci_spawn_poll(uintptr_t sp, const struct ucilk_abi_task *task)
{
    if (uci_unlikely(uci_self.is_foreign) || !uci_chunk_has_shadow())
        return false;
    /* lazy.md, "What is pushed at once": no walk (W2) gets away from a function
     * without rules, so all spawns are pushed from now on. */
    struct uci_registers r = registers_at(sp);
    if (uci_unlikely(!uci_walk_knows(uci_self.walks, r.rip - 1))) {
        uci_store_relaxed(&uci_running_limit, 0);
        uci_store_relaxed(&uci_self.limit, 0);
        return false;
    }
    if (!uci_chunk_of(sp) || uci_home_needs_region(uci_deque_base()->sp) ||
        uci_home_is_wanted() || uci_abort_is_on())
        return false;
    /* W1: first the limit, then the walk. */
    uci_idle_raise_limit();
    if (polls_on())
        uci_store_relaxed(&uci_self.limit, 0);
    bool is_forced = uci_steal_is_forced();
    if (*uci_options.test_steal && !is_forced)
        return true;
    /* K2: until the body has copied its arguments its parent must not go on. */
    bool is_direct = task->flags & UCILK_ABI_TASK_DIRECT;
    if (promote(r, !is_direct, false) > 0) {
        uci_idle_notify();
        if (is_forced && uci_options.nworkers > 1)
            uci_steal_migrate();
    }
    /* With the entry that is pushed next, if it is. */
    uci_self.polled = uci_load_relaxed(&uci_self.T) + !is_direct;
    return is_direct;
}

void uci_promote_at(struct uci_registers r)
{
    struct uci_walk_stacks stacks = uci_chunk_all();
    if (uci_load_relaxed(&uci_self.state) == UCI_STATE_RUNNING &&
        uci_chunk_has_shadow() &&
        uci_walk_up(uci_self.walks, &stacks, &r, true))
        promote(r, false, true);
}

void uci_stack_publish(uintptr_t sp, const struct uci_leave *leaves)
{
    enum { SAVED = UCI_SYNC_WORDS * sizeof(uintptr_t) };
    if (!uci_chunk_has_shadow())
        return;
    if (leaves)
        sp += SAVED - sizeof(struct uci_context);
    promote(registers_at(sp), false, true);
}
