/* The table for debuggers.  See report/debugger.h. */
#include "report/debugger.h"

#include "cluster/mem/region.h"

const unsigned long uci_debugger_layout[] = {
    3, /* version of this table */
    UCI_DEBUGGER_WORDS,
    offsetof(struct uci_worker, region),
    UCI_REGION_END,
};
