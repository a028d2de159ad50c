/*
 * Strands, and the bags they are in (SP-bags: Feng & Leiserson, SPAA'97;
 * MultiBags: Utterback, Agrawal, Fineman & Lee, PPoPP'19).
 *
 * A strand here is a task with all of its code: a child, an iteration of a
 * cilk_for, a future's task, or main.  Each is in one bag.  A bag is serial if
 * its strands' accesses so far all come before the running strand, and parallel
 * if they may run beside it.
 *
 *   task begins   a serial bag of its own
 *   task ends     its bag joins the parallel bag of the frame that spawned it;
 *                 a future's stays alone, as a parallel one
 *   sync, get     that parallel bag joins the serial bag of the running strand
 *
 * Bags are trees of a union-find structure, and known by any of their strands.
 */
#ifndef UCI_BAGS_H
#define UCI_BAGS_H

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stdint.h>

/* What a strand is. */
enum uci_strand_kind {
    UCI_CHILD,
    UCI_ITERATION,
    UCI_FUTURE,
    UCI_RESULT,
    UCI_LOCKED
};

struct uci_strand {
    uint32_t up;   /* towards the root; the root's own number there */
    uint32_t from; /* the strand that spawned it; of a result the task; of one
                    * that holds a lock itself without */
    const struct ucilk_abi_task *task;
    uint32_t number; /* of an iteration, or of a lock */
    uint8_t rank, kind;
    bool is_parallel; /* at the root: the bag */
};

/* All strands, by number; 0 is none, 1 main. */
extern struct uci_strand *uci_strands;
extern uint32_t uci_n_strands;

void uci_bags_start(void);

/* A new strand, in a serial bag of its own. */
uint32_t uci_strand_new(uint32_t from, const struct ucilk_abi_task *task,
                        enum uci_strand_kind kind, uint32_t number);

static inline uint32_t uci_bag_of(uint32_t strand)
{
    struct uci_strand *all = uci_strands;
    while (all[strand].up != strand) {
        all[strand].up = all[all[strand].up].up;
        strand = all[strand].up;
    }
    return strand;
}

static inline bool uci_is_parallel(uint32_t strand)
{
    return uci_strands[uci_bag_of(strand)].is_parallel;
}

static inline void uci_bag_set(uint32_t strand, bool is_parallel)
{
    uci_strands[uci_bag_of(strand)].is_parallel = is_parallel;
}

/* Joins the bags of a and b, which may be 0, into one that is as said.  Returns
 * a strand of it. */
uint32_t uci_bags_join(uint32_t a, uint32_t b, bool is_parallel);

#endif
