/*
 * The running strand's pedigree: its first node, in the thread that runs it.
 *
 * Generated code sets it where a strand begins or goes on (<ucilk/abi.h>).  The
 * runtime keeps it for a strand that is suspended, and marks it as lost for a
 * continuation: only the code that goes on there knows what it was.  A lost one
 * is known by the last node's parent, which is the task that was spawned, plus
 * 1: its spawn is in a file without pedigrees, if anyone ever sees it.
 */
#ifndef UCI_PEDIGREE_H
#define UCI_PEDIGREE_H

#include <ucilk/abi.h>

#include <stdbool.h>

/* Calls, since the thread may be another one after any switch. */
struct ucilk_pedigree uci_pedigree_get(void);
void uci_pedigree_set(struct ucilk_pedigree node);
void uci_pedigree_lose(const struct ucilk_abi_task *task);

/* Is any file of the program compiled for pedigrees? */
bool uci_pedigrees_are_kept(void);

#endif
