/*
 * Views of reducers, as if each continuation were stolen: a child has its
 * parent's views, and the code behind its spawn gets views of its own, which a
 * sync reduces into those.  So what the views hold is private to a strand.
 */
#pragma once

#include <stdint.h>

struct uci_views; /* of one strand between spawns and syncs; null: none yet */

/* Those of the running strand. */
extern struct uci_views *uci_views;

/* The strand goes on with new views; returns its old ones. */
struct uci_views *uci_views_leave(void);

/* The strand has the views `left', into which its present ones are reduced. */
void uci_views_join(struct uci_views *left);
