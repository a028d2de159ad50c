/* Pseudo-random numbers that cost next to nothing (xorshift64). */
#pragma once

#include <stdint.h>

/* Advances *state and returns it: the next number.  *state must not be 0, and
 * never becomes 0. */
static inline uint64_t uci_random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}
