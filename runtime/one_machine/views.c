/* The views of reducers in tables.  See sched/strand_views.h; rules R7 to R9 in
 * docs/protocols/views.md. */
#include "sched/strand_views.h"

#include "base/message.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, LEAST = 4 /* log2 of a table's room */ };

/* A reducer and the strand's view of it; `key' is the leftmost view's address,
 * null in a free entry. */
struct entry {
    void *key, *view;
    const struct ucilk_abi_monoid *monoid;
    unsigned long size;
};

/* R7: memory whose reducers have their leftmost view in this set. */
struct place {
    char *start;
    unsigned long size;
};

/* A hash table with linear probing: an entry is at its home (home_of) or, if
 * that is taken, at the next free place behind it. */
struct uci_views {
    unsigned shift; /* 64 - log2 of the room */
    unsigned n;     /* entries; at most a quarter of the room */
    struct place *places;
    unsigned long n_places, room_of_places;
    struct entry entry[];
};

static void *memory(void *p)
{
    if (!p)
        uci_fatal("no memory for the views of reducers");
    return p;
}

static unsigned long last_of(const struct uci_views *set)
{
    return (1ul << (64 - set->shift)) - 1;
}

static inline unsigned long home_of(const struct uci_views *set,
                                    const void *key)
{
    return (uintptr_t)key * 0x9e3779b97f4a7c15ul >> set->shift;
}

/* The entry of a key, or the free one where it belongs. */
static struct entry *entry_of(struct uci_views *set, const void *key)
{
    unsigned long i = home_of(set, key), last = last_of(set);
    while (set->entry[i].key && set->entry[i].key != key)
        i = (i + 1) & last;
    return &set->entry[i];
}

static struct uci_views *new_set(unsigned log2)
{
    struct uci_views *set = memory(calloc(
        1, sizeof *set + (((size_t)1 << log2) + 1) * sizeof *set->entry));
    set->shift = 64 - log2;
    return set;
}

/* The running strand's set, made if it is null. */
static struct uci_views *set_of(struct uci_worker *w)
{
    if (!w->views) {
        w->views = new_set(LEAST);
        w->counters.views_made++;
    }
    return w->views;
}

static void put(struct uci_worker *w, const struct entry *new)
{
    struct uci_views *set = set_of(w);
    if (4 * (set->n + 1ul) > last_of(set) + 1) {
        struct uci_views *old = set;
        set = new_set(64 - old->shift + 2);
        set->n = old->n;
        set->places = old->places;
        set->n_places = old->n_places;
        set->room_of_places = old->room_of_places;
        for (unsigned long i = 0; i <= last_of(old); i++)
            if (old->entry[i].key)
                *entry_of(set, old->entry[i].key) = old->entry[i];
        free(old);
        w->views = set;
    }
    *entry_of(set, new->key) = *new;
    set->n++;
}

/* Takes an entry out, and moves entries behind it so that all are found. */
static void take(struct uci_views *set, struct entry *e)
{
    unsigned long last = last_of(set), gap = (unsigned long)(e - set->entry);
    for (unsigned long i = (gap + 1) & last; set->entry[i].key;
         i = (i + 1) & last) {
        unsigned long home = home_of(set, set->entry[i].key);
        if (((i - home) & last) < ((i - gap) & last))
            continue; /* the gap is before this entry's home */
        set->entry[gap] = set->entry[i];
        gap = i;
    }
    set->entry[gap].key = NULL;
    set->n--;
}

/* The newest place that the key lies in, or null. */
static struct place *place_of(const struct uci_views *set, const void *key)
{
    for (unsigned long i = set ? set->n_places : 0; i-- > 0;)
        if ((uintptr_t)key - (uintptr_t)set->places[i].start <
            set->places[i].size)
            return &set->places[i];
    return NULL;
}

static void add_place(struct uci_views *set, struct place place)
{
    if (set->n_places == set->room_of_places) {
        set->room_of_places = set->room_of_places ? 2 * set->room_of_places : 8;
        set->places = memory(
            realloc(set->places, set->room_of_places * sizeof *set->places));
    }
    set->places[set->n_places++] = place;
}

static void free_view(const struct entry *e)
{
    if (e->view != e->key)
        free(e->view);
}

/* Finds or makes a view that ucilk_abi_look_up has not found at its home. */
static __attribute__((noinline)) void *find_view(struct uci_worker *w,
                                                 const struct entry *wanted)
{
    struct uci_views *set = w->views;
    struct entry new = *wanted;
    struct entry *e = set ? entry_of(set, wanted->key) : NULL;
    if (e && e->key)
        return e->view;
    uci_tally(view_found);
    if (place_of(set, wanted->key)) {
        new.view = wanted->key;
    } else {
        size_t size = uci_round_up(new.size ? new.size : 1, ALIGNMENT);
        new.view = memory(aligned_alloc(ALIGNMENT, size));
        new.monoid->identity(new.view); /* it may use other reducers */
    }
    put(w, &new);
    return new.view;
}

void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid)
{
    struct uci_worker *w = uci_worker_self();
    struct uci_views *set = w->views;
    if (uci_likely(set == UCI_VIEWS_LEFTMOST))
        return key;
    if (uci_likely(set != NULL)) {
        const struct entry *e = &set->entry[home_of(set, key)];
        if (uci_likely(e->key == key))
            return e->view;
        if (e->key && (++e)->key == key) /* there is one more than the room */
            return e->view;
    }
    return find_view(w, &(struct entry){key, NULL, monoid, size});
}

void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    struct uci_worker *w = uci_worker_self();
    if (uci_likely(w->views == UCI_VIEWS_LEFTMOST))
        return;
    add_place(set_of(w), (struct place){start, size});
}

/* R8: joins the strand's view to the leftmost one, and takes the entry out. */
static void settle(struct uci_views *set, struct entry *e)
{
    struct entry old = *e;
    take(set, e);
    if (old.view != old.key)
        old.monoid->reduce(old.key, old.view);
    free_view(&old);
}

static __attribute__((noinline)) void end_place(struct uci_worker *w,
                                                char *start, unsigned long size)
{
    struct uci_views *set = w->views;
    uci_tally(place_ended);
    for (unsigned long i = set->n_places; i-- > 0;)
        if (set->places[i].start == start) {
            size = set->places[i].size;
            memmove(&set->places[i], &set->places[i + 1],
                    (--set->n_places - i) * sizeof *set->places);
            break;
        }
    struct entry *e = entry_of(set, start);
    if (e->key) {
        bool is_all = e->size == size;
        settle(set, e);
        if (is_all)
            return;
    }
    /* The memory has several reducers, or none.  take() may move an entry into
     * the place that it empties, so the loop looks there again; one that it
     * moves from the table's beginning has been looked at. */
    for (unsigned long i = 0; size > 0 && i <= last_of(w->views); i++)
        while ((e = &w->views->entry[i])->key &&
               (uintptr_t)e->key - (uintptr_t)start < size) {
            set = w->views;
            settle(set, e);
            if (set != w->views) /* reduce has used other reducers */
                i = 0;
        }
}

void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    struct uci_worker *w = uci_worker_self();
    if (uci_unlikely(w->views != UCI_VIEWS_LEFTMOST && w->views != NULL))
        end_place(w, start, size);
}

void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("a program for clusters with reducers needs libucilk_cluster: "
              "link it by `ucilkcc --ucilk-cluster'");
}

/* The running strand's view of an entry's reducer, or null if it has none. */
static void *left_of(struct uci_worker *w, const struct entry *right)
{
    if (w->views == UCI_VIEWS_LEFTMOST)
        return right->key;
    struct entry *e = entry_of(w->views, right->key);
    if (e->key)
        return e->view;
    if (!place_of(w->views, right->key))
        return NULL;
    struct entry new = *right;
    new.view = new.key;
    put(w, &new);
    return new.view;
}

bool uci_views_drop_set(void)
{
    struct uci_views *set = uci_self.views;
    bool any = set->n > 0;
    for (unsigned long i = 0; i <= last_of(set); i++)
        if (set->entry[i].key)
            free_view(&set->entry[i]);
    free(set->places);
    free(set);
    uci_self.views = NULL;
    uci_self.counters.views_freed++;
    return any;
}

void uci_views_append_set(struct uci_views *right)
{
    struct uci_worker *w = uci_worker_self();
    if (!w->views) {
        w->views = right;
        return;
    }
    if (right == UCI_VIEWS_LEFTMOST)
        uci_fatal("internal error: the leftmost views are not the leftmost");
    for (unsigned long i = 0; i <= last_of(right); i++) {
        const struct entry *e = &right->entry[i];
        if (!e->key)
            continue;
        void *to = left_of(w, e);
        if (!to) {
            put(w, e);
        } else if (to != e->view) {
            uci_tally(view_joined);
            e->monoid->reduce(to, e->view);
            free_view(e);
        }
    }
    if (w->views != UCI_VIEWS_LEFTMOST)
        for (unsigned long i = 0; i < right->n_places; i++)
            add_place(w->views, right->places[i]);
    free(right->places);
    free(right);
    uci_self.counters.views_freed++;
}
