/* The views of file-scope reducers.  See sched/strand_views.h. */
#include "sched/strand_views.h"

#include "base/message.h"
#include "sched/heap.h"
#include "sched/words.h"

#include <string.h>

struct ucilk_abi_reducer *uci_reducers;

/* In a block each view begins at a multiple of this, whatever its type. */
enum { ALIGNMENT = 64 };

static bool closed;        /* no reducer may be added */
static size_t size_of_all; /* of a set's block, with room to align the first */

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    if (closed)
        uci_fatal("a shared library with reducers was loaded after the first "
                  "spawn: load it before");
    reducer->next = uci_reducers;
    uci_reducers = reducer;
    if (size_of_all == 0)
        size_of_all = ALIGNMENT;
    size_of_all += round_up(reducer->size);
}

/* All reducers are at file scope, and the view is the variable. */
void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid)
{
    (void)size;
    (void)monoid;
    return key;
}

void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    (void)start;
    (void)size;
}

void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    (void)start;
    (void)size;
}

void uci_views_close(void)
{
    closed = true;
}

/* The first view of a set; the others follow. */
static char *first_of(uci_ref set)
{
    return (char *)round_up((uintptr_t)uci_ref_pointer(set));
}

void uci_views_begin(void)
{
    if (uci_likely(!uci_reducers))
        return;
    uci_tally(views_begin);
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        r->identity(r->variable);
}

uci_ref uci_views_copy(void)
{
    if (uci_likely(!uci_reducers))
        return 0;
    uci_ref set = uci_ref_make(uci_id, uci_heap_alloc(size_of_all));
    uci_self.counters.views_made++;
    char *at = first_of(set);
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        memcpy(at, r->variable, r->size);
        at += round_up(r->size);
    }
    return set;
}

void uci_views_drop(uci_ref set)
{
    if (uci_likely(!set))
        return;
    uci_self.counters.views_freed++;
    uci_heap_free(set);
}

/* Moves a set of another node into a block here. */
static uci_ref bring_near(uci_ref set)
{
    if (uci_likely(uci_is_near(uci_ref_rank(set))))
        return set;
    uci_tally(views_far);
    uci_ref copy = uci_ref_make(uci_id, uci_heap_alloc(size_of_all));
    uci_far_get(uci_ref_rank(set), first_of(copy), first_of(set),
                size_of_all - ALIGNMENT);
    uci_heap_free(set);
    return copy;
}

void uci_views_restore(uci_ref set)
{
    if (uci_likely(!set))
        return;
    uci_tally(views_restored);
    set = bring_near(set);
    const char *at = first_of(set);
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        memcpy(r->variable, at, r->size);
        at += round_up(r->size);
    }
    uci_views_drop(set);
}

void uci_views_append(uci_ref set)
{
    if (uci_likely(!set))
        return;
    set = bring_near(set);
    char *at = first_of(set);
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        r->reduce(r->variable, at);
        at += round_up(r->size);
    }
    uci_views_drop(set);
}
