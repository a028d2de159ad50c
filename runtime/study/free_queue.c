/* Remote frees by a queue.  See free_queue.h. */
#include "base/policies.h"

#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "sched/words.h"
#include "sched/heap.h"

#include <string.h>

enum { ROOM = 4000 };
struct queue {
    _Atomic uint64_t lock; /* 1 while somebody has it */
    _Atomic uint64_t n;
    uci_ref freed[ROOM];
};

bool uci_frees_by_queue;
static size_t offset; /* of a worker's queue, from its block on */

static struct queue *queue_of(unsigned rank)
{
    return (struct queue *)((char *)uci_peer(rank) + offset);
}

void uci_free_queue_start(void)
{
    uci_frees_by_queue = strcmp(uci_options.free, "queue") == 0;
    if (!uci_frees_by_queue)
        return;
    struct queue *q = uci_heap_alloc(sizeof *q);
    size_t at = (size_t)((char *)q - (char *)uci_peer(uci_id));
    UCI_CHECK_OP(offset, ==, offset ? at : 0);
    offset = at;
    uci_store_relaxed(&q->lock, 0);
    uci_store_relaxed(&q->n, 0);
}

static bool try_lock(unsigned rank, struct queue *q)
{
    uint64_t open = 0;
    return uci_word_cas(rank, &q->lock, &open, 1);
}

bool uci_free_queue_push(uci_ref block)
{
    unsigned owner = uci_ref_rank(block);
    struct queue *q = queue_of(owner);
    while (!try_lock(owner, q)) {
        uci_pause();
        uci_net_relax();
    }
    uint64_t n = uci_word_load(owner, &q->n);
    bool has_room = n < ROOM;
    if (has_room) {
        uci_write(uci_ref_make(owner, &q->freed[n]), 0, &block, sizeof block);
        uci_word_store(owner, &q->n, n + 1);
    }
    if (!uci_is_near(owner))
        uci_far_flush(owner);
    uci_word_fetch_add(owner, &q->lock, -(uint64_t)1);
    return has_room;
}

void uci_free_queue_drain(void)
{
    struct queue *q = queue_of(uci_id);
    if (uci_load_acquire(&q->n) == 0 || !try_lock(uci_id, q))
        return;
    uint64_t n = uci_load_relaxed(&q->n);
    for (uint64_t i = 0; i < n; i++)
        uci_heap_free(q->freed[i]);
    uci_store_relaxed(&q->n, 0);
    uci_word_fetch_add(uci_id, &q->lock, -(uint64_t)1);
}
