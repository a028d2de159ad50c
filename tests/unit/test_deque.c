/* The deque: push, pop, steal, records, conflicts with a second process. */
#include "unit.h"

#include "sched/heap.h"
#include "cluster/mem/region.h"
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/steal.h"
#include "sched/thread.h"

#include <sched.h>
#include <string.h>
#include <ucilk/abi.h>

/* Segments of this test, far below main's stack. */
enum { SEGMENT = 192, DEPTH = 24, PUSHES = 500000 };

static const struct ucilk_abi_task task = {
    .result_size = 8, .name = "unit", .file = __FILE__, .line = 1};

static uintptr_t top(void)
{
    return uci_region_start + (1 << 20);
}

/* Makes the segment of a continuation at depth i: its first word identifies it;
 * below it is what a spawn leaves there for the child. */
static uintptr_t lay_out(int i, uint64_t name)
{
    uintptr_t sp = top() - (uintptr_t)(i + 1) * SEGMENT;
    *(uint64_t *)sp = name;
    *(const struct ucilk_abi_task **)(sp - UCI_SPAWN_TASK) = &task;
    return sp;
}

static int start(void **state)
{
    (void)state;
    uci_deque_start(&uci_self);
    uci_deque_set_base(top(), UCI_RECORD_NONE);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    uci_deque_start(&uci_self);
    return 0;
}

TEST(pops_in_reverse_order_of_pushes)
{
    assert_true(uci_deque_is_empty(&uci_self));
    for (int i = 0; i < 100; i++)
        uci_deque_push(lay_out(i, 0));
    for (int i = 99; i >= 0; i--) {
        assert_false(uci_deque_is_empty(&uci_self));
        assert_int_equal(uci_deque_base()->sp, top() - (i + 1) * SEGMENT);
        assert_true(uci_deque_pop());
    }
    assert_true(uci_deque_is_empty(&uci_self));
    assert_int_equal(uci_deque_base()->sp, top());
}

TEST(a_push_writes_only_the_stack_pointer)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    uci_store_relaxed(&t->record, 0x1234);
    uci_deque_push(lay_out(0, 0));
    assert_int_equal(uci_load_relaxed(&t->record), 0x1234);
    assert_true(uci_deque_pop());
    uci_store_relaxed(&t->record, 0);
}

TEST(nothing_to_steal_from_an_empty_deque)
{
    struct uci_stolen stolen;
    assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_EMPTY);
    uci_deque_push(lay_out(0, 0));
    assert_true(uci_deque_pop());
    assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_EMPTY);
}

/* A steal takes the oldest entry, carries along the record of the slot below,
 * and leaves a new record for the child. */
TEST(a_thief_takes_the_oldest_entry_and_carries_its_record)
{
    struct uci_stolen stolen;
    uci_ref below = UCI_RECORD_NONE, made[3];
    for (int i = 0; i < 3; i++)
        uci_deque_push(lay_out(i, 100 + (uint64_t)i));
    struct uci_slot *base = uci_deque_head(&uci_self) - 1;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_OK);
        assert_int_equal(stolen.sp, top() - (i + 1) * SEGMENT);
        assert_int_equal(stolen.upper, stolen.sp + SEGMENT);
        assert_int_equal(stolen.record, below);
        assert_int_equal(*(uint64_t *)stolen.sp, 100 + i);
        assert_int_equal(stolen.handle, uci_load_acquire(&base[1 + i].record));
        below = made[i] = stolen.handle;
        struct uci_record *r = uci_ref_pointer(made[i]);
        assert_ptr_equal(r->task, &task);
        assert_int_equal(uci_load_relaxed(&r->arrived), 0);
    }
    assert_true(uci_deque_is_empty(&uci_self));
    assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_EMPTY);
    /* The bottom of a stolen thread returns into ucilk_stolen. */
    extern const char ucilk_stolen_return[];
    assert_ptr_equal(
        *(void **)(top() - 2 * SEGMENT + SEGMENT - UCI_SPAWN_RETURN),
        ucilk_stolen_return);
    /* The pop of the victim's child finds its parent stolen; T stays above the
     * slot. */
    assert_false(uci_deque_pop());
    assert_ptr_equal(uci_load_relaxed(&uci_self.T), base + 4);
    assert_int_equal(uci_load_relaxed(&uci_deque_base()->record), made[2]);
    for (int i = 0; i < 3; i++)
        uci_record_free(made[i]);
}

TEST(a_pop_wins_what_was_not_stolen)
{
    struct uci_stolen stolen;
    uci_deque_push(lay_out(0, 0));
    uci_deque_push(lay_out(1, 1));
    assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_OK);
    assert_int_equal(*(uint64_t *)stolen.sp, 0);
    assert_true(uci_deque_pop());
    assert_false(uci_deque_pop());
    uci_record_free(stolen.handle);
}

TEST(a_locked_deque_is_left_alone)
{
    struct uci_stolen stolen;
    uci_deque_push(lay_out(0, 0));
    uintptr_t head = uci_load_relaxed(&uci_self.H);
    uci_store_relaxed(&uci_self.H, head | UCI_LOCKED);
    assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_LOCKED);
    assert_ptr_equal(uci_deque_head(&uci_self), (void *)head);
    uci_store_relaxed(&uci_self.H, head);
    assert_true(uci_deque_pop());
}

/* A thief that read an old T has claimed the entry above and is about to give
 * it back: the owner may start a thread meanwhile. */
TEST(a_claim_in_vain_does_not_disturb_a_new_thread)
{
    uintptr_t head = uci_load_relaxed(&uci_self.H);
    uintptr_t claimed = head + sizeof(struct uci_slot);
    uci_store_relaxed(&uci_self.H, claimed | UCI_LOCKED);
    assert_true(uci_deque_is_empty(&uci_self));
    uci_deque_set_base(top(), UCI_RECORD_NONE);
    uci_store_relaxed(&uci_self.H, head);
    assert_int_equal(uci_deque_base()->sp, top());
    uci_deque_push(lay_out(0, 0));
    assert_true(uci_deque_pop());
}

TEST(indices_start_anew_past_the_high_mark_only)
{
    struct uci_stolen stolen;
    struct uci_slot *first = uci_load_relaxed(&uci_self.T);
    uint64_t resets = uci_self.counters.deque_resets;
    int used = 0;
    for (; uci_self.counters.deque_resets == resets; used++) {
        assert_true(used < 1 << 16);
        uci_deque_push(lay_out(0, 0));
        assert_int_equal(uci_steal_from(0, &stolen), UCI_STEAL_OK);
        assert_false(uci_deque_pop());
        uci_record_free(stolen.handle);
        if (used == 100)
            assert_ptr_equal(uci_load_relaxed(&uci_self.T), first + 101);
        uci_deque_tidy();
        uci_deque_set_base(top(), UCI_RECORD_NONE);
    }
    assert_true(used > 1000);
    assert_ptr_equal(uci_load_relaxed(&uci_self.T), first);
    assert_true(uci_deque_is_empty(&uci_self));
    for (int i = 0; i < used; i++)
        assert_int_equal(uci_load_relaxed(&first[i].record), 0);
}

/* --- Against a thief in another process --- */

UNIT_SHARED static _Atomic uint32_t
    taken[PUSHES]; /* how often each entry was taken */
UNIT_SHARED static _Atomic uint32_t n_stolen, n_damaged, thief_runs, stop_thief;

static void steal_all(void)
{
    struct uci_stolen stolen;
    thief_runs = 1;
    while (!uci_load_acquire(&stop_thief)) {
        if (uci_steal_from(0, &stolen) != UCI_STEAL_OK) {
            uci_pause();
            continue;
        }
        uint64_t name = *(uint64_t *)stolen.sp;
        if (name >= PUSHES || stolen.upper != stolen.sp + SEGMENT ||
            stolen.record == 0 || stolen.handle == 0)
            uci_fetch_add_seqcst(&n_damaged, 1);
        else
            uci_fetch_add_seqcst(&taken[name], 1);
        uci_fetch_add_seqcst(&n_stolen, 1);
    }
}

/* Frees the records of a chain of lost entries, and starts a new thread. */
static void start_thread_anew(struct uci_slot *from)
{
    for (struct uci_slot *s = from; s <= uci_deque_base(); s++)
        uci_record_free(uci_load_acquire(&s->record));
    uci_deque_tidy();
    uci_deque_set_base(top(), UCI_RECORD_NONE);
}

static void take_every_entry_once(void)
{
    uint64_t random = 88172645463325252u;
    uint64_t names[DEPTH], n_pushed = 0, n_popped = 0;
    int depth = 0;
    memset((void *)taken, 0, sizeof taken);
    n_stolen = n_damaged = thief_runs = stop_thief = 0;
    unit_peer_start(steal_all);
    while (!thief_runs)
        sched_yield();
    while (n_pushed < PUSHES || depth > 0) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        bool full = depth == DEPTH || n_pushed == PUSHES;
        if (!full && (depth == 0 || random >> 40 & 1)) {
            names[depth] = n_pushed;
            uci_deque_push(lay_out(depth, n_pushed++));
            depth++;
            if (random % 1024 == 0)
                sched_yield();
            continue;
        }
        struct uci_slot *lowest = uci_load_relaxed(&uci_self.T) - depth;
        if (uci_deque_pop()) {
            depth--;
            n_popped++;
            uci_fetch_add_seqcst(&taken[names[depth]], 1);
        } else {
            /* The entry was stolen, and so were all entries below it. */
            start_thread_anew(lowest);
            depth = 0;
        }
    }
    stop_thief = 1;
    assert_int_equal(unit_peer_join(), 0);
    assert_int_equal(n_damaged, 0);
    assert_int_equal(n_popped + n_stolen, PUSHES);
    for (int i = 0; i < PUSHES; i++)
        if (taken[i] != 1)
            fail_msg("entry %d was taken %u times", i, taken[i]);
    print_message("%u stolen, %lu popped\n", n_stolen, n_popped);
}

TEST(every_entry_is_taken_once)
{
    for (int tries = 0; tries == 0 || (tries < 50 && n_stolen == 0); tries++)
        take_every_entry_once(); /* the thief may start too late to steal */
    assert_true(n_stolen > 0);
}

int main(void)
{
    return unit_run("deque", start, stop);
}
