/* Counters: see counters.def.  Each worker writes its own, plainly; others
 * read them at exit. */
#ifndef UCI_COUNTERS_H
#define UCI_COUNTERS_H

#include <stdint.h>

struct uci_counters {
#define COUNTER(field, title) uint64_t field;
#include "common/trace/counters.def"
#undef COUNTER
};

#endif
