/* The views of reducers by tables.  See seam/views.h. */
#include "seam/views.h"

#include "base/lock.h"
#include "base/message.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, LEAST = 8 };

struct uci_views {
    unsigned long n; /* room; indices are from 1 */
    void *view[];    /* by index; null: none yet */
};

struct uci_views uci_views_leftmost;

static _Atomic uint32_t lock;
static unsigned long n_reducers;
static struct ucilk_abi_reducer **reducers; /* by index; never shrinks */
static unsigned long room;

static void *memory(void *p)
{
    if (!p)
        uci_fatal("no memory for the views of reducers");
    return p;
}

void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    uci_spin_lock(&lock);
    if (uci_sanitized())
        uci_sanitizer_hide(); /* tables stay, and others read them */
    if (!reducer->index) {
        if (n_reducers + 1 >= room) {
            /* The old table stays: others may be reading it. */
            unsigned long more = room ? 2 * room : 64;
            struct ucilk_abi_reducer **table =
                memory(calloc(more, sizeof *table));
            if (room)
                memcpy(table, reducers, room * sizeof *table);
            __atomic_store_n(&reducers, table, __ATOMIC_RELEASE);
            room = more;
        }
        reducers[++n_reducers] = reducer;
        /* Release: with the acquire in ucilk_abi_view. */
        __atomic_store_n(&reducer->index, n_reducers, __ATOMIC_RELEASE);
    }
    if (uci_sanitized())
        uci_sanitizer_show();
    uci_spin_unlock(&lock);
}

static struct ucilk_abi_reducer *reducer_of(unsigned long index)
{
    return __atomic_load_n(&reducers, __ATOMIC_ACQUIRE)[index];
}

/* The running strand asks for a view for the first time. */
static __attribute__((noinline)) void *make_view(struct uci_worker *w,
                                                 struct ucilk_abi_reducer *r)
{
    unsigned long index = __atomic_load_n(&r->index, __ATOMIC_ACQUIRE);
    if (!index) {
        ucilk_abi_reducer_add(r);
        index = r->index;
    }
    struct uci_views *set = w->views;
    unsigned long n = set ? set->n : 0;
    if (index >= n) {
        unsigned long more = n ? n : LEAST;
        while (more <= index)
            more *= 2;
        set = memory(realloc(set, sizeof *set + more * sizeof *set->view));
        memset(set->view + n, 0, (more - n) * sizeof *set->view);
        set->n = more;
        w->views = set;
        w->counters.views_made += n == 0;
    }
    if (!set->view[index]) {
        size_t size = uci_round_up(r->size ? r->size : 1, ALIGNMENT);
        void *view = memory(aligned_alloc(ALIGNMENT, size));
        r->identity(view);
        set->view[index] = view;
    }
    return set->view[index];
}

void *ucilk_abi_view(struct ucilk_abi_reducer *r)
{
    struct uci_worker *w = uci_worker_self();
    struct uci_views *set = w->views;
    if (uci_likely(set == &uci_views_leftmost))
        return r->variable;
    unsigned long index = __atomic_load_n(&r->index, __ATOMIC_ACQUIRE);
    if (uci_likely(set && index < set->n && set->view[index]))
        return set->view[index];
    return make_view(w, r);
}

void uci_views_append_set(struct uci_views *right)
{
    struct uci_worker *w = uci_worker_self();
    struct uci_views *left = w->views;
    if (!left) {
        w->views = right;
        return;
    }
    if (right == &uci_views_leftmost)
        uci_fatal("internal error: the leftmost views are not the leftmost");
    if (left != &uci_views_leftmost && left->n < right->n) {
        left = memory(
            realloc(left, sizeof *left + right->n * sizeof *left->view));
        memset(left->view + left->n, 0,
               (right->n - left->n) * sizeof *left->view);
        left->n = right->n;
        w->views = left;
    }
    for (unsigned long i = 1; i < right->n; i++) {
        if (!right->view[i])
            continue;
        struct ucilk_abi_reducer *r = reducer_of(i);
        void *to = left == &uci_views_leftmost ? r->variable : left->view[i];
        if (to) {
            r->reduce(to, right->view[i]);
            free(right->view[i]);
        } else {
            left->view[i] = right->view[i];
        }
    }
    free(right);
    uci_self.counters.views_freed++;
}
