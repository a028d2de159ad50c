/*
 * The views of file-scope reducers: rules R1-R5 in docs/protocols/views.md.
 *
 * The set of views belongs to a strand.  That of the running strand stands in
 * the variables themselves, which are private memory of each worker; any other
 * is a block of an evacuation heap, referred to by whoever will go on with it.
 * A program without reducers pays one test wherever a view would move.
 */
#ifndef UCI_VIEWS_H
#define UCI_VIEWS_H

#include "common/words/ref.h"

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stddef.h>

/* All reducers of the program; private, the same in every worker. */
extern struct ucilk_abi_reducer *uci_reducers;

/* The other workers are about to start: no more reducers. */
void uci_views_close(void);

static inline bool uci_views_are_used(void)
{
    return uci_reducers != NULL;
}

/* R2: a set of identities. */
void uci_views_begin(void);

/* A copy of the running strand's set; 0 where there are no reducers. */
uci_ref uci_views_copy(void);

/* There is one region. */
static inline bool uci_views_are_of_region(uci_ref set)
{
    (void)set;
    return true;
}

/* Counts what became of a set. */
#define uci_views_tally(set, name) ((set) ? uci_tally(name) : (void)0)

/* Puts a set in place, or drops it; frees the block. */
void uci_views_restore(uci_ref set);
void uci_views_drop(uci_ref set);

/* R5: the set in place is followed by another, which is freed: each view
 * becomes view (x) other. */
void uci_views_append(uci_ref set);

#endif
