/* The views of reducers of a strand: rules R1-R9 in docs/protocols/views.md. */
#pragma once

#ifdef UCILK_ABI_CLUSTER
#include "cluster/sched/view_copies.h"
#else
#include "one_machine/view_tables.h"
#endif

/* Counts what became of a set. */
#define uci_views_tally(set, name) ((set) ? uci_tally(name) : (void)0)
