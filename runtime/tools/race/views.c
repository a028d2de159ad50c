/* Views of reducers: see views.h. */
#include "race/views.h"

#include "race/run.h"

#include <stdlib.h>

struct view {
    struct view *next;
    uintptr_t begin, end; /* of the leftmost views, or the key and its end */
    void *view;           /* null: the leftmost view itself */
    const struct ucilk_abi_monoid *monoid;
};

struct uci_views {
    struct view *first;
    struct uci_views *next; /* unused ones */
};

static struct uci_views *unused;
static struct uci_views mains; /* who has no view of a reducer uses its own */
struct uci_views *uci_views = &mains;

static struct view *add(struct uci_views *views, uintptr_t begin,
                        unsigned long size)
{
    struct view *v = uci_run_memory(sizeof *v);
    v->begin = begin;
    v->end = begin + size;
    v->next = views->first;
    views->first = v;
    return v;
}

/* The strand's view of `key', or null. */
static void *find(const struct uci_views *views, uintptr_t key)
{
    for (const struct view *v = views->first; v; v = v->next)
        if (v->view ? v->begin == key : key - v->begin < v->end - v->begin)
            return v->view ? v->view : (void *)key;
    return views == &mains ? (void *)key : NULL;
}

void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid)
{
    if (!uci_run_is_here)
        return key;
    void *view = find(uci_views, (uintptr_t)key);
    if (view)
        return view;
    uci_run_ignore(1);
    struct view *v = add(uci_views, (uintptr_t)key, size);
    v->view = uci_run_memory(size);
    v->monoid = monoid;
    monoid->identity(v->view);
    uci_run_ignore(-1);
    return v->view;
}

void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    if (!uci_run_is_here)
        return;
    add(uci_views, (uintptr_t)start, size);
}

void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    if (!uci_run_is_here)
        return;
    uci_run_ignore(1);
    for (struct view **v = &uci_views->first, *gone; (gone = *v);) {
        if (gone->begin - (uintptr_t)start < size) {
            *v = gone->next;
            free(gone->view);
            free(gone);
        } else {
            v = &gone->next;
        }
    }
    uci_run_ignore(-1);
}

struct uci_views *uci_views_leave(void)
{
    struct uci_views *old = uci_views;
    if (unused) {
        uci_views = unused;
        unused = unused->next;
        return old;
    }
    uci_views = uci_run_memory(sizeof *uci_views);
    return old;
}

void uci_views_join(struct uci_views *left)
{
    struct uci_views *right = uci_views;
    struct view *v = right->first, *next;
    uci_views = left;
    if (right != &mains) {
        right->first = NULL;
        right->next = unused;
        unused = right;
    }
    if (!v)
        return;
    uci_run_ignore(1);
    for (; v; v = next) {
        void *into = v->view ? find(left, v->begin) : NULL;
        next = v->next;
        if (into) {
            v->monoid->reduce(into, v->view);
            free(v->view);
            free(v);
        } else {
            v->next = left->first;
            left->first = v;
        }
    }
    uci_run_ignore(-1);
}
