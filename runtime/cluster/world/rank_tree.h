/*
 * The tree of ranks: rule N24 in docs/protocols/remote.md.
 *
 * A rank's number is written with digits of 3 bits.  Its parent's number is the
 * same with the lowest digit that is not 0 cleared:
 *
 *     0 <- 1 ... 7        8 <- 9 ... 15      64 <- 65 ... 71
 *     0 <- 8, 16 ... 56                      64 <- 72, 80 ... 120
 *     0 <- 64, 128 ... 448
 *
 * So a rank is at most as far from rank 0 as numbers have digits, 6 for 131,072
 * ranks.  It has at most 7 children a digit; 7 of 8 ranks have none.  Most
 * children are near their parent in number, and so mostly on its node.
 */
#pragma once

#include "base/atomics.h"

enum {
    UCI_TREE_BITS = 3,                         /* of a digit */
    UCI_TREE_ARITY = (1 << UCI_TREE_BITS) - 1, /* children a digit */
    UCI_TREE_DIGITS = 7,
    UCI_TREE_CHILDREN = UCI_TREE_ARITY * UCI_TREE_DIGITS,
};

/* The words by which a rank and its parent speak with each other; in the rank's
 * block.  The children's words are ordered by their positions. */
struct uci_tree {
    _Atomic uint64_t present; /* N16: cluster/sched/detached_far.c */
    _Atomic uint64_t keeps;   /* N25: a bit for each child that keeps views */
    _Atomic uint64_t wanted;  /* N25: 1 if the parent wants them */
    _Atomic uint64_t asked;   /* N21: the question */
    _Atomic uint64_t answers[UCI_TREE_CHILDREN]; /* N21 */
    _Atomic uint64_t brought[UCI_TREE_CHILDREN]; /* N25: sets of views */
};

/* The place of the lowest digit that is not 0. */
static inline unsigned uci_tree_digit(unsigned rank)
{
    return (unsigned)__builtin_ctz(rank) / UCI_TREE_BITS;
}

static inline unsigned uci_tree_parent(unsigned rank)
{
    unsigned shift = uci_tree_digit(rank) * UCI_TREE_BITS;
    return rank & ~((unsigned)UCI_TREE_ARITY << shift);
}

/* The position among its parent's children, from 0 to UCI_TREE_CHILDREN - 1. */
static inline unsigned uci_tree_position(unsigned rank)
{
    unsigned digit = uci_tree_digit(rank);
    return digit * UCI_TREE_ARITY +
           (rank >> digit * UCI_TREE_BITS & UCI_TREE_ARITY) - 1;
}

/* The child at that position. */
static inline unsigned uci_tree_child(unsigned rank, unsigned position)
{
    unsigned shift = position / UCI_TREE_ARITY * UCI_TREE_BITS;
    return rank | (position % UCI_TREE_ARITY + 1) << shift;
}

/* How many children a rank has of n ranks: the positions below. */
static inline unsigned uci_tree_count(unsigned rank, unsigned n)
{
    unsigned digits = rank ? uci_tree_digit(rank) : UCI_TREE_DIGITS;
    unsigned count = digits * UCI_TREE_ARITY;
    while (count > 0 && uci_tree_child(rank, count - 1) >= n)
        count--;
    return count;
}
