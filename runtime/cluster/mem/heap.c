/* The evacuation heap and its local collection.  See sched/heap.h. */
#include "sched/heap.h"

#include "base/message.h"
#include "base/policies.h"
#include "cluster/far/am.h"
#include "sched/words.h"
#include "base/kind.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

struct block {
    struct block *next; /* in the list of all blocks */
    uint32_t class;     /* the block is 64 << class bytes, header included */
    _Atomic uint32_t freed;  /* the free bit: the only word that others write */
    struct block *next_free; /* in a free list; here the user's bytes begin */
};
enum { HEADER = offsetof(struct block, next_free) };
static_assert(HEADER % 16 == 0, "alignment");

enum { MIN_SHIFT = 6, N_CLASSES = 48 - MIN_SHIFT };
/* In a simulation 10^5 heaps share one memory. */
enum { MIN_COLLECT = 64, MIN_COLLECT_BYTES = UCI_IS_SIM ? 2 << 10 : 8 << 10 };
enum { MIN_OPEN = 1 << 20 };

/* This worker's heap: blocks lie below top, memory up to open_end is
 * accessible. */
static UCI_PER_WORKER char *top, *end, *open_end;
static UCI_PER_WORKER struct block *all, *free_lists[N_CLASSES];
static UCI_PER_WORKER size_t n_all;     /* blocks */
static UCI_PER_WORKER size_t n_given;   /* of these, not in a free list */
static UCI_PER_WORKER size_t n_new;     /* given out since the last walk */
static UCI_PER_WORKER size_t bytes_new; /* these blocks' */

void uci_heap_start(void)
{
    top = uci_self.heap;
    end = uci_self.heap_end;
    open_end = uci_world->n_workers == 1 ? top
               : uci_registers           ? uci_registered_end
                                         : end;
    all = NULL;
    for (unsigned i = 0; i < N_CLASSES; i++)
        free_lists[i] = NULL;
    n_all = n_given = n_new = bytes_new = 0;
    if (UCI_IS_STUDY)
        uci_free_queue_start();
}

static size_t block_size(unsigned class)
{
    return (size_t)1 << (MIN_SHIFT + class);
}

static unsigned class_of(size_t size)
{
    size += HEADER;
    unsigned class = 0;
    while (block_size(class) < size)
        class ++;
    return class;
}

static void put_back(struct block *b)
{
    UCI_ASSERT_OP(b->class, <, N_CLASSES);
    UCI_ASSERT_OP(n_given, >, 0);
    b->next_free = free_lists[b->class];
    free_lists[b->class] = b;
    uci_self.evac_bytes -= block_size(b->class);
    n_given--;
}

/* H2: puts back every block whose free bit is set. */
static void collect(void)
{
    uci_self.counters.collections++;
    for (struct block *b = all; b; b = b->next) {
        /* Acquire: with the release in uci_heap_free_by_bit; without it the
         * freeing worker's last reads could be of the block's next life. */
        if (uci_load_acquire(&b->freed)) {
            uci_tally(collect_freed);
            uci_store_relaxed(&b->freed, 0);
            put_back(b);
        } else {
            uci_tally(collect_kept);
        }
    }
    n_new = bytes_new = 0;
}

/* H3: a walk looks at all blocks, so it comes only when half as many, or half
 * as many bytes, have been given out since the last one. */
static bool is_time_to_collect(void)
{
    size_t bytes_all = (size_t)(top - uci_self.heap);
    return n_new >= n_all / 2 + MIN_COLLECT ||
           bytes_new >= bytes_all / 2 + MIN_COLLECT_BYTES;
}

/* How much more of the heap is opened: as much as is open. */
static size_t more_for(size_t needed)
{
    size_t more = (size_t)(open_end - uci_self.heap), left = end - open_end;
    if (more < MIN_OPEN)
        more = MIN_OPEN;
    if (more < needed)
        more = uci_round_up(needed, UCI_PAGE);
    return more < left ? more : left;
}

/* With one worker the heap is private memory, which counts for RLIMIT_DATA from
 * when it is made accessible, so it is opened as it is used. */
static void open_heap(size_t needed)
{
    size_t more = more_for(needed);
    if (mprotect(open_end, more, PROT_READ | PROT_WRITE) != 0)
        uci_fatal("the evacuation heap cannot grow beyond %lu bytes: %s; "
                  "raise RLIMIT_DATA (ulimit -d)",
                  (unsigned long)(open_end - uci_self.heap), strerror(errno));
    open_end += more;
}

/* Where the network pins memory the heap is registered as it is used.  No block
 * lies across the bound of two pieces, as no access may. */
static bool register_heap(size_t needed)
{
    if ((size_t)(end - open_end) < needed)
        return false;
    size_t more = more_for(needed);
    top = open_end;
    uci_far_register(more);
    open_end += more;
    return true;
}

/* H3 (3): makes a new block at the top; NULL if there is no room. */
static struct block *carve(unsigned class)
{
    size_t size = block_size(class);
    if ((size_t)(end - top) < size)
        return NULL;
    if (uci_unlikely((size_t)(open_end - top) < size)) {
        if (!uci_registers)
            open_heap(size);
        else if (!register_heap(size))
            return NULL;
    }
    struct block *b = (struct block *)top;
    top += size;
    UCI_ASSERT_OP(top, <=, open_end);
    b->class = class;
    uci_store_relaxed(&b->freed, 0);
    b->next = all;
    all = b;
    n_all++;
    return b;
}

/* Takes a block from the free list of a class; NULL if that is empty. */
static struct block *take(unsigned class)
{
    struct block *b = free_lists[class];
    if (b)
        free_lists[class] = b->next_free;
    return b;
}

static struct block *find(unsigned class)
{
    struct block *b = take(class);
    if (b)
        return b;
    if (UCI_IS_STUDY && uci_frees_by_queue) {
        uci_free_queue_drain();
        if ((b = take(class)))
            return b;
    }
    if (is_time_to_collect()) {
        uci_tally(collect);
        collect();
        if ((b = take(class)))
            return b;
    }
    if ((b = carve(class)))
        return b;
    uci_tally(collect_full);
    if (UCI_IS_STUDY && uci_frees_by_queue)
        uci_free_queue_drain();
    collect();
    while (!(b = take(class)) && ++class < N_CLASSES)
        ;
    return b;
}

void *uci_heap_alloc(size_t size)
{
    struct block *b = find(class_of(size));
    if (uci_unlikely(!b))
        uci_fatal("worker %u: the evacuation heap is full (%lu bytes in use); "
                  "raise UCILK_EVAC_SIZE (now %lu)",
                  uci_id, (unsigned long)uci_self.evac_bytes,
                  (unsigned long)(uci_self.heap_end - uci_self.heap));
    n_given++;
    n_new++;
    bytes_new += block_size(b->class);
    uci_self.evac_bytes += block_size(b->class);
    if (uci_self.evac_bytes > uci_self.evac_peak)
        uci_self.evac_peak = uci_self.evac_bytes;
    return (char *)b + HEADER;
}

void *uci_heap_alloc_entries(size_t size)
{
    static_assert((int)HEADER == (int)UCI_ENTRIES_HEADER, "the own one");
    return uci_heap_alloc(size - HEADER);
}

void uci_heap_entries_range(uintptr_t *low, uintptr_t *high)
{
    if (uci_world->n_workers == 1) { /* only up to top can it be read */
        *low = (uintptr_t)uci_self.heap;
        *high = (uintptr_t)top;
    } else {
        unsigned n = uci_words_by_net ? 0 : uci_n_near;
        *low = (uintptr_t)uci_peer(uci_near_first);
        *high = (uintptr_t)uci_peer(uci_near_first + n);
    }
}

void uci_heap_prepare(void)
{
}

void uci_heap_idle(void)
{
}

static struct block *block_of(uci_ref ref)
{
    return (struct block *)((char *)uci_ref_pointer(ref) - HEADER);
}

void uci_heap_free_by_bit(uci_ref ref)
{
    UCI_ASSERT_OP(uci_load_relaxed(&block_of(ref)->freed), ==, 0); /* once */
    /* H1.  Release: the last accesses to the block; with the acquire in
     * collect. */
    uci_store_release(&block_of(ref)->freed, 1);
}

void uci_heap_free_by_message(uci_ref ref)
{
    if (uci_is_near(uci_ref_rank(ref))) {
        uci_heap_free_by_bit(ref);
    } else {
        uintptr_t at = (uintptr_t)&block_of(ref)->freed;
        static const uint32_t yes = 1;
        uci_am_send(uci_ref_rank(ref), UCI_AM_PUT, &at, sizeof at, &yes,
                    sizeof yes);
    }
}

void uci_heap_free(uci_ref ref)
{
    struct block *b = block_of(ref);
    uci_point(free);
    if (uci_ref_rank(ref) == uci_id) {
        UCI_ASSERT_OP((char *)b, >=, uci_self.heap);
        UCI_ASSERT_OP((char *)b, <, top);
        UCI_ASSERT_OP(uci_load_relaxed(&b->freed), ==, 0);
        put_back(b);
        return;
    }
    uci_self.counters.remote_frees++;
    uci_tally(free_remote);
    if (UCI_IS_STUDY && uci_frees_by_queue && uci_free_queue_push(ref))
        return;
    if (uci_likely(uci_is_near(uci_ref_rank(ref)))) {
        uci_heap_free_by_bit(ref);
    } else {
        /* N13: posted. */
        static const uint32_t yes = 1;
        uci_far_put(uci_ref_rank(ref), &b->freed, &yes, sizeof yes);
    }
}

size_t uci_heap_live(void)
{
    collect();
    return n_given;
}
