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
 *     bytes.c     groups and results as bytes
 *     say.c       what nodes send to each other
 *     balance.c   node 0 decides who gets groups from whom
 *     courier.c   the thread that receives
 *     counts.c    what each node has done
 *     start.c, end.c
 */
#pragma once

#include "sched/worker.h"

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

/* --- run.c --- */

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

/* --- bytes.c --- */

/*
 * Groups and results as bytes: rule G4 in docs/protocols/groups.md.
 *
 *     group:  {size, owner, task, blobs, entry, home} | args | blob ...
 *     result: result | blob ...
 *     blob:   {size} | bytes
 *
 * each part rounded up to 8 bytes.  What is constant, a task and where its
 * blobs are, is sent as its distance from the program's first byte, since
 * programs lie at different addresses.
 */

/* Bytes that grow. */
struct uci_bytes {
    char *at;
    size_t size, room;
};
void uci_bytes_add(struct uci_bytes *b, const void *bytes, size_t size);

/* True if other nodes can find the task: it lies in the program itself. */
bool uci_wire_knows(const struct ucilk_abi_task *task);

/* Ends the program if a blob of args lies on a stack. */
void uci_wire_check(const void *args, const struct ucilk_abi_task *task,
                    const struct ucilk_abi_blobs *blobs);

/* Appends a group, whose copies of blobs are freed; the group is left to the
 * caller. */
void uci_wire_add_group(struct uci_bytes *b, struct uci_group *g);
/* The size of the group at `bytes'. */
size_t uci_wire_size(const char *bytes);
/* Makes the group that lies at `bytes'. */
struct uci_group *uci_wire_group(const char *bytes);

/* Copies the blobs in args, or frees such copies. */
void uci_wire_copy_blobs(struct uci_group *g);
void uci_wire_free_blobs(struct uci_group *g);

/* Appends a result, whose blobs are freed. */
void uci_wire_add_result(struct uci_bytes *b, struct uci_group *g,
                         const void *result);
/* Takes the blobs behind a result that has come, and puts their addresses into
 * it; they are where uci_wire_place says of the group on the sender. */
uint64_t uci_wire_place(const void *constant);
void uci_wire_take_result(char *bytes, const struct ucilk_abi_task *task,
                          uint64_t blobs);

/* --- queue.c --- */

/*
 * The node's queue of groups that wait: rules G1 and G5 in
 * docs/protocols/groups.md.  Workers take the newest, other nodes get the
 * oldest.
 */

/* The length; may be late. */
uint64_t uci_queue_length(void);

/* Puts a group in as the newest, and wakes a worker; then hands over what is
 * wanted (G5). */
void uci_queue_put(struct uci_group *g);

/* Takes the newest; NULL if there is none.  *left becomes the length. */
struct uci_group *uci_queue_take(uint64_t *left);

/* G2: the same of the newest or the oldest, if it is the group of this entry,
 * of this node and of that guest's region. */
struct uci_group *uci_queue_take_own(uci_ref entry, unsigned home,
                                     uint64_t *left);

/* G5: somebody wants up to n groups of this node, beyond the `keep' newest. */
void uci_queue_want(uint64_t keep, uint64_t n);
/* G6: the courier calls it now and then: hands over a wanted group that has
 * been the only one for a while.  True while it holds groups, and others want
 * some. */
bool uci_queue_look(void);

/* --- say.c --- */

/*
 * What nodes send to each other: docs/protocols/groups.md has the table.  Any
 * thread of a node may send; the courier receives (courier.c).
 */

enum uci_say {
    UCI_SAY_WANT, /* to node 0: a groups are wanted; b: the node is idle; c: the
                   * number of this WANT */
    UCI_SAY_RECALL,  /* from node 0: hand over b groups beyond the a newest */
    UCI_SAY_SURPLUS, /* to node 0: these groups */
    UCI_SAY_GIVE,    /* these groups; a: the number of the WANT, or 0 */
    UCI_SAY_RESULT,  /* a: the entry; the result */
    UCI_SAY_ASK,     /* from node 0, at the end: round a */
    UCI_SAY_QUIET,   /* to node 0: b: nothing is left here; c: groups received;
                      * struct uci_counts */
    UCI_SAY_EXIT,    /* to node 0: a task has called exit(a) */
    UCI_SAY_END,     /* from node 0: a: at once, although tasks may run */
    UCI_SAY_BEAT,    /* to the next node: struct uci_beat */
    UCI_SAY_LAST,    /* to all, when it ends at once: no more comes from here */
};

struct uci_head {
    uint64_t say; /* enum uci_say */
    uint64_t a, b, c;
};

/* Sends to another node; both may be reused on return. */
void uci_say(unsigned to, const struct uci_head *head, const void *body,
             size_t size);

/* Messages whose body is not copied: begin it by this, which leaves room for
 * the head, append to it, and send it, which frees it. */
#define UCI_BODY sizeof(struct uci_head) /* where it begins */
static inline void uci_say_begin(struct uci_bytes *message)
{
    *message = (struct uci_bytes){0};
    uci_bytes_add(message, &(struct uci_head){0}, UCI_BODY);
}
void uci_say_block(unsigned to, const struct uci_head *head,
                   struct uci_bytes *message);

/* From now on nobody sends, and uci_say does nothing: the transport is about to
 * be finished. */
void uci_say_no_more(void);
/* The same, and tells all others so. */
void uci_say_last(void);

/* --- balance.c --- */

/*
 * Who gets groups from whom: rules G5 and G6 in docs/protocols/groups.md.  A
 * node asks; node 0 keeps what is asked and what is left over, and recalls.
 */

void uci_balance_start(void);

/* This node's queue is short; `idle': a worker finds nothing to do. */
void uci_balance_ask(bool idle);
/* The node has made a group: what has been asked for is asked for no more. */
void uci_balance_ask_no_more(void);

/* Nanoseconds between an idle worker's asking and the answer, of all until
 * now. */
uint64_t uci_balance_waited(void);

/* Sends a list of groups (by `newer'), as a recall or a request wants it, and
 * frees them. */
void uci_balance_hand_over(struct uci_group *groups);
/* Sends a group to a node at once, all in turns; least is 1 if it is not to be
 * this one, else 0. */
void uci_balance_send(struct uci_group *g, unsigned least);

/* In the courier: groups have come for this node; `answered': the number of the
 * WANT, or 0. */
void uci_balance_receive(const char *bytes, size_t size, uint64_t answered);

/* On node 0, in the courier: a node wants groups, or has handed some over. */
void uci_balance_wanted(unsigned from, const struct uci_head *want);
void uci_balance_surplus(unsigned node, const char *bytes, size_t size);

/* --- courier.c --- */

/* The courier: the thread of a node that receives what others send.  Rules G7
 * and G8 in docs/protocols/groups.md. */

/* Starts it, and waits until it can receive. */
void uci_courier_start(void);
/* Ends it, and waits for that; not in the courier itself. */
void uci_courier_stop(void);
bool uci_courier_is_self(void);

/* --- counts.c --- */

/* What each node has done, for UCILK_STATS.  With the answers of the last round
 * (G8) node 0 gets what the others have counted. */

struct uci_counts {
    uint64_t made, run, sent, recalled; /* groups; recalled: of those sent */
    uint64_t bytes;                     /* of all messages sent */
    uint64_t waited; /* nanoseconds in which an idle node waited for groups */
};

void uci_counts_start(void);
/* This node's, until now. */
struct uci_counts uci_counts_own(void);
/* On node 0, in the courier. */
void uci_counts_take(unsigned from, const void *counts, size_t size);
void uci_counts_print(FILE *f, bool as_json);

/* --- end.c --- */

/* The end of a program of several nodes: rule G8 in docs/protocols/groups.md.
 */

/* From now on exit() ends all nodes. */
void uci_end_start(void);

/* Node 0's main has returned, and waited for its futures. */
void uci_end_main_returned(void);

/* Node 0's main has returned: whoever waits, waits for the end. */
bool uci_end_is_near(void);

/* A main thread works until the end; on node 0 when main has returned, since it
 * may be the only worker. */
void uci_end_await(void);

/* In the courier. */
void uci_end_answer(uint64_t round);
void uci_end_take_answer(bool is_quiet, uint64_t received);
/* Now and then, outside of `receive': ends the process if it is to end at once;
 * node 0 begins a round, or ends all. */
void uci_end_look(void);
void uci_end_exit(int status);
void uci_end_told(bool at_once);
void uci_end_take_last(void);
