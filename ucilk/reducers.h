/*
 * Ready-made reducers: docs/language.md, "Reducers".
 *
 *     long UCILK_SUM(long) total = 0;
 *
 * is `long cilk_reducer(ucilk_sum_identity_long, ucilk_sum_reduce_long) total
 * = 0;'.  Behind <ucilk/macros.h> UCILK_SUM(long) is the two functions:
 *
 *     cilk_reducer(long, total, UCILK_SUM(long), 0);
 *
 * A reducer of your own is a pair of functions like these: identity(view) makes
 * *view the identity, reduce(left, right) does *left = *left (x) *right.  They
 * must not spawn.
 *
 * For reducers in memory from malloc, call ucilk_reducers_begin(start, size) in
 * the task that allocates it, and ucilk_reducers_end(start, size) when all tasks
 * that have used them are joined, before the memory is freed.
 */
#ifndef UCILK_REDUCERS_H
#define UCILK_REDUCERS_H

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef UCILK_SERIAL
#define ucilk_reducers_begin(start, size) ((void)(start), (void)(size))
#define ucilk_reducers_end(start, size) ((void)(start), (void)(size))
#else
#include <ucilk/abi.h>
#define ucilk_reducers_begin(start, size)                                      \
    ucilk_abi_reducers_begin(start, size)
#define ucilk_reducers_end(start, size)                                        \
    ucilk_abi_reducers_end(start, size)
#endif

#ifdef UCILK_MACROS_H
#define UCILK_MONOID(NAME, T)                                                  \
    ucilk_##NAME##_identity_##T, ucilk_##NAME##_reduce_##T
#define UCILK_LIST ucilk_list_identity, ucilk_list_reduce
#else
#define UCILK_MONOID(NAME, T)                                                  \
    cilk_reducer(ucilk_##NAME##_identity_##T, ucilk_##NAME##_reduce_##T)
#define UCILK_LIST cilk_reducer(ucilk_list_identity, ucilk_list_reduce)
#endif

#define UCILK_SUM(T) UCILK_MONOID(sum, T)
#define UCILK_PRODUCT(T) UCILK_MONOID(product, T)
#define UCILK_MIN(T) UCILK_MONOID(min, T)
#define UCILK_MAX(T) UCILK_MONOID(max, T)
#define UCILK_AND(T) UCILK_MONOID(bits_and, T)
#define UCILK_OR(T) UCILK_MONOID(bits_or, T)
#define UCILK_XOR(T) UCILK_MONOID(bits_xor, T)

/* A monoid's two functions, for type T, which is called N: REDUCE is a
 * statement on l and r, IDENTITY an expression. */
#define UCILK_MONOID_OF(NAME, N, T, IDENTITY, REDUCE)                          \
    static inline void ucilk_##NAME##_identity_##N(void *view)                 \
    {                                                                          \
        *(T *)view = IDENTITY;                                                 \
    }                                                                          \
    static inline void ucilk_##NAME##_reduce_##N(void *left, void *right)      \
    {                                                                          \
        T *l = (T *)left;                                                      \
        const T *r = (const T *)right;                                         \
        REDUCE;                                                                \
    }
#define UCILK_MONOIDS_OF_NUMBERS(N, T, LEAST, GREATEST)                        \
    UCILK_MONOID_OF(sum, N, T, 0, *l += *r)                                    \
    UCILK_MONOID_OF(product, N, T, 1, *l *= *r)                                \
    UCILK_MONOID_OF(min, N, T, GREATEST, if (*r < *l) *l = *r)                 \
    UCILK_MONOID_OF(max, N, T, LEAST, if (*r > *l) *l = *r)
#define UCILK_MONOIDS_OF_INTEGERS(N, T, LEAST, GREATEST)                       \
    UCILK_MONOIDS_OF_NUMBERS(N, T, LEAST, GREATEST)                            \
    UCILK_MONOID_OF(bits_and, N, T, (T) ~(T)0, *l &= *r)                       \
    UCILK_MONOID_OF(bits_or, N, T, 0, *l |= *r)                                \
    UCILK_MONOID_OF(bits_xor, N, T, 0, *l ^= *r)

UCILK_MONOIDS_OF_INTEGERS(int, int, INT_MIN, INT_MAX)
UCILK_MONOIDS_OF_INTEGERS(unsigned, unsigned, 0, UINT_MAX)
UCILK_MONOIDS_OF_INTEGERS(long, long, LONG_MIN, LONG_MAX)
UCILK_MONOIDS_OF_INTEGERS(ulong, unsigned long, 0, ULONG_MAX)
UCILK_MONOIDS_OF_INTEGERS(llong, long long, LLONG_MIN, LLONG_MAX)
UCILK_MONOIDS_OF_INTEGERS(ullong, unsigned long long, 0, ULLONG_MAX)
UCILK_MONOIDS_OF_INTEGERS(size_t, size_t, 0, SIZE_MAX)
UCILK_MONOIDS_OF_INTEGERS(int32_t, int32_t, INT32_MIN, INT32_MAX)
UCILK_MONOIDS_OF_INTEGERS(uint32_t, uint32_t, 0, UINT32_MAX)
UCILK_MONOIDS_OF_INTEGERS(int64_t, int64_t, INT64_MIN, INT64_MAX)
UCILK_MONOIDS_OF_INTEGERS(uint64_t, uint64_t, 0, UINT64_MAX)
UCILK_MONOIDS_OF_NUMBERS(float, float, -INFINITY, INFINITY)
UCILK_MONOIDS_OF_NUMBERS(double, double, -INFINITY, INFINITY)
UCILK_MONOIDS_OF_NUMBERS(ldouble, long double, -INFINITY, INFINITY)

/*
 * A list whose links are in its elements:
 *
 *     struct item { struct ucilk_link link; int key; };
 *     struct ucilk_list UCILK_LIST found = {0, 0};
 *     ucilk_list_append(&found, &item->link);
 */
struct ucilk_link {
    struct ucilk_link *next;
};
struct ucilk_list {
    struct ucilk_link *first, *last; /* both null in an empty list */
};

static inline void ucilk_list_append(struct ucilk_list *list,
                                     struct ucilk_link *link)
{
    link->next = NULL;
    if (list->first)
        list->last->next = link;
    else
        list->first = link;
    list->last = link;
}

static inline void ucilk_list_identity(void *view)
{
    struct ucilk_list *list = (struct ucilk_list *)view;
    list->first = list->last = NULL;
}

static inline void ucilk_list_reduce(void *left, void *right)
{
    struct ucilk_list *l = (struct ucilk_list *)left;
    const struct ucilk_list *r = (const struct ucilk_list *)right;
    if (!r->first)
        return;
    if (l->first)
        l->last->next = r->first;
    else
        l->first = r->first;
    l->last = r->last;
}

#endif
