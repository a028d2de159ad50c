/*
 * Futures: the C half of their part of <ucilk/abi.h>.  Handles, what is checked
 * of them, and the messages.
 *
 * A handle's tag is the generation of its entry, and where its future was made,
 * which a message about a stale handle can so still name.
 */
#include "base/message.h"
#include "sched/deadlock.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/output.h"
#include "sched/ready.h"
#include "sched/views.h"
#include "sched/wait.h"

#include <string.h>

enum { SITE_BITS = 44, GENERATION_BITS = 20 };

/* A promise has no views: its word says that somebody sets it. */
#define PROMISE_CLAIMED ((uci_ref)1)

static ucilk_future_t handle_of(struct uci_future *f, unsigned owner)
{
    uint64_t generation = uci_load_relaxed(&f->life) >> 32;
    return (ucilk_future_t){uci_ref_make(owner, f),
                            generation << SITE_BITS | (uintptr_t)f->task >> 3};
}

static const struct ucilk_abi_task *site_of(ucilk_future_t h)
{
    return (const struct ucilk_abi_task *)(h.tag << GENERATION_BITS >>
                                           (GENERATION_BITS - 3));
}

static bool is_current(uint64_t life, ucilk_future_t h)
{
    return life >> 32 == h.tag >> SITE_BITS;
}

/* Where no entry of this program lies. */
static bool is_nowhere(ucilk_future_t h)
{
    unsigned owner = uci_ref_rank(h.ref);
    char *p = uci_ref_pointer(h.ref);
    return owner >= uci_world->n_workers || p < uci_peer(owner)->heap ||
           p >= uci_load_relaxed(&uci_peer(owner)->heap_top) ||
           (uintptr_t)p % sizeof(struct uci_future) != 0;
}

/* Futures belong to main and what it spawns: entries are made, freed and waited
 * for without a lock against the program's other threads. */
static void check_stack(const void *local, const char *what, const char *place)
{
    if (uci_unlikely(!uci_world || !uci_region_holds((uintptr_t)local)))
        uci_fatal("%s: %s %s; only main and what it calls or spawns can use "
                  "futures",
                  place, what,
                  uci_world ? "in a thread of the program's own, in a signal "
                              "handler or on a foreign stack"
                            : "before main has started, in a constructor");
}

static _Noreturn __attribute__((cold, noinline)) void
refuse(ucilk_future_t h, const char *what, const char *place)
{
    char text[256];
    if (h.ref == 0 && h.tag == 0)
        uci_fatal("%s: %s of no future: its handle is all zero", place, what);
    if (is_nowhere(h))
        uci_fatal("%s: %s of what is not a handle of this program's "
                  "(%#lx, %#lx)",
                  place, what, h.ref, h.tag);
    struct uci_future *f = uci_ref_pointer(h.ref);
    const struct ucilk_abi_task *site = site_of(h);
    /* A handle of random bytes does not hit a site; an entry's task is one. */
    if (f->task != site &&
        ((uintptr_t)site >= uci_region_start || (uintptr_t)site < UCI_PAGE))
        uci_fatal("%s: %s of what is not a handle (%#lx, %#lx)", place, what,
                  h.ref, h.tag);
    uci_fatal("%s: %s of a future that is used up: %s has been got as often as "
              "it has consumers",
              place, what, uci_future_text(site, text));
}

/* The entry of a handle that is good. */
static inline struct uci_future *find(ucilk_future_t h, const char *what,
                                      const char *place)
{
    char local;
    check_stack(&local, what, place);
    struct uci_future *f = uci_ref_pointer(h.ref);
    if (uci_unlikely(is_nowhere(h)))
        refuse(h, what, place);
    if (uci_unlikely(!is_current(uci_load_relaxed(&f->life), h)))
        refuse(h, what, place);
    return f;
}

static void check_consumers(long consumers, const char *what, const char *file,
                            int line)
{
    if (uci_unlikely(consumers < 1 || consumers > UCILK_ABI_MAX_CONSUMERS))
        uci_fatal("%s:%d: %s for %ld consumers: their number is from 1 to %ld",
                  file, line, what, consumers, UCILK_ABI_MAX_CONSUMERS);
}

ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers)
{
    check_consumers(consumers, "cilk_future", task->file, task->line);
    uci_ref own = uci_views_copy(); /* R7 */
    if (uci_unlikely(own))
        uci_views_begin();
    void *handle = ucilk_abi_spawn(args, task, frame);
    struct uci_future *f;
    if (uci_likely(!handle)) {
        if (uci_unlikely(own)) {
            uci_ref child = uci_views_copy();
            uci_views_restore(own);
            uci_views_append(child);
        }
        f = uci_future_make_done(task, consumers,
                                 (char *)args + task->result_offset);
        return handle_of(f, uci_id);
    }
    f = uci_ref_pointer((uci_ref)handle);
    /* Nobody but us knows the entry as a future's yet. */
    uint64_t life = uci_load_relaxed(&f->life) + (uint64_t)consumers - 1;
    uci_store_relaxed(&f->life, life);
    uci_views_restore(own);
    uci_tally(future_detached);
    return handle_of(f, uci_ref_rank((uci_ref)handle));
}

ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value)
{
    check_stack(__builtin_frame_address(0), site->name, site->file);
    return handle_of(uci_future_make_done(site, 1, value), uci_id);
}

ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers)
{
    check_stack(__builtin_frame_address(0), site->name, site->file);
    check_consumers(consumers, site->name, site->file, site->line);
    return handle_of(uci_future_make(site, consumers), uci_id);
}

static _Noreturn __attribute__((cold, noinline)) void
refuse_size(const struct uci_future *f, const char *what, unsigned long offset,
            unsigned long size, const char *place)
{
    char text[256];
    uci_fatal("%s: %s of %lu bytes from byte %lu on: the result of %s has %u "
              "bytes",
              place, what, size, offset, uci_future_text(f->task, text),
              f->task->result_size);
}

void ucilk_abi_promise_set(ucilk_future_t h, const void *value,
                           unsigned long size, const char *place)
{
    char text[256];
    struct uci_future *f = find(h, "set", place);
    if (!(f->task->flags & UCILK_ABI_TASK_PROMISE))
        uci_fatal("%s: set of %s, which is no promise", place,
                  uci_future_text(f->task, text));
    if (size != f->task->result_size)
        refuse_size(f, "set", 0, size, place);
    /* Whoever sets first delivers; the claim is never given back. */
    uci_ref unclaimed = 0;
    if (!uci_cas_seqcst(&f->views, &unclaimed, PROMISE_CLAIMED))
        uci_fatal("%s: set of %s, which is set already", place,
                  uci_future_text(f->task, text));
    uci_future_deliver(f, value);
    uci_output_flush();
    struct uci_suspended *waiters = uci_future_fulfil(f);
    if (waiters) {
        uci_tally(promise_queued);
        uci_ready_push(waiters);
    }
}

static __attribute__((cold, noinline)) void wait_for(struct uci_future *f,
                                                     const char *place)
{
    if (!uci_home_is_open())
        uci_deadlock_alone(f->task, place);
    uci_self.counters.gets_suspended++;
    uci_wait(uci_future_enlist, f, place);
}

/* The views of its task go to the first who gets (R7). */
static __attribute__((cold, noinline)) void take_views(struct uci_future *f)
{
    if (!(f->task->flags & UCILK_ABI_TASK_PROMISE))
        uci_views_append(uci_exchange_seqcst(&f->views, 0));
}

static inline void take(struct uci_future *f, ucilk_future_t h, void *dst,
                        unsigned long offset, unsigned long size,
                        const char *place)
{
    if (uci_unlikely(!uci_future_is_done(f)))
        wait_for(f, place);
    if (uci_likely(size == sizeof(long) && offset == 0))
        memcpy(dst, uci_future_result(f), sizeof(long));
    else if (size > 0)
        memcpy(dst, uci_future_result(f) + offset, size);
    if (uci_unlikely(uci_reducers))
        take_views(f);
    uint64_t life = uci_future_count_down(f, uci_ref_rank(h.ref));
    if (uci_unlikely(!is_current(life, h) || uci_future_consumers(life) == 0))
        refuse(h, "get", place);
}

void ucilk_abi_future_get(void *dst, ucilk_future_t h, unsigned long size,
                          const char *place)
{
    struct uci_future *f = find(h, "get", place);
    if (uci_unlikely(size != f->task->result_size))
        refuse_size(f, "get", 0, size, place);
    take(f, h, dst, 0, size, place);
}

void ucilk_abi_future_get_part(void *dst, ucilk_future_t h,
                               unsigned long offset, unsigned long size,
                               const char *place)
{
    struct uci_future *f = find(h, "get", place);
    unsigned long whole = f->task->result_size;
    if (uci_unlikely(offset > whole || size > whole - offset))
        refuse_size(f, "get", offset, size, place);
    take(f, h, dst, offset, size, place);
}

void ucilk_abi_future_share(ucilk_future_t *h, long consumers,
                            const char *place)
{
    struct uci_future *f = find(*h, "share", place);
    uint64_t life = uci_load_relaxed(&f->life);
    do {
        if (!is_current(life, *h) || uci_future_consumers(life) == 0)
            refuse(*h, "share", place);
        if (consumers < 1 ||
            consumers > UCILK_ABI_MAX_CONSUMERS - uci_future_consumers(life))
            uci_fatal("%s: share for %ld consumers more: the number of those "
                      "left, %u, and them together is to be at most %ld",
                      place, consumers, uci_future_consumers(life),
                      UCILK_ABI_MAX_CONSUMERS);
    } while (!uci_cas_seqcst(&f->life, &life, life + (uint64_t)consumers));
}

int ucilk_abi_future_done(ucilk_future_t h, const char *place)
{
    return uci_future_is_done(find(h, "look", place));
}
