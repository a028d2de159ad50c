/*
 * Runs of units: which are free, and what is large enough to have a run of its
 * own.  One lock for all workers, held for no system call that takes long.
 */
#ifndef UCI_RUNS_H
#define UCI_RUNS_H

#include "mem/units.h"

/* n units as one run of the given kind, aligned to so many (a power of two).
 * `zero': that reads as zero; else *zeroed says whether it does.  NULL with
 * errno ENOMEM. */
struct uci_unit *uci_runs_take(size_t n, size_t alignment,
                               enum uci_unit_kind kind, bool zero,
                               bool *zeroed);
void uci_runs_give(struct uci_unit *u);

/* A large block: the same, longer or shorter where it is. */
bool uci_runs_grow(struct uci_unit *u, size_t n);
void uci_runs_shrink(struct uci_unit *u, size_t n);

/* Part of a run of pages goes back, and what it holds is dropped. */
void uci_runs_give_pages(char *start, size_t size);

#endif
