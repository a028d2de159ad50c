/*
 * The views of reducers: rules R2-R9 in docs/protocols/views.md.
 *
 * The set of views belongs to a strand: a table by the reducer's address, made
 * when the strand first asks for a view (Frigo et al., SPAA'09).  That of the
 * running strand is its worker's; any other is referred to by whoever will go
 * on with it.  A set that holds no view yet is null.
 */
#ifndef UCI_VIEWS_H
#define UCI_VIEWS_H

#include "common/words/ref.h"
#include "words/worker.h"

#include <ucilk/abi.h>

static inline bool uci_views_are_used(void)
{
    return true;
}

/* The set of whoever is first in the serial order: the variables themselves. */
#define UCI_VIEWS_LEFTMOST ((struct uci_views *)1)

/* R2: a set of identities. */
static inline void uci_views_begin(void)
{
    uci_tally(views_begin);
    uci_self.views = NULL;
}

/* The running strand's set, for somebody else to go on with.  With it goes the
 * guest whose region it is of. */
static inline uci_ref uci_views_copy(void)
{
    struct uci_views *set = uci_self.views;
    return set ? uci_ref_make(uci_home_rank(), set) : 0;
}
static inline bool uci_views_are_of_region(uci_ref set)
{
    return set && uci_ref_rank(set) == uci_home_rank();
}

/* It stays the running strand's. */
static inline void uci_views_drop(uci_ref set)
{
    (void)set;
}

static inline void uci_views_restore(uci_ref set)
{
    uci_self.views = uci_ref_pointer(set);
}

/* Counts what became of a set. */
#define uci_views_tally(set, name) ((set) ? uci_tally(name) : (void)0)

/* R5: the running strand's set is followed by another, which is freed: each
 * view becomes view (x) other.  The left view keeps its place. */
void uci_views_append_set(struct uci_views *set);
static inline void uci_views_append(uci_ref set)
{
    if (uci_unlikely(set != 0))
        uci_views_append_set(uci_ref_pointer(set));
}

#endif
