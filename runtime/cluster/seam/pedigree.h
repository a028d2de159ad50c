/* Programs for clusters have no pedigrees, since their workers share no
 * memory. */
#ifndef UCI_PEDIGREE_H
#define UCI_PEDIGREE_H

#include <ucilk/abi.h>

#include <stdbool.h>

static inline struct ucilk_pedigree uci_pedigree_get(void)
{
    return (struct ucilk_pedigree){0, NULL};
}
static inline void uci_pedigree_set(struct ucilk_pedigree node)
{
    (void)node;
}
static inline void uci_pedigree_lose(const struct ucilk_abi_task *task)
{
    (void)task;
}
static inline bool uci_pedigrees_are_kept(void)
{
    return false;
}

#endif
