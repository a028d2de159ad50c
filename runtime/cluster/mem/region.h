/*
 * The uni-address region [S, E): the stacks that run, at the same addresses in
 * every worker (Akiyama & Taura, HPDC'15, section 5).
 *
 * Each worker's region is a part of its shared memory, mapped a second time at
 * the fixed addresses.  Segments lie downwards from E; the running thread is
 * the lowest.  Below S lies a guard.
 */
#pragma once

#include "sched/worker.h"

#define UCI_REGION_END ((uintptr_t)0x280000000000)
enum { UCI_GUARD_SIZE = 1 << 20 };

/* The lower end S; 0 before uci_region_reserve. */
extern uintptr_t uci_region_start;

/* Reserves the addresses of guard and region.  If they are occupied, ends the
 * program with a message that says by what. */
void uci_region_reserve(size_t size);

/* Maps this worker's own memory at the region's addresses. */
void uci_region_map(void);

/* Takes what is mapped there already for this worker's: a forked process's
 * private copy. */
void uci_region_adopt(void);

static inline bool uci_region_holds(uintptr_t address)
{
    return address >= uci_region_start && address < UCI_REGION_END;
}

/* True if a fault there means that the stack has overflowed.  It reaches far
 * below the guard: large locals may step over that, and nothing else lies
 * below. */
static inline bool uci_region_is_guard(uintptr_t address)
{
    const uintptr_t reach = (uintptr_t)1 << 30;
    return address < uci_region_start && address >= uci_region_start - reach;
}

/* Where the workers of its node see `address' of worker w's region. */
static inline void *uci_region_view(const struct uci_worker *w,
                                    uintptr_t address)
{
    return w->region + (address - uci_region_start);
}

/* The same for any rank, near or far: the parts of all workers are laid out
 * alike.  In the simulation the network finds the rank's bytes. */
#ifdef UCI_SIM_BUILD
static inline char *uci_region_of(unsigned rank, uintptr_t address)
{
    (void)rank;
    return (char *)address;
}
#else
static inline char *uci_region_of(unsigned rank, uintptr_t address)
{
    return (char *)uci_peer(rank) +
           (uci_self.region - (char *)uci_peer(uci_id)) +
           (address - uci_region_start);
}
#endif
