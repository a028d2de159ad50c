/*
 * Slabs and their arenas.  See slabs.h, docs/protocols/heap.md.
 *
 * A slab is, for its owner:
 *   current   malloc takes from it; trigger NEVER
 *   listed    some block is free; trigger 0: empty, it leaves the list
 *   full      no block is free: in no list, found again by the mark FULL in
 *             `remote'; trigger capacity - 1: the owner frees one itself
 *   returning full, but somebody has taken the mark away: in the stack
 *             `returned', or about to be; trigger NEVER
 *
 *   used = blocks given out and not yet back in `free', those in `remote' too
 */
#include "mem/slabs.h"

#include "mem/runs.h"

#include <errno.h>

enum {
    NEVER = 0xffff,     /* `used' is less */
    FULL = 1,           /* in `remote', without blocks */
    COUNT_SHIFT = 48,   /* there: how many blocks, above the first's address */
    SMALL_CLASSES = 32, /* in slabs of one unit */
    MEDIUM_UNITS = 8,
    CARVED = 4096, /* bytes made into blocks at a time */
    SPARES = 8
};

#define EACH_DOUBLING(n) 5 * (n), 6 * (n), 7 * (n), 8 * (n)

const uint32_t uci_class_size[UCI_N_CLASSES] = {
    16,
    32,
    48,
    64,
    80,
    96,
    112,
    128,
    EACH_DOUBLING(32),
    EACH_DOUBLING(64),
    EACH_DOUBLING(128),
    EACH_DOUBLING(256),
    EACH_DOUBLING(512),
    EACH_DOUBLING(1024),
    EACH_DOUBLING(2048),
    EACH_DOUBLING(4096),
    EACH_DOUBLING(8192),
};

const uint8_t uci_class_fine[UCI_N_FINE] = {
    0,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    [9 ... 10] = 8,
    [11 ... 12] = 9,
    [13 ... 14] = 10,
    [15 ... 16] = 11,
    [17 ... 20] = 12,
    [21 ... 24] = 13,
    [25 ... 28] = 14,
    [29 ... 32] = 15,
    [33 ... 40] = 16,
    [41 ... 48] = 17,
    [49 ... 56] = 18,
    [57 ... 64] = 19,
};

static struct uci_unit none; /* no slab: nothing is free there */

struct uci_arena uci_no_arena = {
    .current = {[0 ... UCI_N_CLASSES - 1] = &none},
};

void uci_arena_start(struct uci_arena *a)
{
    for (unsigned i = 0; i < UCI_N_CLASSES; i++)
        a->current[i] = &none;
}

/* --- The list of slabs in which a block is free --- */

static void list(struct uci_arena *a, struct uci_unit *s)
{
    unsigned c = s->class;
    s->trigger = 0;
    s->next = NULL;
    s->prev = a->last[c];
    if (s->prev)
        s->prev->next = s;
    else
        a->first[c] = s;
    a->last[c] = s;
}

static void unlist(struct uci_arena *a, struct uci_unit *s)
{
    unsigned c = s->class;
    if (s->next)
        s->next->prev = s->prev;
    else
        a->last[c] = s->prev;
    if (s->prev)
        s->prev->next = s->next;
    else
        a->first[c] = s->next;
}

/* --- New and empty slabs --- */

static void retire(struct uci_arena *a, struct uci_unit *s)
{
    s->owner = NULL;
    if (s->class < SMALL_CLASSES && a->n_spare < SPARES) {
        s->next = a->spare;
        a->spare = s;
        a->n_spare++;
    } else {
        uci_runs_give(s);
    }
}

static struct uci_unit *new_slab(struct uci_arena *a, unsigned class)
{
    unsigned n = class < SMALL_CLASSES ? 1 : MEDIUM_UNITS;
    struct uci_unit *s = n == 1 ? a->spare : NULL;
    bool zeroed;
    if (s) {
        a->spare = s->next;
        a->n_spare--;
    } else if (!(s = uci_runs_take(n, 1, UCI_UNIT_SLAB, UCI_RUNS_ANY,
                                   &zeroed))) {
        return NULL;
    }
    for (unsigned i = 1; i < n; i++) {
        s[i].kind = UCI_UNIT_INSIDE;
        s[i].owner = NULL;
        s[i].first = s;
    }
    s->free = NULL;
    s->used = s->carved = 0;
    s->trigger = NEVER;
    s->class = (uint8_t) class;
    s->capacity = (uint16_t)(n * UCI_UNIT / uci_class_size[class]);
    uci_store_relaxed(&s->remote, 0);
    s->owner = a;
    return s;
}

/* Blocks for `free' from what was never used. */
static void carve(struct uci_unit *s)
{
    size_t size = uci_class_size[s->class];
    unsigned n = size < CARVED ? CARVED / (unsigned)size : 1;
    if (n > (unsigned)(s->capacity - s->carved))
        n = s->capacity - s->carved;
    char *start = uci_unit_start(s) + s->carved * size;
    struct uci_block *next = s->free;
    for (unsigned i = n; i-- > 0;) {
        struct uci_block *b = (struct uci_block *)(start + i * size);
        b->next = next;
        next = b;
    }
    s->free = next;
    s->carved += (uint16_t)n;
}

/* --- What others free --- */

static struct uci_block *block_of(uintptr_t word)
{
    return (struct uci_block *)(word & ((1ul << COUNT_SHIFT) - 1));
}

/* B2.  The exchange acquires: with the release in push_remote, or the blocks'
 * links were not there yet. */
static void take_remote(struct uci_unit *s)
{
    if (!uci_load_relaxed(&s->remote))
        return;
    uintptr_t word = uci_exchange_seqcst(&s->remote, 0);
    struct uci_block *first = block_of(word);
    if (s->free) {
        struct uci_block *last = first;
        while (last->next)
            last = last->next;
        last->next = s->free;
    }
    s->free = first;
    s->used -= (uint16_t)(word >> COUNT_SHIFT);
}

/* B4.  The exchange acquires: with the release in give_to_owner. */
static void drain(struct uci_arena *a)
{
    if (!uci_load_relaxed(&a->returned))
        return;
    struct uci_unit *next, *s = uci_exchange_seqcst(&a->returned, NULL);
    for (; s; s = next) {
        next = s->returned;
        take_remote(s);
        if (s->used == 0)
            retire(a, s);
        else
            list(a, s);
    }
}

/* B4 */
static void give_to_owner(struct uci_unit *s)
{
    struct uci_arena *a = s->owner;
    struct uci_unit *top = uci_load_relaxed(&a->returned);
    do
        s->returned = top;
    while (!uci_cas_seqcst(&a->returned, &top, s));
}

/* B2, B3.  After the exchange the slab may be gone, unless this took the mark
 * away. */
void uci_slabs_push_remote(struct uci_unit *s, void *block)
{
    struct uci_block *b = block;
    uintptr_t old = uci_load_relaxed(&s->remote), new;
    do {
        uintptr_t list_of = old == FULL ? 0 : old;
        b->next = block_of(list_of);
        new = (uintptr_t)b | ((list_of >> COUNT_SHIFT) + 1) << COUNT_SHIFT;
    } while (!uci_cas_seqcst(&s->remote, &old, new));
    if (old == FULL)
        give_to_owner(s);
}

/* --- The owner --- */

static bool find_free(struct uci_unit *s)
{
    if (!s->free)
        take_remote(s);
    if (!s->free && s->carved < s->capacity)
        carve(s);
    return s->free;
}

/* B3.  False: a block came back meanwhile. */
static bool mark_full(struct uci_unit *s)
{
    uintptr_t nothing = 0;
    if (!uci_cas_seqcst(&s->remote, &nothing, FULL))
        return false;
    s->trigger = s->capacity - 1;
    return true;
}

void uci_slabs_turn(struct uci_arena *a, struct uci_unit *s)
{
    uintptr_t full = FULL;
    if (s->trigger == 0) {
        unlist(a, s);
        retire(a, s);
    } else if (uci_cas_seqcst(&s->remote, &full, 0)) { /* B5 */
        list(a, s);
    } else {
        s->trigger = NEVER;
    }
}

void *uci_slabs_refill(struct uci_arena *a, unsigned class)
{
    struct uci_unit *s = a->current[class];
    if (s != &none) {
        while (!find_free(s))
            if (mark_full(s)) {
                a->current[class] = &none;
                break;
            }
    }
    if (a->current[class] == &none) {
        drain(a);
        s = a->first[class];
        if (s)
            unlist(a, s);
        else if (!(s = new_slab(a, class)))
            return NULL;
        s->trigger = NEVER;
        find_free(s);
        a->current[class] = s;
    }
    return uci_slabs_pop(a, class);
}

void uci_slabs_collect(struct uci_arena *a)
{
    drain(a);
    for (unsigned class = 0; class < UCI_N_CLASSES; class ++) {
        struct uci_unit *next, *s = a->first[class];
        for (; s; s = next) {
            next = s->next;
            take_remote(s);
            if (s->used == 0) {
                unlist(a, s);
                retire(a, s);
            }
        }
    }
}
