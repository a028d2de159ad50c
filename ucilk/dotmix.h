/*
 * DotMix, the random number generator over pedigrees of Leiserson, Schardl and
 * Sukha (PPoPP'12): the scalar product of the pedigree and a table of random
 * numbers, modulo the prime p = 2^64 - 59, and four rounds of mixing.
 *
 * The runtime includes it, and <ucilk/random.h> in the serial elision.
 * Programs use <ucilk/random.h>.
 *
 * Over all tables, two different pedigrees have the same product with a
 * probability of 1 / p.  The youngest rank is multiplied by the table's first
 * number, and 1 is added to each rank.  So a pedigree differs from a shorter
 * one as if that began with zeros.  Mixing is a bijection.
 */
#ifndef UCILK_DOTMIX_H
#define UCILK_DOTMIX_H

#include <ucilk/abi.h>

#include <stdint.h>

#ifdef __GNUC__
#pragma GCC system_header /* as abi.h is: __int128 */
#endif

enum { UCILK_DOTMIX_LEVELS = 128 }; /* others are computed at each use */

struct ucilk_dotmix {
    uint64_t seed;
    uint64_t gammas[UCILK_DOTMIX_LEVELS];
};

/* The table's number for a level, below p: SplitMix64's output number `level'
 * (Steele, Lea and Flood, OOPSLA'14). */
static __inline__ __attribute__((unused)) uint64_t
ucilk_dotmix_gamma(uint64_t seed, uint64_t level)
{
    uint64_t z = seed + (level + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return z >= (uint64_t)-59 ? z - (uint64_t)-59 : z;
}

static __inline__ __attribute__((unused)) void
ucilk_dotmix_seed(struct ucilk_dotmix *d, uint64_t seed)
{
    int i;
    d->seed = seed;
    for (i = 0; i < UCILK_DOTMIX_LEVELS; i++)
        d->gammas[i] = ucilk_dotmix_gamma(seed, (uint64_t)i);
}

/* The random number of a pedigree.  *end is its last node's parent: null, or an
 * odd address by which the runtime marks a pedigree as lost. */
static __inline__ __attribute__((unused)) uint64_t
ucilk_dotmix(const struct ucilk_dotmix *d, const struct ucilk_pedigree *p,
             const struct ucilk_pedigree **end)
{
    /* The sums of the upper and the lower halves of the products: 2^64 is 59
     * modulo p. */
    unsigned __int128 high = 0, low = 0;
    uint64_t z, level = 0;
    int i;
    for (; p && !((uintptr_t)p & 1); p = p->parent, level++) {
        uint64_t gamma = level < UCILK_DOTMIX_LEVELS
                             ? d->gammas[level]
                             : ucilk_dotmix_gamma(d->seed, level);
        unsigned __int128 product =
            (unsigned __int128)gamma * ((uint64_t)p->rank + 1);
        high += (uint64_t)(product >> 64);
        low += (uint64_t)product;
    }
    *end = p;
    low += high * 59;
    low = (low >> 64) * 59 + (uint64_t)low;
    low = (low >> 64) * 59 + (uint64_t)low;
    low = (low >> 64) * 59 + (uint64_t)low;
    z = (uint64_t)low;
    if (z >= (uint64_t)-59)
        z -= (uint64_t)-59;
    for (i = 0; i < 4; i++) {
        z *= 2 * z + 1;
        z = z << 32 | z >> 32;
    }
    return z;
}

#endif
