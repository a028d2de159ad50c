/*
 * How the C heap is laid out, and what its files know of each other's words.
 *
 *     heap | table of units | unit, unit, ...
 *
 * A unit is 64 KiB.  All that is known of it stands in its row of the table,
 * far from what the program writes; a block's row follows from its address.
 * Runs of units are free, or hold one slab of blocks of one size, or one large
 * block.
 *
 * A run's first row and its last say its kind and length; all rows of a slab
 * say their kind.
 */
#ifndef UCI_UNITS_H
#define UCI_UNITS_H

#include "base/atomics.h"
#include "mem/malloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UCI_HEAP_START UCI_MALLOC_START
#define UCI_HEAP_MAX (1ul << 40)
enum {
    UCI_UNIT_SHIFT = 16,
    UCI_UNIT = 1 << UCI_UNIT_SHIFT,
    UCI_UNIT_PAGE = 4096,
    UCI_HUGE_UNITS = 32, /* to a huge page of 2 MiB */
    UCI_N_CLASSES = 44,
    UCI_N_BINS = 192,
};
#define UCI_TABLE_START (UCI_HEAP_START + UCI_UNIT)

enum uci_unit_kind {
    UCI_UNIT_NONE,
    UCI_UNIT_CLEAN, /* free, without memory, reads as zero once opened */
    UCI_UNIT_OPEN,  /* free, with memory and whatever it holds */
    UCI_UNIT_BUSY,  /* on its way between the kinds */
    UCI_UNIT_LARGE, /* one block */
    UCI_UNIT_SLAB,  /* the slab's first */
    UCI_UNIT_INSIDE /* a further one of a slab: `first' */
};

/* A free block. */
struct uci_block {
    struct uci_block *next;
};

struct uci_unit {
    /* Of a slab; only its owner uses them (slabs.c). */
    struct uci_block *free;
    struct uci_arena *owner; /* null for all that is no slab */
    uint16_t used, trigger, capacity, carved;
    uint8_t kind; /* enum uci_unit_kind */
    uint8_t class;
    uint32_t n_units; /* of the run */
    _Atomic uintptr_t remote; /* what others freed: rules B2, B3 */
    union {
        struct uci_unit *next; /* in an arena's list or a bin */
        struct uci_unit *first; /* of the slab that this lies inside */
    };
    struct uci_unit *prev;
    struct uci_unit *returned; /* the next in the owner's stack */
};
_Static_assert(sizeof(struct uci_unit) == 64, "a row of the table");

/* Who allocates from slabs of its own: a worker, or many under a lock. */
struct uci_arena {
    struct uci_unit *current[UCI_N_CLASSES]; /* malloc's; never null */
    struct uci_unit *first[UCI_N_CLASSES], *last[UCI_N_CLASSES]; /* the rest
                                * of the slabs in which a block is free */
    struct uci_unit *spare;     /* empty slabs of one unit */
    unsigned n_spare;
    _Atomic uint32_t lock;      /* of an arena that is no worker's */
    _Atomic(struct uci_unit *) returned
        __attribute__((aligned(64))); /* rule B4 */
} __attribute__((aligned(64)));

struct uci_runs {
    _Atomic uint32_t lock;  /* of all below */
    uint32_t begin, top, end; /* units: the first, the first that was never
                               * used, the first that is not reserved */
    size_t n_open;          /* units with memory, used or free */
    size_t n_idle;          /* of them free */
    uintptr_t table_open;   /* end of the rows that may be written */
    uint64_t filled[2][UCI_N_BINS / 64]; /* bins that are not empty */
    struct uci_unit *bins[2][UCI_N_BINS]; /* clean, open */
};

/* At the heap's start, shared as all of it. */
struct uci_malloc_words {
    struct uci_runs runs;
    struct uci_arena worker0, others, libc, each;
    struct uci_arena *workers; /* from worker 1 on */
    size_t n_workers;
};
_Static_assert(sizeof(struct uci_malloc_words) <= UCI_UNIT, "one unit");

#define uci_malloc_heap ((struct uci_malloc_words *)UCI_HEAP_START)

static inline struct uci_unit *uci_unit_row(size_t i)
{
    return (struct uci_unit *)UCI_TABLE_START + i;
}

/* Of an address in the heap. */
static inline struct uci_unit *uci_unit_of(const void *address)
{
    return uci_unit_row(((uintptr_t)address - UCI_HEAP_START) >>
                        UCI_UNIT_SHIFT);
}

static inline size_t uci_unit_index(const struct uci_unit *u)
{
    return ((uintptr_t)u - UCI_TABLE_START) / sizeof *u;
}

static inline char *uci_unit_start(const struct uci_unit *u)
{
    return (char *)UCI_HEAP_START + (uci_unit_index(u) << UCI_UNIT_SHIFT);
}

#endif
