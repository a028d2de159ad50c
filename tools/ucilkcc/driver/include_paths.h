/*
 * Lookup: where the flags say that headers are, for the scan (scan.h).
 *
 * All directories where a name may be found are tried, in no order: the scan
 * reads every file that may be meant.
 */
#ifndef UK_LOOKUP_H
#define UK_LOOKUP_H

#include "unit.h"

struct uk_lookup {
    struct uk_words quote; /* -iquote, and "" for the current directory */
    struct uk_words all;   /* -I, -isystem, -idirafter, CPATH, ... */
    struct uk_words files; /* -include, -imacros */
    struct uk_words texts; /* what -D defines */
    bool is_unclear;       /* a flag that may mean more than the above */
};

/* From the compiler's command and the user's flags. */
void uk_lookup_read(struct uk_lookup *lookup, const struct uk_job *job);

#endif
