/*
 * References to memory of a worker: {rank, address} in one word.
 *
 * An address alone would do on one machine, where every worker sees every
 * other's records at the same place; with more nodes the rank says whom to
 * ask.  0 refers to nothing.
 */
#ifndef UCI_REF_H
#define UCI_REF_H

#include <stdint.h>

typedef uint64_t uci_ref;

enum { UCI_ADDRESS_BITS = 48 };

static inline uci_ref uci_ref_make(unsigned rank, const void *address)
{
    return (uint64_t)rank << UCI_ADDRESS_BITS | (uintptr_t)address;
}

static inline unsigned uci_ref_rank(uci_ref ref)
{
    return (unsigned)(ref >> UCI_ADDRESS_BITS);
}

/* Where loads and stores reach it: all workers of a node map all heaps. */
static inline void *uci_ref_pointer(uci_ref ref)
{
    return (void *)(ref & ((1ul << UCI_ADDRESS_BITS) - 1));
}

#endif
