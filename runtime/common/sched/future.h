/*
 * The entries of futures: where a result, those who wait for it and those who
 * will take it meet.  Rules F1, F2 and F5 in docs/protocols/future.md.
 *
 * An entry lies in the pool of the worker that made it and is never anything
 * else than an entry, so that a stale handle still finds its generation there.
 * Made at once fulfilled where the task ended before its creator was stolen;
 * else by whoever parted the two, in place of a record.
 */
#ifndef UCI_FUTURE_H
#define UCI_FUTURE_H

#include "seam/thread.h"
#include "seam/far.h"

#include <ucilk/abi.h>

#include <string.h>

enum { UCI_FUTURE_INLINE = 32 }; /* bytes; larger results have a block */

struct uci_future {
    /* UCI_FUTURE_DONE, or those who wait (uci_ref): the last one first.  Not DONE
     * again to the entry's end. */
    _Atomic uint64_t state;
    /* Generation and consumers left; of entries out of use UCI_FUTURE_FREE or
     * UCI_FUTURE_FREED. */
    _Atomic uint64_t life;
    const struct ucilk_abi_task *task; /* also of promises and values */
    _Atomic uci_ref views;             /* its task's; rule F9 */
    union {
        char result[UCI_FUTURE_INLINE] __attribute__((aligned(16)));
        uci_ref block;           /* of a larger result */
        struct uci_future *next; /* in its owner's free list */
    };
};
static_assert(sizeof(struct uci_future) == 64, "a cache line");

#define UCI_FUTURE_DONE ((uint64_t)1)

/* The lower half of `life': in its owner's free list; freed by another worker
 * and not found yet.  Anything between is a number of consumers. */
#define UCI_FUTURE_FREE 0u
#define UCI_FUTURE_FREED 0xffffffffu

static inline uint32_t uci_future_consumers(uint64_t life)
{
    uint32_t n = (uint32_t)life;
    return n == UCI_FUTURE_FREED ? 0 : n;
}

/* Starts this worker's pool: none. */
void uci_future_start(void);

/* A new entry, neither fulfilled nor waited for, or fulfilled with *result. */
struct uci_future *uci_future_make(const struct ucilk_abi_task *task,
                                   long consumers);
struct uci_future *uci_future_make_done(const struct ucilk_abi_task *task,
                                        long consumers, const void *result);

/* F5: the same for a task whose parent goes on elsewhere, or here above it;
 * with one consumer, whom nobody knows yet.  And back, if they were not parted
 * after all. */
uci_ref uci_future_detach(const struct ucilk_abi_task *task);
void uci_future_attach(uci_ref ref);

/* F1: stores the result.  No consumer sees it yet. */
void uci_future_deliver(struct uci_future *f, const void *result);

/* F1: fulfils it, and returns those who waited, as a list; f is not touched
 * any more. */
uci_ref uci_future_fulfil(struct uci_future *f);

/* F3: registers a waiter; false if it is fulfilled already. */
bool uci_future_enlist(struct uci_suspended *s, uci_ref f);

/*
 * future_far.c: the same for an entry of any worker, by its reference; for
 * those that the network reaches or changes.  Rule N15 in
 * docs/protocols/remote.md.  `task' is the entry's.
 */
/* F1, with the result, and the views of its task: 0 for a promise. */
uci_ref uci_future_fulfil_far(uci_ref ref, const struct ucilk_abi_task *task,
                              const void *result, uci_ref views);
/* F2, once it is DONE: a part of the result; then the count, as below. */
void uci_future_read_far(uci_ref ref, const struct ucilk_abi_task *task,
                         size_t offset, void *into, size_t size);
uint64_t uci_future_count_down_far(uci_ref ref,
                                   const struct ucilk_abi_task *task);
/* Could an entry of anybody's lie there? */
bool uci_future_may_be(uci_ref ref);

static inline bool uci_future_is_done(struct uci_future *f)
{
    /* Acquire: the result, with the exchange in uci_future_fulfil. */
    bool is_done = uci_load_acquire(&f->state) == UCI_FUTURE_DONE;
    if (is_done)
        uci_thread_acquire(&f->task);
    return is_done;
}

/* A part of the result.  Its block is the fulfiller's, near or far. */
static inline void uci_future_read(struct uci_future *f, size_t offset,
                                   void *into, size_t size)
{
    if (uci_unlikely(f->task->result_size > UCI_FUTURE_INLINE))
        uci_read(f->block, offset, into, size);
    else if (uci_likely(size == sizeof(long)))
        memcpy(into, f->result + offset, sizeof(long));
    else
        uci_thread_copy(into, f->result + offset, size);
}

/* F2: the last consumer has counted down; `life' was the entry's. */
void uci_future_free(struct uci_future *f, unsigned owner);
/* The same of an own entry, whose block is freed. */
void uci_future_put_back(struct uci_future *f, uint64_t generation);
uint64_t uci_future_next_generation(uint64_t life);

/* F2: uses up a consumer; `life' as it was before.  The last one frees. */
static inline uint64_t uci_future_count_down(struct uci_future *f,
                                             unsigned owner)
{
    /* Release: this copy of the result.  Acquire: all others', before the last
     * one frees. */
    uint64_t life = uci_fetch_add_acqrel(&f->life, -(uint64_t)1);
    if (uci_likely((uint32_t)life == 1))
        uci_future_free(f, owner);
    return life;
}

/* F9: appends the views of its task to those in place, the first time. */
void uci_future_append_views(uci_ref ref, const struct ucilk_abi_task *task);

/* F1, F5: the task of a detached future has ended, and its creator goes on here
 * next. */
void uci_future_end_early(uci_ref f, const void *result);

/* Could an entry of this node's lie at p?  What lies there can be read.
 * Nothing could where the entries are changed by way of the network. */
extern uintptr_t uci_future_low, uci_future_high;
static inline bool uci_future_is_near(const void *p)
{
    return (uintptr_t)p >= uci_future_low && (uintptr_t)p < uci_future_high &&
           (uintptr_t)p % sizeof(struct uci_future) == 0;
}

/* "the future of `f' (a.c:5)", for messages. */
const char *uci_future_text(const struct ucilk_abi_task *task,
                            char buffer[256]);

/* Calls visit for every entry in use, of all workers: with a copy of those that
 * are far. */
typedef void uci_future_visit(uci_ref ref, const struct uci_future *f,
                              void *to);
void uci_future_each(uci_future_visit *visit, void *to);
/* The same of one worker; of the own node in any thread. */
void uci_future_each_of(unsigned rank, uci_future_visit *visit, void *to);

/* F5, F6: a detached future's task has ended. */
void uci_future_ended(void);

#endif
