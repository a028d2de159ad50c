/*
 * The scan: can a source have keywords at all?
 *
 * Reads the source and the user's headers that it includes, not the
 * compiler's own directories, without preprocessing: every branch of every
 * #if, comments and strings left out.  UK_SCAN_UNCLEAR is no verdict: there
 * may be keywords, or something that only a preprocessor understands.
 */
#pragma once

#include "unit.h"

enum uk_scan {
    UK_SCAN_PLAIN,    /* no keyword */
    UK_SCAN_MENTIONS, /* no keyword, but the runtime is mentioned */
    UK_SCAN_UNCLEAR,
};

enum uk_scan uk_scan(const struct uk_job *job, const struct uk_item *input);
