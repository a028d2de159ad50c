/*
 * Pedigrees, and the functions of <ucilk/random.h>.  See pedigree.h;
 * <ucilk/abi.h> has the rules.
 */
#include "api/pedigree.h"

#include "base/atomics.h"
#include "base/lock.h"
#include "base/message.h"

#include <ucilk/dotmix.h>
#include <ucilk/random.h>

#include <stdlib.h>

static _Atomic bool are_kept; /* set at start, or when a library is loaded */

/* The name is public since <ucilk/abi.h> accesses it directly. */
__thread struct ucilk_pedigree ucilk_abi_strand
    __attribute__((tls_model("initial-exec")));

struct ucilk_pedigree uci_pedigree_get(void)
{
    return ucilk_abi_strand;
}

void uci_pedigree_set(struct ucilk_pedigree node)
{
    ucilk_abi_strand = node;
}

void uci_pedigree_lose(const struct ucilk_abi_task *task)
{
    ucilk_abi_strand.rank = 0;
    ucilk_abi_strand.parent =
        (const struct ucilk_pedigree *)((uintptr_t)task | 1);
}

bool uci_pedigrees_are_kept(void)
{
    return uci_load_relaxed(&are_kept);
}

/* --- For generated code --- */

void ucilk_abi_pedigree_keep(void)
{
    uci_store_relaxed(&are_kept, true);
}

struct ucilk_pedigree ucilk_abi_pedigree(void)
{
    return ucilk_abi_strand;
}

void ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth)
{
    ucilk_abi_strand.rank = 0;
    ucilk_abi_strand.parent = birth;
}

void ucilk_abi_pedigree_go_on(struct ucilk_pedigree from)
{
    ucilk_abi_strand.rank = from.rank + 1;
    ucilk_abi_strand.parent = from.parent;
}

static bool is_lost(const struct ucilk_pedigree *node)
{
    return (uintptr_t)node & 1;
}

struct ucilk_pedigree ucilk_abi_pedigree_copy(void)
{
    size_t n = 0;
    const struct ucilk_pedigree *node = ucilk_abi_strand.parent;
    for (; node && !is_lost(node); node = node->parent)
        n++;
    if (n == 0)
        return ucilk_abi_strand;
    struct ucilk_pedigree *copies = malloc(n * sizeof *copies);
    if (!copies)
        uci_fatal("no memory for the pedigree of a future");
    node = ucilk_abi_strand.parent;
    for (size_t i = 0; i < n; i++, node = node->parent)
        copies[i] = (struct ucilk_pedigree){
            node->rank, i + 1 < n ? copies + i + 1 : node->parent};
    return (struct ucilk_pedigree){ucilk_abi_strand.rank, copies};
}

void ucilk_abi_pedigree_drop(struct ucilk_pedigree copy)
{
    if (!is_lost(copy.parent))
        free((void *)copy.parent);
}

/* --- For the program --- */

static struct ucilk_dotmix table;
static _Atomic uint32_t lock, is_filled;

static _Noreturn __attribute__((cold, noinline)) void
refuse_lost(const struct ucilk_pedigree *end, const char *what)
{
    const struct ucilk_abi_task *task =
        (const struct ucilk_abi_task *)((uintptr_t)end & ~(uintptr_t)1);
    uci_fatal("%s: the pedigree is lost behind the spawn of `%s' at %s:%d: "
              "compile that file with ucilkcc --ucilk-pedigrees, too",
              what, task->name, task->file, task->line);
}

static void check_kept(const char *what)
{
    if (uci_unlikely(!uci_pedigrees_are_kept()))
        uci_fatal("%s: no file of this program keeps pedigrees: compile those "
                  "that spawn with ucilkcc --ucilk-pedigrees",
                  what);
}

/* Fills the table from the seed.  Unless `anew', a table that is filled already
 * stays. */
static __attribute__((cold, noinline)) void fill(uint64_t seed, bool anew)
{
    uci_spin_lock(&lock);
    if (anew || !uci_load_relaxed(&is_filled))
        ucilk_dotmix_seed(&table, seed);
    /* Release: the table; with the acquire in ucilk_random. */
    uci_store_release(&is_filled, 1);
    uci_spin_unlock(&lock);
}

void ucilk_random_seed(uint64_t seed)
{
    fill(seed, true);
}

uint64_t ucilk_random(void)
{
    check_kept("ucilk_random");
    if (uci_unlikely(!uci_load_acquire(&is_filled)))
        fill(0, false);
    const struct ucilk_pedigree *end;
    uint64_t number = ucilk_dotmix(&table, &ucilk_abi_strand, &end);
    if (uci_unlikely(end != NULL))
        refuse_lost(end, "ucilk_random");
    ucilk_abi_strand.rank++;
    return number;
}

struct ucilk_pedigree ucilk_pedigree_get(void)
{
    check_kept("ucilk_pedigree_get");
    const struct ucilk_pedigree *node = &ucilk_abi_strand;
    while (node && !is_lost(node))
        node = node->parent;
    if (uci_unlikely(node != NULL))
        refuse_lost(node, "ucilk_pedigree_get");
    return ucilk_abi_strand;
}

void ucilk_pedigree_bump(void)
{
    check_kept("ucilk_pedigree_bump");
    ucilk_abi_strand.rank++;
}
