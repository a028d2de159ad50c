/*
 * The path: the longest way through the dag of strands from the program's
 * beginning to where it stands, in the order of the serial program.
 *
 *   spawn   the child goes on from the path; behind the child the parent goes
 * on from where the spawn was sync    the longest of the parent's path and of
 * the children's ends get     the longer one of the path and the future's end
 *
 * A level is what a path is made of, one inside the other: a *child*, from its
 * spawn to its end; a *block* of a frame, from its first spawn to its sync,
 * which knows the longest child; a *part* of a child with a site of its own, a
 * loop. What is known by site is the sum over all levels (vector.h).
 *
 * All of this belongs to one thread, that which is measured (run.h).
 */
#ifndef UCI_PATH_H
#define UCI_PATH_H

#include "scale/clock.h"
#include "scale/site.h"
#include "scale/vector.h"

struct uci_level {
    struct ucilk_abi_frame *frame; /* of a block, else null */
    unsigned site;                 /* in whose child it lies */
    bool has_max, has_base;
    uint64_t begin, burdened_begin; /* of a child: the path at its spawn */
    uint64_t max_end, max_burdened; /* of a block: the latest end of a child */
    struct uci_vector now;  /* the path, less what it was at the beginning */
    struct uci_vector max;  /* of a block: at max_end */
    struct uci_vector base; /* the path at the beginning, if has_base */
};

/* A point of the dag that others wait for: a future's end. */
struct uci_end {
    uint64_t end, burdened;
    struct uci_vector path; /* from the program's beginning */
};

struct uci_path {
    uint64_t end;      /* how long it is: the span until now */
    uint64_t burdened; /* the same where each continuation costs a steal more */
    uint64_t work;     /* of all strands until now */
    uint64_t strands, spawns, syncs, loops, futures, gets;
    uint64_t burden;
    struct uci_level *level, *levels; /* the innermost and the outermost */
};

extern struct uci_path uci_path;

void uci_path_start(uint64_t burden);

/* The running strand ends, and with it what it cost is known; the next begins
 * with uci_clock_begin(). */
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

/* Between two strands: */

/* A child of the frame begins; its continuation's path goes on at _end. */
void uci_child_begin(struct ucilk_abi_frame *frame, unsigned site);
void uci_child_end(void);
/* The same for a future's task, whose end is noted. */
void uci_child_end_future(struct uci_end *end);

/* A sync; `ends' where the frame does, which in the outermost one waits for all
 * futures, too. */
void uci_block_end(struct ucilk_abi_frame *frame, bool ends);

/* What is not a child counts as one of the site. */
void uci_part_begin(unsigned site);
void uci_part_end(void);

/* The present end of the path is noted; the path waits for one. */
void uci_end_note(struct uci_end *end);
void uci_end_wait(const struct uci_end *end);

/* The program ends: all that has run is joined, in the outermost level. */
void uci_path_end(void);

#endif
