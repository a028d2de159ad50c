/*
 * What the examples with several options share: the options; random numbers;
 * memory; and the clock.
 */
#pragma once

#include <stdint.h>

#include "flags.h"
#include "seconds.h"

/* Returns random number i of a seed, of 64 bits, by the mixing function of
 * splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static inline uint64_t draw(long seed, long i)
{
    uint64_t x = ((uint64_t)seed << 40 ^ (uint64_t)i) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Like malloc, but ends the program if there is no memory. */
static inline void *allocate(long count, size_t size)
{
    void *p = NULL;
    if ((size_t)count <= PTRDIFF_MAX / size)
        p = malloc(count ? (size_t)count * size : 1);
    if (!p) {
        fprintf(stderr, "%s: no memory for %ld times %zu bytes\n", program,
                count, size);
        exit(1);
    }
    return p;
}
