/*
 * Who gets groups from whom: rules G5 and G6 in docs/protocols/groups.md.  A
 * node asks; node 0 keeps what is asked and what is left over, and recalls.
 */
#ifndef UCI_GROUP_BALANCE_H
#define UCI_GROUP_BALANCE_H

#include "group/group.h"
#include "group/say.h"

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

#endif
