/*
 * What nodes send to each other: docs/protocols/groups.md has the table.  Any
 * thread of a node may send; the courier receives (courier.c).
 */
#ifndef UCI_GROUP_MESSAGE_H
#define UCI_GROUP_MESSAGE_H

#include "group/bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
