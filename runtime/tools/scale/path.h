/*
 * The path: the longest path through the dag of strands, from the program's
 * beginning to where it stands in the serial order.
 *
 *   spawn   the child's path goes on from the parent's; behind the child the
 *           parent's path goes on from where it was at the spawn
 *   sync    the path becomes the longest of the parent's and of the children's
 *   get     the path becomes the longer one of its own and of the future's
 *
 * The path consists of levels, one inside the other.  A level is one of
 *
 *   a child, from its spawn to its end
 *   a family: the children of one frame, from the first spawn to the sync.  It
 *           knows the longest child
 *   a loop, whose own strands count as those of its children
 *
 * and a strand belongs to the level in which it ends.  What is known of each
 * site is a sum over all levels (vector.h).
 *
 * All of this belongs to the one thread that is measured (run.c).
 */
#pragma once

#include "scale/clock.h"
#include "scale/site.h"
#include "scale/vector.h"

struct uci_level {
    struct ucilk_abi_frame *frame; /* of a family, else null */
    unsigned site; /* of the child or loop around it, or its own */
    bool has_max, has_base;
    uint64_t number; /* of all levels of the run, from 1; the outermost has 0 */
    uint64_t begin, burdened_begin; /* of a child: the path at its spawn */
    uint64_t max_end, max_burdened; /* of a family: the latest end of a child */
    struct uci_vector now;          /* the path since the level's beginning */
    struct uci_vector max;          /* of a family: at max_end */
    struct uci_vector base; /* if has_base: the path until the beginning */
};

/* A point of the dag that a get waits for: a future's end. */
struct uci_end {
    uint64_t end, burdened;
    struct uci_vector path; /* from the program's beginning */
};

struct uci_path {
    uint64_t end;      /* its length: the span so far */
    uint64_t burdened; /* the span so far if all continuations were stolen */
    uint64_t work;     /* of all strands so far */
    uint64_t strands, spawns, syncs, loops, futures, gets;
    uint64_t burden;                  /* the cost of a steal */
    struct uci_level *level, *levels; /* the innermost and the outermost */
};

extern struct uci_path uci_path;

void uci_path_start(uint64_t burden);

/* Ends the running strand, and adds its cost.  The next one begins with
 * uci_clock_begin(). */
static inline void uci_strand_end(void)
{
    uint64_t cost = uci_clock_end();
    struct uci_level *level = uci_path.level;
    uci_path.end += cost;
    uci_path.burdened += cost;
    uci_path.work += cost;
    uci_path.strands++;
    level->now.own += (int64_t)cost;
    uci_sites[level->site].own += cost;
}

/* The following functions are called between two strands. */

/* A child of the frame begins and ends. */
void uci_child_begin(struct ucilk_abi_frame *frame, unsigned site);
void uci_child_end(void);
/* The same for the end of a future's task, which no sync waits for. */
void uci_child_end_future(struct uci_end *end);

/* A sync.  Where the outermost frame ends, it waits for all futures, too. */
void uci_family_end(struct ucilk_abi_frame *frame, bool ends);

/* Strands between these belong to the site as if they were a child's. */
void uci_loop_begin(unsigned site);
void uci_loop_end(void);

/* Copies the path to *end; makes the path wait for *end. */
void uci_end_note(struct uci_end *end);
void uci_end_wait(const struct uci_end *end);

/* The program ends: joins all levels, and leaves the path in the outermost. */
void uci_path_end(void);
