/*
 * Vectors: what a path holds of each site of the program, but for those of
 * which it holds nothing.
 *
 *   own    of the length of the path, what lies in strands of the site's
 * children themselves, not in what these spawn extra  by how much the path's
 * end would be later if each spawn of the site were a plain call
 *
 * Both are differences against where the level began (path.h), and may be less
 * than 0 there, where a future's path has gone round that.
 *
 * Invariant: entries are in the order of their sites, of which none is there
 * twice.  `own' of the vector itself is of the site in whose child the path
 * ends.
 */
#ifndef UCI_VECTOR_H
#define UCI_VECTOR_H

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

/* The entry of a site, which may be a new one of zeros. */
struct uci_entry *uci_vector_at(struct uci_vector *v, unsigned site);

int64_t uci_vector_extra(const struct uci_vector *v, unsigned site);

void uci_vector_copy(struct uci_vector *to, const struct uci_vector *from);

/* v += sign * w, entry by entry; not `own' of the vector itself. */
void uci_vector_add(struct uci_vector *v, const struct uci_vector *w, int sign);

/* Of two paths that end at v_end and w_end, and meet: for each site what the
 * later one is.  Into v; its end is the later one. */
void uci_vector_join(struct uci_vector *v, uint64_t v_end,
                     const struct uci_vector *w, uint64_t w_end);

#endif
