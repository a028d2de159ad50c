/* Entries of futures and their pool.  See future.h. */
#include "sched/future.h"

#include "sched/heap.h"
#include "base/message.h"
#include "sched/detached.h"
#include "sched/home.h"
#include "sched/strand_views.h"
#include "base/kind.h"
#include "sched/words.h"

#include <string.h>

/* Entries lie in chunks, which are never given back. */
struct uci_chunk {
    struct uci_chunk *next;
    size_t n;
    char pad[32]; /* with the block's header, up to a whole cache line */
    struct uci_future entries[];
};
enum { MIN_CHUNK = 64, MAX_CHUNK = 1024 };
static_assert(sizeof(struct uci_chunk) + UCI_ENTRIES_HEADER == 64, "alignment");

/* A prime, below the 2^20 generations that a handle has room for: a loop that
 * makes a power of two futures does not come back to the same generation. */
enum { GENERATIONS = 1048573 };

UCI_PER_PROCESS uintptr_t uci_future_low, uci_future_high;

/* This worker's pool.  Those of the functions below that are inline are also
 * called from elsewhere. */
static UCI_PER_WORKER struct uci_future *free_list;
static UCI_PER_WORKER size_t n_entries; /* in all chunks */
static UCI_PER_WORKER size_t n_made;    /* since the last collection */

void uci_future_start(void)
{
    free_list = NULL;
    n_entries = n_made = 0;
    uci_store_relaxed(&uci_self.futures, NULL);
    uci_self.futures_live = 0;
    uci_store_relaxed(&uci_self.futures_returned, 0);
    uci_heap_entries_range(&uci_future_low, &uci_future_high);
}

inline void uci_future_put_back(struct uci_future *f, uint64_t generation)
{
    uci_store_relaxed(&f->life, generation << 32 | UCI_FUTURE_FREE);
    f->next = free_list;
    free_list = f;
}

/* F2: moves the entries that other workers have freed into the free list. */
static void collect(void)
{
    n_made = 0;
    for (struct uci_chunk *c = uci_load_relaxed(&uci_self.futures); c;
         c = c->next) {
        for (struct uci_future *f = c->entries; f < c->entries + c->n; f++) {
            /* Acquire: with the release in uci_future_free.  The other worker's
             * last reads of the entry come before its next life. */
            uint64_t life = uci_load_acquire(&f->life);
            if ((uint32_t)life == UCI_FUTURE_FREED) {
                uci_tally(future_collected);
                uci_future_put_back(f, life >> 32);
            }
        }
    }
}

static void add_chunk(void)
{
    size_t n = n_entries < MIN_CHUNK   ? MIN_CHUNK
               : n_entries < MAX_CHUNK ? n_entries
                                       : MAX_CHUNK;
    /* The heads of chunk and block take the room of one entry. */
    struct uci_chunk *c = uci_heap_alloc_entries(n * sizeof *c->entries);
    c->n = n - 1;
    c->next = uci_load_relaxed(&uci_self.futures);
    for (size_t i = c->n; i-- > 0;)
        uci_future_put_back(c->entries + i, 0);
    n_entries += n;
    uci_heap_entries_range(&uci_future_low, &uci_future_high);
    /* Release: the chunk, for uci_future_each_of in another worker. */
    uci_store_release(&uci_self.futures, c);
}

/* A new peak, not counting entries that others have freed. */
static __attribute__((noinline)) void note_peak(void)
{
    uci_self.futures_live -=
        uci_word_exchange(uci_id, &uci_peer(uci_id)->futures_returned, 0);
    if (uci_self.futures_live > uci_self.futures_peak)
        uci_self.futures_peak = uci_self.futures_live;
}

/* H3 for entries: a scan looks at all of them, so it comes only when half as
 * many have been made since the last one. */
static __attribute__((noinline)) void refill(void)
{
    if (n_made >= n_entries / 2)
        collect();
    if (!free_list)
        add_chunk();
}

inline struct uci_future *uci_future_make(const struct ucilk_abi_task *task,
                                          long consumers)
{
    if (uci_unlikely(!free_list))
        refill();
    struct uci_future *f = free_list;
    free_list = f->next;
    n_made++;
    if (uci_unlikely(++uci_self.futures_live > uci_self.futures_peak))
        note_peak();
    uci_self.counters.futures_made++;
    uci_store_relaxed(&f->state, 0);
    f->task = task;
    uci_thread_renew(&f->task);
    uci_store_relaxed(&f->views, 0);
    uint64_t life = uci_load_relaxed(&f->life);
    uci_store_relaxed(&f->life, life + (uint64_t)consumers);
    return f;
}

void uci_future_deliver(struct uci_future *f, const void *result)
{
    size_t size = f->task->result_size;
    char *to = f->result;
    if (uci_unlikely(size > UCI_FUTURE_INLINE)) {
        to = uci_heap_alloc(size);
        f->block = uci_ref_make(uci_id, to);
    }
    uci_thread_copy(to, result, size);
}

struct uci_future *uci_future_make_done(const struct ucilk_abi_task *task,
                                        long consumers, const void *result)
{
    struct uci_future *f = uci_future_make(task, consumers);
    if (uci_likely(task->result_size == sizeof(long)))
        memcpy(f->result, result, sizeof(long));
    else if (task->result_size > 0)
        uci_future_deliver(f, result);
    uci_store_relaxed(&f->state, UCI_FUTURE_DONE);
    return f;
}

uci_ref uci_future_detach(const struct ucilk_abi_task *task)
{
    uci_self.counters.futures_detached++;
    /* F5: before the task can end.  Others learn of the entry when it is
     * published in place of a record. */
    uci_detached_add();
    return uci_ref_make(uci_id, uci_future_make(task, 1));
}

inline uint64_t uci_future_next_generation(uint64_t life)
{
    uint64_t generation = (life >> 32) + 1;
    return uci_likely(generation != GENERATIONS) ? generation : 0;
}

void uci_future_free(struct uci_future *f, unsigned owner)
{
    uint64_t generation =
        uci_future_next_generation(uci_load_relaxed(&f->life));
    uci_self.counters.futures_freed++;
    if (f->task->result_size > UCI_FUTURE_INLINE)
        uci_heap_free(f->block);
    uci_point(future_free);
    if (uci_likely(owner == uci_id)) {
        uci_self.futures_live--;
        uci_future_put_back(f, generation);
    } else {
        uci_tally(future_free_remote);
        uci_fetch_add_acqrel(&uci_peer(owner)->futures_returned, 1);
        /* Release: the last reads of the entry; with the acquire in collect. */
        uci_store_release(&f->life, generation << 32 | UCI_FUTURE_FREED);
    }
}

void uci_future_attach(uci_ref ref)
{
    struct uci_future *f = uci_ref_pointer(ref);
    uci_self.counters.futures_made--;
    uci_self.counters.futures_detached--;
    uci_self.futures_live--;
    uci_future_put_back(f, uci_load_relaxed(&f->life) >> 32);
    uci_detached_undo();
}

void uci_future_append_views(uci_ref ref, const struct ucilk_abi_task *task)
{
    struct uci_future *f = uci_ref_pointer(ref);
    if (!(task->flags & UCILK_ABI_TASK_PROMISE))
        uci_views_append(uci_word_exchange(uci_ref_rank(ref), &f->views, 0));
}

uci_ref uci_future_fulfil(struct uci_future *f)
{
    uci_point(future_delivered);
    /* For promises; the end of a future's task has done it before. */
    uci_thread_release(&f->task);
    /* Release: the result; with the acquire in uci_future_is_done.  Acquire:
     * the waiters; with the CAS in uci_future_enlist. */
    uci_ref waiters = uci_exchange_seqcst(&f->state, UCI_FUTURE_DONE);
    uci_point(future_done);
    return waiters;
}

bool uci_future_enlist(struct uci_suspended *s, uci_ref future)
{
    struct uci_future *f = uci_ref_pointer(future);
    unsigned rank = uci_ref_rank(future);
    /* Another node's entry mostly has no waiter: a guess saves a round trip. */
    uint64_t state = uci_is_near(rank) ? uci_load_acquire(&f->state) : 0;
    do {
        if (state == UCI_FUTURE_DONE)
            return false;
        s->next = state;
    } while (!uci_word_cas(rank, &f->state, &state, s->self));
    return true;
}

/* Calls visit for the entries of a chunk that are in use. */
static void each_in(uci_ref chunk, size_t n, uci_future_visit *visit, void *to)
{
    enum { AT_ONCE = 32 };
    unsigned rank = uci_ref_rank(chunk);
    struct uci_chunk *c = uci_ref_pointer(chunk);
    struct uci_future copies[AT_ONCE], *f = c->entries;
    for (size_t i = 0; i < n; i++) {
        if (uci_is_near(rank)) {
            f = c->entries + i;
        } else if (i % AT_ONCE == 0) {
            size_t m = n - i < AT_ONCE ? n - i : AT_ONCE;
            uci_far_get(rank, copies, c->entries + i, m * sizeof *copies);
            f = copies;
        } else {
            f++;
        }
        if (uci_future_consumers(uci_load_acquire(&f->life)) > 0)
            visit(uci_ref_make(rank, c->entries + i), f, to);
    }
}

void uci_future_each_of(unsigned rank, uci_future_visit *visit, void *to)
{
    struct uci_chunk head, *c;
    uci_ref pool = uci_ref_make(rank, &uci_peer(rank)->futures);
    for (uci_read(pool, 0, &c, sizeof c); c; c = head.next) {
        uci_ref chunk = uci_ref_make(rank, c);
        uci_read(chunk, 0, &head, sizeof head);
        each_in(chunk, head.n, visit, to);
    }
}

/* Appends the views of a future of this region. */
static void append_of(uci_ref ref, const struct uci_future *f, void *unused)
{
    (void)unused;
    if (uci_views_are_of_region(uci_load_relaxed(&f->views)))
        uci_future_append_views(ref, f->task);
}

void uci_future_append_left(unsigned rank)
{
    uci_future_each_of(rank, append_of, NULL);
}

void uci_future_each(uci_future_visit *visit, void *to)
{
    for (unsigned i = 0; i < uci_world->n_workers; i++)
        uci_future_each_of(i, visit, to);
}

void uci_future_end_early(uci_ref ref, const void *result)
{
    struct uci_future *f = uci_ref_pointer(ref);
    uci_future_deliver(f, result);
    uci_store_relaxed(&f->views, uci_views_copy());
    uci_thread_release(uci_home_main());
    uci_future_fulfil(f);
    uci_detached_end(uci_ref_rank(ref));
}
