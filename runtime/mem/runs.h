/*
 * Runs of units: which are free, and what is large enough to have a run of its
 * own.  One lock for all workers, held for no system call that takes long.
 */
#ifndef UCI_RUNS_H
#define UCI_RUNS_H

#include "mem/units.h"

enum uci_runs_wish {
    UCI_RUNS_ANY,
    UCI_RUNS_ZERO, /* reads as zero, and takes memory only as it is touched */
    UCI_RUNS_ROOM  /* has room behind it to grow, if that costs nothing */
};

/* n units as one run of the given kind, aligned to so many (a power of two);
 * says whether all reads as zero.  NULL with errno ENOMEM. */
struct uci_unit *uci_runs_take(size_t n, size_t alignment,
                               enum uci_unit_kind kind,
                               enum uci_runs_wish wish, bool *zeroed);
void uci_runs_give(struct uci_unit *u);

/* A large block: the same, longer or shorter where it is. */
bool uci_runs_grow(struct uci_unit *u, size_t n);
void uci_runs_shrink(struct uci_unit *u, size_t n);

/* And its memory, at once. */
void uci_runs_give_back(struct uci_unit *u);

#endif
