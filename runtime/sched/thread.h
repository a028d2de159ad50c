/*
 * Stolen and suspended threads.  In one process their frames stay where they
 * are; in programs for clusters they are copied to the same addresses of
 * another worker.  Both headers have the same names.
 */
#pragma once

#include "base/kind.h"

#ifdef UCILK_ABI_CLUSTER
#include "cluster/sched/frames_move.h"
#else
#include "one_machine/frames_stay.h"
#endif
