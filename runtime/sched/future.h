/*
 * The entries of futures: where a result, the threads that wait for it and the
 * gets that will take it meet.  Rules F1, F2 and F5 in
 * docs/protocols/future.md.
 *
 * An entry lies in the pool of the worker that made it.  Its memory is never
 * used for anything else, so a stale handle still finds a generation there.
 * If the task ends before its creator is stolen, the creator makes an entry
 * that is fulfilled from the start.  Otherwise whoever parts the two makes it,
 * in place of a record.
 */
#pragma once

#include "base/future_errors.h"
#include "sched/thread.h"
#include "sched/words.h"

#include <ucilk/abi.h>

#include <string.h>

enum { UCI_FUTURE_INLINE = 32 }; /* bytes; a larger result has a block */

struct uci_future {
    /* The list of suspended threads that wait (uci_ref), newest first; then
     * UCI_FUTURE_DONE, until the entry is used for another future. */
    _Atomic uint64_t state;
    /* Upper half: the generation.  Lower half: the consumers left, or
     * UCI_FUTURE_FREE or UCI_FUTURE_FREED. */
    _Atomic uint64_t life;
    const struct ucilk_abi_task *task; /* also of promises and values */
    _Atomic uci_ref views; /* the task's, F9; of a promise, whether it is set */
    union {
        char result[UCI_FUTURE_INLINE] __attribute__((aligned(16)));
        uci_ref block;           /* of a larger result */
        struct uci_future *next; /* in its owner's free list */
    };
};
static_assert(sizeof(struct uci_future) == 64, "a cache line");

#define UCI_FUTURE_DONE ((uint64_t)1)

/* The lower half of `life', out of use: the entry is in its owner's free list;
 * or another worker has freed it, and its owner has not found it yet.  Any
 * other value is the number of consumers left. */
#define UCI_FUTURE_FREE 0u
#define UCI_FUTURE_FREED 0xffffffffu

static inline uint32_t uci_future_consumers(uint64_t life)
{
    uint32_t n = (uint32_t)life;
    return n == UCI_FUTURE_FREED ? 0 : n;
}

/* Starts this worker's pool, without entries. */
void uci_future_start(void);

/* Makes a new entry: not fulfilled, or fulfilled with *result. */
struct uci_future *uci_future_make(const struct ucilk_abi_task *task,
                                   long consumers);
struct uci_future *uci_future_make_done(const struct ucilk_abi_task *task,
                                        long consumers, const void *result);

/* F5: makes the entry of a task whose creator goes on without it, with one
 * consumer, and counts it as detached.  uci_future_attach undoes that if the
 * two were not parted after all. */
uci_ref uci_future_detach(const struct ucilk_abi_task *task);
void uci_future_attach(uci_ref ref);

/* F1: stores the result, before the entry is fulfilled. */
void uci_future_deliver(struct uci_future *f, const void *result);

/* F1: fulfils the entry and returns the list of the threads that waited.  The
 * caller does not touch the entry any more. */
uci_ref uci_future_fulfil(struct uci_future *f);

/* F3: registers a waiter; false if the entry is fulfilled already. */
bool uci_future_enlist(struct uci_suspended *s, uci_ref f);

/*
 * future_far.c: the same for an entry of any worker, by its reference, where
 * the network reaches or changes it.  Rule N15 in docs/protocols/remote.md.
 * `task' is the entry's.
 */
/* F1: stores the result and the task's views (0 for a promise), and fulfils. */
uci_ref uci_future_fulfil_far(uci_ref ref, const struct ucilk_abi_task *task,
                              const void *result, uci_ref views);
/* F2: reads a part of the result of an entry that is DONE; then counts down, as
 * uci_future_count_down does. */
void uci_future_read_far(uci_ref ref, const struct ucilk_abi_task *task,
                         size_t offset, void *into, size_t size);
uint64_t uci_future_count_down_far(uci_ref ref,
                                   const struct ucilk_abi_task *task);
/* True if `ref' could refer to an entry in some worker's pool. */
bool uci_future_may_be(uci_ref ref);

/*
 * future_message.c: a get of an entry of another node in one round trip, where
 * words of other nodes are changed by message.
 */
static inline bool uci_future_is_got_by_message(uci_ref ref)
{
    return uci_atomics_by_message && !uci_is_near(uci_ref_rank(ref));
}
struct uci_future_get {
    uci_ref ref; /* for which uci_future_may_be is true */
    uint64_t tag;
    void *into;
    size_t offset, size;
    bool is_whole; /* the result has `size' bytes */
    const char *place;
};
enum uci_future_got {
    UCI_FUTURE_GOT,
    UCI_FUTURE_WAITING, /* the future is not done */
    UCI_FUTURE_REFUSED  /* there is no such future, or its result has no such
                         * bytes */
};
enum uci_future_got uci_future_get_by_message(const struct uci_future_get *get);
/* Asks for the result of such an entry, of which a get will follow. */
void uci_future_ask(uci_ref ref, uint64_t tag);
/* Counts down for such gets that are not counted yet. */
void uci_future_settle(void);

static inline bool uci_future_is_done(struct uci_future *f)
{
    /* Acquire: the result; with the exchange in uci_future_fulfil. */
    bool is_done = uci_load_acquire(&f->state) == UCI_FUTURE_DONE;
    if (is_done)
        uci_thread_acquire(&f->task);
    return is_done;
}

/* Reads a part of the result.  A block of it lies in the heap of the worker
 * that fulfilled the entry, near or far. */
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

/* F2: frees the entry, whose last consumer has counted down, and its block. */
void uci_future_free(struct uci_future *f, unsigned owner);
/* Puts an own entry, whose block is freed, into the free list. */
void uci_future_put_back(struct uci_future *f, uint64_t generation);
uint64_t uci_future_next_generation(uint64_t life);

/* F2: takes 1 from the consumers left and returns `life' as it was before.  The
 * last consumer frees the entry. */
static inline uint64_t uci_future_count_down(struct uci_future *f,
                                             unsigned owner)
{
    /* Release: this get has copied the result.  Acquire: the last one sees that
     * all others have, before it frees the entry. */
    uint64_t life = uci_fetch_add_acqrel(&f->life, -(uint64_t)1);
    if (uci_likely((uint32_t)life == 1))
        uci_future_free(f, owner);
    return life;
}

/* F9: appends the views of the future's task to the running strand's.  Only the
 * first call finds them. */
void uci_future_append_views(uci_ref ref, const struct ucilk_abi_task *task);

/* F9: appends the views of that worker's futures, of this region, that nobody
 * got. */
void uci_future_append_left(unsigned rank);

/* F1, F5: fulfils a detached future that nobody else knows; its creator goes on
 * in this worker next. */
void uci_future_end_early(uci_ref f, const void *result);

/* True if an entry of this node could lie at p; then memory there can be read.
 * Always false where entries are changed by way of the network, so that all
 * accesses go through future_far.c. */
extern uintptr_t uci_future_low, uci_future_high;
static inline bool uci_future_is_near(const void *p)
{
    return (uintptr_t)p >= uci_future_low && (uintptr_t)p < uci_future_high &&
           (uintptr_t)p % sizeof(struct uci_future) == 0;
}

/* A handle's tag holds the generation of its entry and the place where its
 * future was made, so that a message about a stale handle can name that. */
enum { UCI_FUTURE_SITE_BITS = 44, UCI_FUTURE_GENERATION_BITS = 20 };

static inline uint64_t uci_future_tag(const struct ucilk_abi_task *site,
                                      uint64_t life)
{
    return life >> 32 << UCI_FUTURE_SITE_BITS | (uintptr_t)site >> 3;
}

static inline const struct ucilk_abi_task *uci_future_tag_task(uint64_t tag)
{
    return (const struct ucilk_abi_task *)(tag << UCI_FUTURE_GENERATION_BITS >>
                                           (UCI_FUTURE_GENERATION_BITS - 3));
}

/* Calls visit for every entry in use, of all workers; for a far one, f is a
 * copy. */
typedef void uci_future_visit(uci_ref ref, const struct uci_future *f,
                              void *to);
void uci_future_each(uci_future_visit *visit, void *to);
/* The same for the entries of one worker.  For a worker of this node any thread
 * may call it. */
void uci_future_each_of(unsigned rank, uci_future_visit *visit, void *to);
