/*
 * Slabs: runs of units cut into blocks of one size, and the arenas that own
 * them.
 *
 * Only an arena's owner, a worker, allocates from its slabs and frees into
 * them without atomics.  Others free by one atomic operation on the slab's
 * word; docs/protocols/heap.md has the rules (B1 to B6) that code cites.
 */
#ifndef UCI_SLABS_H
#define UCI_SLABS_H

#include "mem/units.h"

enum {
    UCI_SMALL_MAX = 1024,      /* classes by table */
    UCI_BLOCK_MAX = 64 << 10,  /* the largest class */
    UCI_N_FINE = UCI_SMALL_MAX / 16 + 1
};

extern const uint32_t uci_class_size[UCI_N_CLASSES];
extern const uint8_t uci_class_fine[UCI_N_FINE]; /* by (size + 15) / 16 */

/* For sizes up to UCI_BLOCK_MAX: 16, 32, ... 128, then four to a doubling. */
static inline unsigned uci_class_of(size_t size)
{
    if (size <= UCI_SMALL_MAX)
        return uci_class_fine[(size + 15) / 16];
    size_t n = size - 1;
    unsigned b = 63u - (unsigned)__builtin_clzl(n);
    return 8 + 4 * (b - 7) + (n >> (b - 2) & 3);
}

/* An arena that has nothing, whose owner nobody is. */
extern struct uci_arena uci_no_arena;
void uci_arena_start(struct uci_arena *a);

/* The owner's: a block from the current slab, or NULL if that has none. */
static inline void *uci_slabs_pop(struct uci_arena *a, unsigned class)
{
    struct uci_unit *s = a->current[class];
    struct uci_block *b = s->free;
    if (uci_unlikely(!b))
        return NULL;
    s->free = b->next;
    s->used++;
    return b;
}

/* The same where it had none.  NULL with errno ENOMEM. */
void *uci_slabs_refill(struct uci_arena *a, unsigned class);

/* The slab has become empty, or is full no longer. */
void uci_slabs_turn(struct uci_arena *a, struct uci_unit *s);

/* The owner frees a block of slab s. */
static inline void uci_slabs_push(struct uci_arena *a, struct uci_unit *s,
                                  void *block)
{
    struct uci_block *b = block;
    b->next = s->free;
    s->free = b;
    if (uci_unlikely(--s->used == s->trigger))
        uci_slabs_turn(a, s);
}

/* Anybody else does. */
void uci_slabs_push_remote(struct uci_unit *s, void *block);

/* The owner looks for what others have freed, and gives back what is empty. */
void uci_slabs_collect(struct uci_arena *a);

#endif
