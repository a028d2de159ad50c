/* The evacuation heap and its local collection.  See heap.h. */
#include "mem/heap.h"

#include "base/message.h"
#include "base/options.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

struct block {
    struct block *next; /* of the blocks given out, or of a free list */
    uint32_t class;     /* the block is 64 << class bytes, header included */
    _Atomic uint32_t freed; /* the free bit; the one word that others write */
};

enum { MIN_SHIFT = 6, N_CLASSES = 48 - MIN_SHIFT, MIN_COLLECT = 64 };
enum { MIN_OPEN = 1 << 20 };

/* Of this worker; private. */
static char *top, *end, *open_end;
static struct block *given, *free_lists[N_CLASSES];
static size_t n_given; /* blocks on the list of those given out */
static size_t n_new;   /* of these, given out since the last collection */
static size_t n_kept;  /* still in use at the last collection */

void uci_heap_start(void)
{
    top = uci_self.heap;
    end = uci_self.heap_end;
    open_end = uci_world->n_workers > 1 ? end : top;
    given = NULL;
    for (unsigned i = 0; i < N_CLASSES; i++)
        free_lists[i] = NULL;
    n_given = n_new = n_kept = 0;
}

static size_t block_size(unsigned class)
{
    return (size_t)1 << (MIN_SHIFT + class);
}

static unsigned class_of(size_t size)
{
    size += sizeof(struct block);
    unsigned class = 0;
    while (block_size(class) < size)
        class ++;
    return class;
}

/* H2: moves every block whose free bit is set to its free list. */
static void collect(void)
{
    uci_self.counters.collections++;
    struct block **link = &given;
    while (*link) {
        struct block *b = *link;
        /* Acquire: with the release in uci_heap_free; without it the
         * freeing worker's last reads could be of the block's next life. */
        if (uci_load_acquire(&b->freed)) {
            uci_tally(collect_freed);
            *link = b->next;
            b->next = free_lists[b->class];
            free_lists[b->class] = b;
            uci_self.evac_bytes -= block_size(b->class);
            n_given--;
        } else {
            uci_tally(collect_kept);
            link = &b->next;
        }
    }
    n_kept = n_given;
    n_new = 0;
}

/*
 * One worker's heap is private memory, and what of that may be written counts
 * for RLIMIT_DATA: so it is opened as it is used.
 */
static void open_heap(size_t needed)
{
    size_t more = (size_t)(open_end - uci_self.heap), left = end - open_end;
    if (more < MIN_OPEN)
        more = MIN_OPEN;
    if (more < needed)
        more = uci_round_up(needed, UCI_PAGE);
    if (more > left)
        more = left;
    if (mprotect(open_end, more, PROT_READ | PROT_WRITE) != 0)
        uci_fatal("the evacuation heap cannot grow beyond %lu bytes: %s; "
                  "raise RLIMIT_DATA (ulimit -d)",
                  (unsigned long)(open_end - uci_self.heap), strerror(errno));
    open_end += more;
}

static struct block *carve(unsigned class)
{
    size_t size = block_size(class);
    if ((size_t)(end - top) < size)
        return NULL;
    if (uci_unlikely((size_t)(open_end - top) < size))
        open_heap(size);
    struct block *b = (struct block *)top;
    top += size;
    b->class = class;
    return b;
}

static struct block *take(unsigned class)
{
    struct block *b = free_lists[class];
    if (b)
        free_lists[class] = b->next;
    return b;
}

static struct block *find(unsigned class)
{
    struct block *b = take(class);
    if (b)
        return b;
    /* H3: a pass costs as much as the blocks it looks at, so it waits until
     * as many have been given out as were left after the last one. */
    if (n_new >= n_kept + MIN_COLLECT) {
        uci_tally(collect);
        collect();
        if ((b = take(class)))
            return b;
    }
    if ((b = carve(class)))
        return b;
    uci_tally(collect_full);
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
    uci_store_relaxed(&b->freed, 0);
    b->next = given;
    given = b;
    n_given++;
    n_new++;
    uci_self.evac_bytes += block_size(b->class);
    if (uci_self.evac_bytes > uci_self.evac_peak)
        uci_self.evac_peak = uci_self.evac_bytes;
    return b + 1;
}

void uci_heap_free(uci_ref ref)
{
    struct block *b = (struct block *)uci_ref_pointer(ref) - 1;
    uci_point(free);
    if (uci_ref_rank(ref) != uci_id) {
        uci_self.counters.remote_frees++;
        uci_tally(free_remote);
    }
    /* H1.  Release: with the acquire in collect. */
    uci_store_release(&b->freed, 1);
}

size_t uci_heap_live(void)
{
    collect();
    return n_given;
}
