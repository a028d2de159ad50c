/*
 * Random numbers that depend on the program alone, not on the number of workers
 * nor on steals, and the pedigrees that they are made of: docs/language.md.
 *
 *     #include <ucilk/random.h>
 *     x = ucilk_random();
 *
 * Compile every file that spawns by `ucilkcc --ucilk-pedigrees'; a file that
 * only calls these functions need not be.  For the serial elision of such a
 * program it is `ucilkcc --ucilk-serial --ucilk-pedigrees'.
 */
#ifndef UCILK_RANDOM_H
#define UCILK_RANDOM_H

#include <ucilk/abi.h>

#include <stdint.h>

#if defined(UCILK_MACROS_H) && !defined(UCILK_ABI_PEDIGREES)
#error "ucilk: macros keep no pedigrees: keywords and --ucilk-pedigrees do"
#endif
#if defined(UCILK_ABI_CLUSTER) || defined(UCILK_CLUSTER)
#error "ucilk: programs for clusters keep no pedigrees: no random.h"
#endif

#ifdef UCILK_SERIAL

#ifndef UCILK_ABI_PEDIGREES
#error "ucilk: serial, too, random.h needs `ucilkcc --ucilk-pedigrees'"
#else

#include <ucilk/dotmix.h>

/* Weak: the program has one, whatever the number of its files. */
__attribute__((weak)) struct ucilk_serial_table {
    struct ucilk_dotmix dotmix;
    int is_filled;
} ucilk_serial_table;

static __inline__ __attribute__((unused)) void
ucilk_serial_random_seed(uint64_t seed)
{
    ucilk_dotmix_seed(&ucilk_serial_table.dotmix, seed);
    ucilk_serial_table.is_filled = 1;
}

static __inline__ __attribute__((unused)) uint64_t ucilk_serial_random(void)
{
    const struct ucilk_pedigree *end;
    uint64_t number;
    if (!ucilk_serial_table.is_filled)
        ucilk_serial_random_seed(0);
    number =
        ucilk_dotmix(&ucilk_serial_table.dotmix, &ucilk_serial_pedigree, &end);
    ucilk_serial_pedigree.rank++;
    return number;
}

#define ucilk_random() ucilk_serial_random()
#define ucilk_random_seed(seed) ucilk_serial_random_seed(seed)
#define ucilk_pedigree_get() ucilk_abi_pedigree()
#define ucilk_pedigree_bump() ((void)ucilk_serial_pedigree.rank++)

#endif
#else

#ifdef __cplusplus
extern "C" {
#endif
/* The next number of the calling strand: 64 bits, all of which may be used. */
uint64_t ucilk_random(void);
/* Sets the seed; without it the seed is 0.  No other thread or task may use
 * these functions at the same time, so mostly main calls it first. */
void ucilk_random_seed(uint64_t seed);

/* The calling strand's pedigree: its rank and, through `parent', those of its
 * ancestors, which are valid until the calling task returns. */
struct ucilk_pedigree ucilk_pedigree_get(void);
/* Adds 1 to the rank, as each number does. */
void ucilk_pedigree_bump(void);
#ifdef __cplusplus
}
#endif

#endif

#endif
