/*
 * The views of reducers: rules R2-R9 in docs/protocols/views.md.
 *
 * A set of views belongs to a strand.  It is a table by the reducer's address,
 * made when the strand first asks for a view (Frigo et al., SPAA'09); until
 * then it is null.  The running strand's set is in its worker's block.  Any
 * other is referred to by the record, the entry or the suspended thread with
 * which it will go on.
 */
#pragma once

#include "base/ref.h"
#include "sched/worker.h"

#include <ucilk/abi.h>

static inline bool uci_views_are_used(void)
{
    return true;
}

/* R7: the first set in serial order: each view is the variable itself. */
#define UCI_VIEWS_LEFTMOST ((struct uci_views *)1)

/* R2: the running strand begins with identities. */
static inline void uci_views_begin(void)
{
    uci_tally(views_begin);
    uci_self.views = NULL;
}

/* A reference to the running strand's set, which goes on with it.  The rank is
 * the guest whose region it is of (F9). */
static inline uci_ref uci_views_copy(void)
{
    struct uci_views *set = uci_self.views;
    return set ? uci_ref_make(uci_home_rank(), set) : 0;
}
static inline bool uci_views_are_of_region(uci_ref set)
{
    return set && uci_ref_rank(set) == uci_home_rank();
}

/* The reference is not used: the set stays the running strand's. */
static inline void uci_views_drop(uci_ref set)
{
    (void)set;
}

static inline void uci_views_restore(uci_ref set)
{
    uci_self.views = uci_ref_pointer(set);
}

/* R5: appends another set to the running strand's, and frees it: each view
 * becomes view (x) other.  R9: the left view keeps its address. */
void uci_views_append_set(struct uci_views *set);
static inline void uci_views_append(uci_ref set)
{
    if (uci_unlikely(set != 0))
        uci_views_append_set(uci_ref_pointer(set));
}

/* Drops the running strand's set; true if it held a view. */
bool uci_views_drop_set(void);
