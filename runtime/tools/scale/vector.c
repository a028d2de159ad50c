/* Vectors by site: see vector.h.  They are short, since few sites spawn below
 * one function; hence plain loops. */
#include "scale/vector.h"

#include "serial/tool.h"

#include <string.h>

static void make_room(struct uci_vector *v, unsigned n)
{
    if (n <= v->room)
        return;
    unsigned room = n < 4 ? 4 : 2 * n;
    v->at = uci_memory(realloc(v->at, room * sizeof *v->at));
    v->room = room;
}

/* The entry of a site, which belongs at *i or behind; *i becomes its index. */
static struct uci_entry *find(struct uci_vector *v, unsigned site, unsigned *i)
{
    while (*i < v->n && v->at[*i].site < site)
        ++*i;
    if (*i == v->n || v->at[*i].site != site) {
        make_room(v, v->n + 1);
        memmove(v->at + *i + 1, v->at + *i, (v->n - *i) * sizeof *v->at);
        v->at[*i] = (struct uci_entry){.site = site};
        v->n++;
    }
    return v->at + *i;
}

struct uci_entry *uci_vector_at(struct uci_vector *v, unsigned site)
{
    unsigned i = 0;
    return find(v, site, &i);
}

int64_t uci_vector_extra(const struct uci_vector *v, unsigned site)
{
    for (unsigned i = 0; i < v->n && v->at[i].site <= site; i++)
        if (v->at[i].site == site)
            return v->at[i].extra;
    return 0;
}

void uci_vector_copy(struct uci_vector *to, const struct uci_vector *from)
{
    make_room(to, from->n);
    if (from->n > 0)
        memcpy(to->at, from->at, from->n * sizeof *to->at);
    to->n = from->n;
    to->own = from->own;
}

void uci_vector_add(struct uci_vector *v, const struct uci_vector *w, int sign)
{
    unsigned i = 0;
    for (unsigned k = 0; k < w->n; k++) {
        struct uci_entry *e = find(v, w->at[k].site, &i);
        e->own += sign * w->at[k].own;
        e->extra += sign * w->at[k].extra;
    }
}

void uci_vector_join(struct uci_vector *v, uint64_t v_end,
                     const struct uci_vector *w, uint64_t w_end)
{
    uint64_t end = w_end > v_end ? w_end : v_end;
    int64_t v_less = (int64_t)(end - v_end), w_less = (int64_t)(end - w_end);
    bool is_w = w_end > v_end;
    unsigned i = 0;
    for (unsigned k = 0; k < w->n; k++)
        find(v, w->at[k].site, &i);
    for (unsigned j = 0, k = 0; j < v->n; j++) {
        struct uci_entry *e = v->at + j, other = {.site = e->site};
        if (k < w->n && w->at[k].site == e->site)
            other = w->at[k++];
        int64_t extra = e->extra - v_less;
        if (other.extra - w_less > extra)
            extra = other.extra - w_less;
        e->extra = extra;
        if (is_w)
            e->own = other.own;
    }
    if (is_w)
        v->own = w->own;
}
