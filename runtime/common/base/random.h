/* Pseudo-random numbers that cost next to nothing (xorshift64). */
#ifndef UCI_RANDOM_H
#define UCI_RANDOM_H

#include <stdint.h>

/* The next state, which is the number; never 0 if *state is not. */
static inline uint64_t uci_random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
