/*
 * References to memory of a worker: {rank, address} in one word; 0 refers to
 * nothing.  On one machine the address alone would do, since all workers see a
 * record at the same address.  With several nodes the rank says whose it is.
 *
 * The lower half of the address space, which programs have, takes 47 bits.  The
 * other 17 are the rank.
 */
#pragma once

#include <stdint.h>

typedef uint64_t uci_ref;

enum { UCI_ADDRESS_BITS = 47 };

static inline uci_ref uci_ref_make(unsigned rank, const void *address)
{
    return (uint64_t)rank << UCI_ADDRESS_BITS | (uintptr_t)address;
}

static inline unsigned uci_ref_rank(uci_ref ref)
{
    return (unsigned)(ref >> UCI_ADDRESS_BITS);
}

/* The address.  Loads and stores reach it if the rank is near: every worker of
 * a node maps the memory of all of them. */
static inline void *uci_ref_pointer(uci_ref ref)
{
    return (void *)(ref & ((1ul << UCI_ADDRESS_BITS) - 1));
}
