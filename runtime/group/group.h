/*
 * Groups on several nodes: rules G1 to G9 in docs/protocols/groups.md.
 *
 * A node is a rank: one process, whose workers share its memory.  A group is
 * made on its *owner*, where its future's entry lies; it waits in the queue of
 * some node until a worker there takes it.
 *
 *     make.c      the future, and the group in its owner's queue
 *     queue.c     the node's queue
 *     run.c       a worker takes a group and ends it
 *     wire.c      groups and results as bytes
 *     message.c   what nodes send to each other
 *     balance.c   node 0 decides who gets groups from whom
 *     courier.c   the thread that receives
 *     counts.c    what each node has done
 *     start.c, end.c
 */
#ifndef UCI_GROUP_H
#define UCI_GROUP_H

#include "sched/worker.h"

#include <ucilk/abi.h>

#include <stddef.h>

/* A group that waits or runs on this node.  Its args follow, aligned to 64. */
struct uci_group {
    struct uci_group *newer, *older;      /* in the node's queue */
    const struct ucilk_abi_task *made_as; /* the program's */
    const struct ucilk_abi_blobs *blobs;  /* never null */
    uci_ref entry;                        /* its future's, on the owner */
    unsigned owner;                       /* node */
    unsigned home; /* G3: id of the guest whose region it belongs to here */
    unsigned home_there; /* the same on its owner */
    uint64_t queued;     /* number in the order of all that were queued here */
    bool has_copies;     /* its blobs are copies, freed at its end */
    struct ucilk_abi_task task; /* *made_as, with UCI_TASK_IN_GROUP */
};

/* This node's facts; set once, at the start. */
struct uci_node {
    unsigned rank, n;
    bool sends_always;        /* UCILK_TEST_GROUP=away */
    bool asks;                /* not under UCILK_GROUPS=static */
    _Atomic int64_t n_static; /* G5: so many groups go to all nodes in turns */
    bool copies_always;       /* UCILK_TEST_GROUP=copy */
    uint64_t low, high;       /* G5 */
    /* G7: groups of this owner that are not on this node. */
    _Atomic uint64_t away;
    /* G8: groups of other owners that are here; and that ever came. */
    _Atomic uint64_t foreign, received;
};
extern struct uci_node uci_node;

/* Allocates a group with room for its args; ends the program without memory. */
struct uci_group *uci_group_new(const struct ucilk_abi_task *made_as,
                                const struct ucilk_abi_blobs *blobs);
void uci_group_free(struct uci_group *g);
static inline char *uci_group_args(struct uci_group *g)
{
    return (char *)uci_round_up((uintptr_t)(g + 1), 64);
}

/* run.c */
bool uci_group_wait(void);
bool uci_group_wait_for(const struct uci_worker *w);
void uci_group_take(unsigned n);
bool uci_group_any_sleeps(void); /* a worker does */
void uci_group_run_here(uci_ref entry);
__attribute__((noreturn)) void uci_group_end(const uintptr_t words[3],
                                             const void *result);

bool uci_group_may_bring(void);

/* In the courier: a result has come for a future of this node, which the region
 * of guest `home' counts. */
void uci_group_fulfil(uci_ref entry, unsigned home, void *result,
                      uint64_t blobs);

#endif
