/*
 * The types and functions of the reducers that reducers.py puts into programs.
 * All operations are associative; those of path and list do not commute.
 */
#pragma once

#include "fuzz.h"

#include <ucilk/reducers.h>

struct path { /* x -> a * x + b */
    unsigned long a, b;
};

#define REDUCER(NAME, T, ZERO, ADD)                                            \
    static UNUSED void NAME##_0(void *view)                                    \
    {                                                                          \
        *(T *)view = ZERO;                                                     \
    }                                                                          \
    static UNUSED void NAME##_add(void *left, void *right)                     \
    {                                                                          \
        T *l = left, *r = right;                                               \
        ADD;                                                                   \
    }                                                                          \
    static UNUSED void NAME##_c_0(void *reducer, void *view)                   \
    {                                                                          \
        (void)reducer;                                                         \
        NAME##_0(view);                                                        \
    }                                                                          \
    static UNUSED void NAME##_c_add(void *reducer, void *left, void *right)    \
    {                                                                          \
        (void)reducer;                                                         \
        NAME##_add(left, right);                                               \
    }
REDUCER(sum, unsigned long, 0, *l += *r)
REDUCER(exor, int, 0, *l ^= *r)
REDUCER(top, short, -32768, if (*r > *l) *l = *r)
REDUCER(path, struct path, ((struct path){1, 0}), l->b = r->a * l->b + r->b;
        l->a *= r->a)
#define list_0 ucilk_list_identity
#define list_add ucilk_list_reduce

/* Items of lists: nobody frees them. */
struct item {
    struct ucilk_link link;
    unsigned long key;
    struct item *older;
};

static UNUSED void list_put(struct ucilk_list *list, unsigned long key)
{
    static struct item *items; /* found by leak checkers */
    struct item *item = malloc(sizeof *item);
    item->key = key;
    item->older = __atomic_exchange_n(&items, item, __ATOMIC_ACQ_REL);
    ucilk_list_append(list, &item->link);
}

static UNUSED unsigned long list_told(const struct ucilk_list *list)
{
    unsigned long h = 7;
    for (const struct ucilk_link *l = list->first; l; l = l->next)
        h = mix(h, ((const struct item *)l)->key);
    return h;
}
