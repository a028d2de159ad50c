/*
 * Random numbers that depend on the program alone, not on the number of workers
 * nor on who steals what, and the pedigrees they come from: docs/language.md.
 *
 *     #include <ucilk/random.h>
 *     x = ucilk_random();
 *
 * Every file that spawns is compiled by `ucilkcc --ucilk-pedigrees'; a file
 * that only asks need not be.  The serial elision of such a program is `ucilkcc
 * --ucilk-serial --ucilk-pedigrees'.
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

/* One for the program. */
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
/* The next number of the calling strand: 64 bits, any of which may be used. */
uint64_t ucilk_random(void);
/* Other numbers from now on; while nobody else asks, so mostly first in main.
 * Without it the seed is 0. */
void ucilk_random_seed(uint64_t seed);

/* The calling strand's pedigree: its rank, and by way of `parent' those of its
 * ancestors, good until the task that asks returns. */
struct ucilk_pedigree ucilk_pedigree_get(void);
/* The rank counts one more, as it does with each number. */
void ucilk_pedigree_bump(void);
#ifdef __cplusplus
}
#endif

#endif

#endif
