/*
 * The running strand's pedigree: its first node, a thread-local variable.
 *
 * Generated code sets it where a strand begins or goes on (<ucilk/abi.h>).  The
 * runtime keeps it for a suspended strand.  Where a stolen continuation goes
 * on, the runtime marks the pedigree as lost, and the code behind the spawn
 * sets it again.  If that code is in a file compiled without pedigrees it stays
 * lost.  In a lost pedigree the last node's parent is the address of the
 * spawned task plus 1, which a message can name.
 */
#pragma once

#include <ucilk/abi.h>

#include <stdbool.h>

/* Functions, since a strand may be in another thread after any switch, and
 * compilers keep the address of a thread-local variable.  Programs for clusters
 * have no pedigrees, since their workers share no memory. */
#ifndef UCILK_ABI_CLUSTER
struct ucilk_pedigree uci_pedigree_get(void);
void uci_pedigree_set(struct ucilk_pedigree node);
/* Marks the pedigree as lost behind the spawn of this task. */
void uci_pedigree_lose(const struct ucilk_abi_task *task);

/* True if any file of the program is compiled for pedigrees. */
bool uci_pedigrees_are_kept(void);
#else
static inline struct ucilk_pedigree uci_pedigree_get(void)
{
    return (struct ucilk_pedigree){0, NULL};
}
static inline void uci_pedigree_set(struct ucilk_pedigree node)
{
    (void)node;
}
static inline bool uci_pedigrees_are_kept(void)
{
    return false;
}
static inline void uci_pedigree_lose(const struct ucilk_abi_task *task)
{
    (void)task;
}
#endif
