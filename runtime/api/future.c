/*
 * Futures: the C half of their part of <ucilk/abi.h>: handles, their checks,
 * and the messages.  Entries are in sched/future.c.
 */
#define _GNU_SOURCE
#include "base/message.h"
#include "sched/deadlock.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/ready.h"
#include "sched/sched.h"
#include "base/policies.h"
#include "api/pedigree.h"
#include "sched/strand_views.h"
#include "sched/wait.h"
#include "sched/words.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* A promise has no views.  Its word `views' is this when somebody sets it. */
#define PROMISE_CLAIMED ((uci_ref)1)

static ucilk_future_t handle_of(struct uci_future *f, unsigned owner)
{
    return (ucilk_future_t){
        uci_ref_make(owner, f),
        uci_future_tag(f->task, uci_load_relaxed(&f->life))};
}

/* Makes sure that a worker calls.  Entries are made, freed and waited for
 * without a lock against other threads of the program.  In one process such a
 * thread becomes a guest; in a program for clusters this ends the program. */
static inline void check_stack(const void *local, const char *what,
                               const char *place)
{
    if (uci_unlikely(!uci_stack_is_ours((uintptr_t)local)))
        uci_stack_adopt(what, place);
}

/* The same where a future, a value or a promise is made. */
static __attribute__((cold, noinline)) void
adopt_at(const struct ucilk_abi_task *site)
{
    char place[256];
    snprintf(place, sizeof place, "%s:%d", site->file, site->line);
    uci_stack_adopt(site->name, place);
}
static inline void check_site(const void *local,
                              const struct ucilk_abi_task *site)
{
    if (uci_unlikely(!uci_stack_is_ours((uintptr_t)local)))
        adopt_at(site);
}

/* True if the site can be read.  The handle may be random bytes, and a message
 * about it must not crash. */
static bool is_readable(const struct ucilk_abi_task *site)
{
    struct ucilk_abi_task copy;
    struct iovec to = {&copy, sizeof copy}, from = {(void *)site, sizeof copy};
    return process_vm_readv((pid_t)syscall(SYS_getpid), &to, 1, &from, 1, 0) ==
           sizeof copy;
}

static _Noreturn __attribute__((cold, noinline)) void
refuse(ucilk_future_t h, const char *what, const char *place)
{
    if (h.ref == 0 && h.tag == 0)
        uci_fatal("%s: %s of no future: its handle is all zero", place, what);
    const struct ucilk_abi_task *site = uci_future_tag_task(h.tag);
    if ((!uci_future_is_near(uci_ref_pointer(h.ref)) &&
         !uci_future_may_be(h.ref)) ||
        !is_readable(site))
        uci_fatal("%s: %s of what is no handle of this process's futures "
                  "(%#lx, %#lx)",
                  place, what, h.ref, h.tag);
    uci_future_refuse(site, what, place);
}

/* Copies the entry of a handle that loads may not reach. */
static __attribute__((cold, noinline)) void fetch(struct uci_future *copy,
                                                  ucilk_future_t h,
                                                  const char *what,
                                                  const char *place)
{
    if (!uci_future_may_be(h.ref))
        refuse(h, what, place);
    uci_read(h.ref, 0, copy, sizeof *copy);
}

/* The entry of a handle; ends the program if the handle is no good.  The result
 * is `copy' if the entry is far, or changed by way of the network. */
static inline struct uci_future *find(struct uci_future *copy, ucilk_future_t h,
                                      const char *what, const char *place)
{
    check_stack(__builtin_frame_address(0), what, place);
    struct uci_future *f = uci_ref_pointer(h.ref);
    if (uci_unlikely(!uci_future_is_near(f))) {
        fetch(copy, h, what, place);
        f = copy;
    }
    if (uci_unlikely(uci_future_tag(f->task, uci_load_relaxed(&f->life)) !=
                     h.tag))
        refuse(h, what, place);
    return f;
}

/* F1: the creator was parted from its task, so the entry exists already,
 * perhaps on another node.  Gives it its consumers and returns its handle. */
static __attribute__((cold, noinline)) ucilk_future_t
take_over(uci_ref ref, const struct ucilk_abi_task *task, long consumers)
{
    struct uci_future *f = uci_ref_pointer(ref);
    unsigned rank = uci_ref_rank(ref);
    uci_tally(future_detached);
    uint64_t life;
    if (uci_word_is_here(rank)) {
        /* A plain store: nobody else has the handle yet. */
        life = uci_load_relaxed(&f->life);
        uci_store_relaxed(&f->life, life + (uint64_t)consumers - 1);
    } else {
        life = uci_word_fetch_add(rank, &f->life, (uint64_t)consumers - 1);
    }
    return (ucilk_future_t){ref, uci_future_tag(task, life)};
}

/* F9: in a program with reducers the task begins with identities, and if it is
 * not parted from its creator what it adds is appended at once. */
static inline __attribute__((always_inline)) ucilk_future_t
uci_start_future(char *args, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame, long consumers)
{
    uci_ref own = 0, child = 0;
    bool has_views = uci_views_are_used();
    if (has_views) {
        check_site(__builtin_frame_address(0), task);
        own = uci_views_copy();
        uci_tally(future_views);
        uci_views_begin();
    }
    void *handle = ucilk_abi_apart_spawn(args, task, frame);
    if (has_views) {
        child = handle ? 0 : uci_views_copy();
        uci_views_restore(own);
    }
    if (uci_unlikely(handle))
        return take_over((uci_ref)handle, task, consumers);
    if (has_views)
        uci_views_append(child);
    return handle_of(
        uci_future_make_done(task, consumers, args + task->result_offset),
        uci_id);
}

/* Makes a future in a file without pedigrees.  Its task gets none: it may
 * outlive the ancestors to which its pedigree would refer. */
static __attribute__((cold, noinline)) ucilk_future_t
start_without_pedigree(void *args, const struct ucilk_abi_task *task,
                       struct ucilk_abi_frame *frame, long consumers)
{
    struct ucilk_pedigree own = uci_pedigree_get();
    uci_pedigree_lose(task);
    ucilk_future_t future = uci_start_future(args, task, frame, consumers);
    uci_pedigree_set(own);
    return future;
}

/* inlets.md A7: makes a future whose task has no scope, since a strand outside
 * of this one's scope may wait for it. */
static __attribute__((cold, noinline)) ucilk_future_t
start_unscoped(void *args, const struct ucilk_abi_task *task,
               struct ucilk_abi_frame *frame, long consumers)
{
    struct ucilk_abi_child *scope = uci_scope();
    uci_set_scope(NULL);
    ucilk_future_t future = ucilk_abi_future(args, task, frame, consumers);
    uci_set_scope(scope);
    return future;
}

ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers)
{
    uci_future_check_consumers(consumers, "cilk_future", task);
    if (uci_unlikely(uci_scope()))
        return start_unscoped(args, task, frame, consumers);
    if (uci_unlikely(uci_pedigrees_are_kept() &&
                     !(task->flags & UCILK_ABI_TASK_PEDIGREES)))
        return start_without_pedigree(args, task, frame, consumers);
    return uci_start_future(args, task, frame, consumers);
}

ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value)
{
    check_site(__builtin_frame_address(0), site);
    return handle_of(uci_future_make_done(site, 1, value), uci_id);
}

ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers)
{
    check_site(__builtin_frame_address(0), site);
    uci_future_check_consumers(consumers, site->name, site);
    return handle_of(uci_future_make(site, consumers), uci_id);
}

void ucilk_abi_promise_set(ucilk_future_t h, const void *value,
                           unsigned long size, const char *place)
{
    char text[256];
    struct uci_future copy, *f = find(&copy, h, "set", place);
    if (!(f->task->flags & UCILK_ABI_TASK_PROMISE))
        uci_fatal("%s: set of %s, which is no promise", place,
                  uci_future_text(f->task, text));
    uci_future_check_size(f->task, "set", 0, size, true, place);
    /* The first set claims the promise and delivers; the claim stays. */
    uci_ref unclaimed = 0, waiters;
    struct uci_future *there = uci_ref_pointer(h.ref);
    if (!uci_word_cas(uci_ref_rank(h.ref), &there->views, &unclaimed,
                      PROMISE_CLAIMED))
        uci_fatal("%s: set of %s, which is set already", place,
                  uci_future_text(f->task, text));
    if (uci_likely(f != &copy)) {
        uci_future_deliver(f, value);
        waiters = uci_future_fulfil(f);
    } else {
        waiters = uci_future_fulfil_far(h.ref, f->task, value, 0);
    }
    waiters = uci_home_sort_out(waiters);
    if (waiters) {
        uci_tally(promise_queued);
        uci_ready_push(waiters);
    }
}

static __attribute__((cold, noinline)) void wait_for(ucilk_future_t h,
                                                     const char *place)
{
    if (!uci_home_is_parallel())
        uci_deadlock_alone(uci_future_tag_task(h.tag), place);
    struct uci_future *f = uci_ref_pointer(h.ref);
    if (uci_unlikely(uci_groups != NULL)) {
        uci_groups->run_here(h.ref);
        if (uci_future_is_done(f))
            return;
    }
    uci_self.counters.gets_suspended++;
    if (UCI_IS_STUDY && uci_stalls)
        uci_stalling_wait(uci_ref_rank(h.ref), &f->state, UCI_FUTURE_DONE,
                          place);
    else
        uci_wait(uci_future_enlist, h.ref, place);
}

/* True if an entry with this `life' has no consumers left, or is another
 * future's than the handle's. */
static bool is_used_up(uint64_t life, ucilk_future_t h)
{
    return life >> 32 != h.tag >> UCI_FUTURE_SITE_BITS ||
           uci_future_consumers(life) == 0;
}

/* F2: takes the result from an entry that is far, or for which this has to
 * wait.  After a wait the worker may be another one, and see the entry as
 * far. */
static __attribute__((cold, noinline)) void
take_far(ucilk_future_t h, bool is_done, void *dst, unsigned long offset,
         unsigned long size, const char *place)
{
    if (!is_done)
        wait_for(h, place);
    uci_sched_see_changes();
    const struct ucilk_abi_task *task = uci_future_tag_task(h.tag);
    uci_future_read_far(h.ref, task, offset, dst, size);
    if (uci_views_are_used())
        uci_future_append_views(h.ref, task);
    if (is_used_up(uci_future_count_down_far(h.ref, task), h))
        refuse(h, "get", place);
}

/* F2: takes the result from f, which find() has returned with this copy. */
static inline void take(struct uci_future *f, const struct uci_future *copy,
                        ucilk_future_t h, void *dst, unsigned long offset,
                        unsigned long size, const char *place)
{
    bool is_done = uci_future_is_done(f);
    if (uci_unlikely(!is_done || f == copy)) {
        take_far(h, is_done, dst, offset, size, place);
        return;
    }
    uci_sched_see_changes();
    uci_future_read(f, offset, dst, size);
    if (uci_unlikely(uci_views_are_used()))
        uci_future_append_views(h.ref, f->task);
    uint64_t life = uci_future_count_down(f, uci_ref_rank(h.ref));
    if (uci_unlikely(is_used_up(life, h)))
        refuse(h, "get", place);
}

/* N15: takes the result by one message, if that is how far entries are reached.
 * False: find() and take() must, which also say what is wrong. */
static __attribute__((cold, noinline)) bool
take_by_message(ucilk_future_t h, void *dst, unsigned long offset,
                unsigned long size, bool is_whole, const char *place)
{
    check_stack(__builtin_frame_address(0), "get", place);
    /* After a wait the worker may be one for which the entry is near. */
    while (uci_future_is_got_by_message(h.ref) && uci_future_may_be(h.ref)) {
        struct uci_future_get get = {h.ref, h.tag,    dst,  offset,
                                     size,  is_whole, place};
        enum uci_future_got got = uci_future_get_by_message(&get);
        if (got == UCI_FUTURE_GOT)
            uci_sched_see_changes();
        if (got != UCI_FUTURE_WAITING)
            return got == UCI_FUTURE_GOT;
        wait_for(h, place);
    }
    return false;
}

static __attribute__((noinline)) void
get_any(void *dst, ucilk_future_t h, unsigned long size, const char *place)
{
    if (uci_unlikely(!uci_future_is_near(uci_ref_pointer(h.ref))) &&
        take_by_message(h, dst, 0, size, true, place))
        return;
    struct uci_future copy, *f = find(&copy, h, "get", place);
    uci_future_check_size(f->task, "get", 0, size, true, place);
    take(f, &copy, h, dst, 0, size, place);
}

/* Most gets: of eight or four bytes, or none, that are there.  get_any does the
 * same, and calls what else a get may need. */
void ucilk_abi_future_get(void *dst, ucilk_future_t h, unsigned long size,
                          const char *place)
{
    struct uci_future *f = uci_ref_pointer(h.ref);
    if (uci_unlikely(
            (size != 8 && size != 4 && size != 0) || !uci_future_is_near(f) ||
            !uci_stack_is_ours((uintptr_t)__builtin_frame_address(0)) ||
            uci_future_tag(f->task, uci_load_relaxed(&f->life)) != h.tag ||
            f->task->result_size != size || !uci_future_is_done(f) ||
            uci_load_relaxed(&f->views) != 0)) {
        get_any(dst, h, size, place);
        return;
    }
    uci_sched_see_changes();
    if (uci_likely(size == 8))
        memcpy(dst, f->result, 8);
    else if (size == 4)
        memcpy(dst, f->result, 4);
    uint64_t life = uci_future_count_down(f, uci_ref_rank(h.ref));
    if (uci_unlikely(is_used_up(life, h)))
        refuse(h, "get", place);
}

void ucilk_abi_future_get_part(void *dst, ucilk_future_t h,
                               unsigned long offset, unsigned long size,
                               const char *place)
{
    if (uci_unlikely(!uci_future_is_near(uci_ref_pointer(h.ref))) &&
        take_by_message(h, dst, offset, size, false, place))
        return;
    struct uci_future copy, *f = find(&copy, h, "get", place);
    uci_future_check_size(f->task, "get", offset, size, false, place);
    take(f, &copy, h, dst, offset, size, place);
}

void ucilk_abi_future_prefetch(ucilk_future_t h)
{
    if (uci_future_is_got_by_message(h.ref) && uci_future_may_be(h.ref) &&
        uci_stack_is_ours((uintptr_t)__builtin_frame_address(0)))
        uci_future_ask(h.ref, h.tag);
}

void ucilk_abi_future_share(ucilk_future_t *h, long consumers,
                            const char *place)
{
    struct uci_future copy, *f = find(&copy, *h, "share", place);
    struct uci_future *there = uci_ref_pointer(h->ref);
    uint64_t life = uci_load_relaxed(&f->life);
    do {
        if (is_used_up(life, *h))
            refuse(*h, "share", place);
        uci_future_check_share(consumers, uci_future_consumers(life), place);
    } while (!uci_word_cas(uci_ref_rank(h->ref), &there->life, &life,
                           life + (uint64_t)consumers));
}

int ucilk_abi_future_done(ucilk_future_t h, const char *place)
{
    struct uci_future copy;
    if (!uci_future_is_done(find(&copy, h, "look", place))) {
        uci_net_relax(); /* N20: the caller may be a loop that waits for it */
        return false;
    }
    uci_sched_see_changes();
    return true;
}
