/*
 * Vectors: what a path knows of each site of the program.  A site without an
 * entry has zeros.
 *
 *   own    how much of the path lies in the own strands of the site's children,
 *          not of what these spawn
 *   extra  how much later the path would end if each spawn of the site were a
 *          plain call
 *
 * Vectors of levels (path.h) are differences to the level's beginning.  These
 * are negative if the path has changed to that of a future, which does not lead
 * through the level's beginning.
 *
 * Invariant: entries are sorted by site, and no site has two.  `own' of the
 * vector itself belongs to the level's site; it is not in an entry, so that the
 * end of a strand need not look for one.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct uci_entry {
    unsigned site;
    int64_t own, extra;
};

struct uci_vector {
    int64_t own;
    unsigned n, room;
    struct uci_entry *at;
};

static inline void uci_vector_clear(struct uci_vector *v)
{
    v->own = 0;
    v->n = 0;
}

/* The entry of a site; a new one if there is none. */
struct uci_entry *uci_vector_at(struct uci_vector *v, unsigned site);

int64_t uci_vector_extra(const struct uci_vector *v, unsigned site);

void uci_vector_copy(struct uci_vector *to, const struct uci_vector *from);

/* v += sign * w, entry by entry; not `own' of the vector itself. */
void uci_vector_add(struct uci_vector *v, const struct uci_vector *w, int sign);

/* v becomes the path behind a join of two, which end at v_end and w_end.  Its
 * end is the later one; and for each site, the later one if that were plain
 * calls. */
void uci_vector_join(struct uci_vector *v, uint64_t v_end,
                     const struct uci_vector *w, uint64_t w_end);
