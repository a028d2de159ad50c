/*
 * Atomics, named after their memory order, and other small helpers.
 *
 * Where a release, an acquire or a fence is used a comment says which one it
 * pairs with.
 */
#pragma once

#include "base/relax.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define uci_load_relaxed(p) atomic_load_explicit(p, memory_order_relaxed)
#define uci_load_acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define uci_load_seqcst(p) atomic_load_explicit(p, memory_order_seq_cst)
#define uci_store_relaxed(p, v)                                                \
    atomic_store_explicit(p, v, memory_order_relaxed)
#define uci_store_release(p, v)                                                \
    atomic_store_explicit(p, v, memory_order_release)
#define uci_store_seqcst(p, v) atomic_store_explicit(p, v, memory_order_seq_cst)
#define uci_exchange_seqcst(p, v)                                              \
    atomic_exchange_explicit(p, v, memory_order_seq_cst)
#define uci_fetch_add_acqrel(p, v)                                             \
    atomic_fetch_add_explicit(p, v, memory_order_acq_rel)
#define uci_fetch_add_seqcst(p, v)                                             \
    atomic_fetch_add_explicit(p, v, memory_order_seq_cst)
#define uci_fence_seqcst() atomic_thread_fence(memory_order_seq_cst)
#define uci_fence_acquire() atomic_thread_fence(memory_order_acquire)
/* A strong compare-and-swap; on failure *e is the value found. */
#define uci_cas_seqcst(p, e, v)                                                \
    atomic_compare_exchange_strong_explicit(p, e, v, memory_order_seq_cst,     \
                                            memory_order_seq_cst)

#define uci_likely(x) __builtin_expect(!!(x), 1)
#define uci_unlikely(x) __builtin_expect(!!(x), 0)

static inline size_t uci_round_up(size_t n, size_t unit)
{
    return (n + unit - 1) / unit * unit;
}
