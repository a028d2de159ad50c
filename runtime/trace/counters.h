/* The counters of counters.def.  Each worker writes its own, with plain stores;
 * the sums are taken at the end of the program. */
#pragma once

#include <stdint.h>

struct uci_counters {
#define COUNTER(field, title) uint64_t field;
#include "trace/counters.def"
#undef COUNTER
};
