/*
 * The uni-address region [S, E): where running stacks are, at the same
 * addresses in every worker (Akiyama & Taura, HPDC'15, section 5).
 *
 * Each worker's region is its part of the shared memory, seen at the fixed
 * address through a second mapping.  Segments grow downwards from E; the
 * running thread is the lowest.  Below S lies a guard.
 */
#ifndef UCI_REGION_H
#define UCI_REGION_H

#include "words/worker.h"

#define UCI_REGION_END ((uintptr_t)0x280000000000)
enum { UCI_GUARD_SIZE = 1 << 20 };

/* Lower end S; 0 before uci_region_reserve. */
extern uintptr_t uci_region_start;

/* Claims the addresses of guard and region; says who is there if taken. */
void uci_region_reserve(size_t size);

/* Puts this worker's own memory there. */
void uci_region_map(void);

/* The same for what lies there already: a forked process's private copy. */
void uci_region_adopt(void);

static inline bool uci_region_holds(uintptr_t address)
{
    return address >= uci_region_start && address < UCI_REGION_END;
}

/* Does a fault there mean that the stack overflowed?  A function's large
 * locals may step over the guard, below which nothing else lies. */
static inline bool uci_region_is_guard(uintptr_t address)
{
    const uintptr_t reach = (uintptr_t)1 << 30;
    return address < uci_region_start && address >= uci_region_start - reach;
}

/* Where the others see `address' of worker w's region. */
static inline void *uci_region_view(const struct uci_worker *w,
                                    uintptr_t address)
{
    return w->region + (address - uci_region_start);
}

/* Where it lies in the memory of any worker: all parts are laid out alike. */
static inline char *uci_region_of(unsigned rank, uintptr_t address)
{
    return (char *)uci_peer(rank) + (uci_self.region - (char *)uci_peer(uci_id)) +
           (address - uci_region_start);
}

/* Bytes of stack that worker w has ever touched, in whole pages. */
size_t uci_region_high_water(const struct uci_worker *w);

#endif
