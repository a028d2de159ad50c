/*
 * The views of file-scope reducers: rules R1-R5 in docs/protocols/views.md.
 *
 * A set of views belongs to a strand.  The running strand's set is in the
 * variables themselves, which are private memory of each worker.  Any other is
 * a block of an evacuation heap, referred to by the record, the entry or the
 * suspended thread with which it will go on.  A program without reducers pays
 * one test wherever a set would move.
 */
#pragma once

#include "base/ref.h"

#include <ucilk/abi.h>

#include <stdbool.h>
#include <stddef.h>

/* The list of all reducers of the program; each worker has the same. */
extern struct ucilk_abi_reducer *uci_reducers;

/* Called before the other workers start: from now on no reducer is added. */
void uci_views_close(void);

static inline bool uci_views_are_used(void)
{
    return uci_reducers != NULL;
}

/* R2: the running strand begins with identities. */
void uci_views_begin(void);

/* A copy of the running strand's set; 0 if the program has no reducers. */
uci_ref uci_views_copy(void);

/* There is one region. */
#define uci_views_are_of_region(set) ((void)(set), true)

/* Puts a set in place, and frees its block. */
void uci_views_restore(uci_ref set);
/* Frees the block of a set that is not used. */
void uci_views_drop(uci_ref set);

/* R5: appends another set to the one in place, and frees its block: each view
 * becomes view (x) other. */
void uci_views_append(uci_ref set);
