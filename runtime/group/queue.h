/*
 * The node's queue of groups that wait: rules G1 and G5 in
 * docs/protocols/groups.md.  Workers take the newest, other nodes get the
 * oldest.
 */
#ifndef UCI_GROUP_QUEUE_H
#define UCI_GROUP_QUEUE_H

#include "group/group.h"

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

#endif
