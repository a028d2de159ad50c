/*
 * Strands, and the bags they are in (SP-bags: Feng & Leiserson, SPAA'97;
 * MultiBags: Utterback, Agrawal, Fineman & Lee, PPoPP'19).
 *
 * A task is a child, an iteration of a cilk_for, a future's task, or main.  It
 * is a strand, and may go on as others, its parts, which are numbered later.
 * Each strand is in one bag.  A bag is serial if its strands' accesses so far
 * all come before the running strand, and parallel if they may run beside it,
 * as far as spawns and syncs order them; reach.h has the rest.
 *
 *   task begins   a serial bag of its own
 *   task ends     its bag joins the parallel bag of the frame that spawned it;
 *                 a future's stays alone, as a parallel one
 *   sync          that parallel bag joins the serial bag of the running strand;
 *                 so does a future's at a get whose strand comes behind the
 *                 future's maker
 *
 * Bags are trees of a union-find structure, and known by any of their strands.
 * The number of strands is the run's clock.
 */
#pragma once

#include "race/known.h"

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stdint.h>

/* What a strand is. */
enum uci_strand_kind {
    UCI_CHILD,
    UCI_ITERATION,
    UCI_FUTURE,
    UCI_RESULT,
    UCI_PART,
    UCI_PRIVATE, /* a part that has published nothing since it began */
};

struct uci_strand {
    uint32_t up;     /* towards the root; the root's own number there */
    uint32_t from;   /* of a task its family; of a result the task; of a part
                      * the task */
    uint32_t number; /* of an iteration; of a part its locks; of a future the
                      * strand whose get has joined it */
    uint32_t ended;  /* of a task: when, or 0; of a private part the strand
                      * that goes on when it publishes */
    uint32_t task : 23, rank : 5, kind : 3;
    uint32_t is_parallel : 1; /* at the root: the bag */
};

/* Tasks that are joined together.  */
struct uci_family {
    uint32_t parent; /* the strand that spawned them */
    uint32_t joined; /* when, or 0 */
};

/* All strands, by number; 0 is none, 1 main.  All families; 0 is none. */
extern struct uci_strand *uci_strands;
extern struct uci_family *uci_families;
extern uint32_t uci_n_strands;
extern uint32_t uci_bags_version; /* changes with the bags */

/* Zeros; pages that are not used take no memory. */
void *uci_reserve(unsigned long size);

void uci_bags_start(void);

/* A new strand, in a serial bag of its own; of a task, null for main. */
uint32_t uci_strand_new(uint32_t from, const struct ucilk_abi_task *task,
                        enum uci_strand_kind kind, uint32_t number);
const struct ucilk_abi_task *uci_task_of(uint32_t strand);

/* A new part of the strand's task, in its bag. */
uint32_t uci_part_new(uint32_t strand, enum uci_strand_kind kind,
                      uint32_t locks);

uint32_t uci_family_new(uint32_t parent);

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
    uci_bags_version++;
    uci_known_forget();
    uci_strands[uci_bag_of(strand)].is_parallel = is_parallel;
}

static inline bool uci_is_part(uint32_t strand)
{
    return uci_strands[strand].kind >= UCI_PART;
}

/* The strand itself, or the task that it is a part of. */
static inline uint32_t uci_whole_of(uint32_t strand)
{
    return uci_is_part(strand) ? uci_strands[strand].from : strand;
}

/* The number of the set of locks that it holds. */
static inline uint32_t uci_locks_of(uint32_t strand)
{
    return uci_is_part(strand) ? uci_strands[strand].number : 0;
}

/* The strand that spawned a task, or whose task has the result; 0 for main. */
static inline uint32_t uci_parent_of(uint32_t strand)
{
    const struct uci_strand *s = uci_strands + strand;
    return s->kind == UCI_RESULT ? s->from : uci_families[s->from].parent;
}

/* Joins the bags of a and b, which may be 0, into one that is as said.  Returns
 * a strand of it. */
uint32_t uci_bags_join(uint32_t a, uint32_t b, bool is_parallel);
