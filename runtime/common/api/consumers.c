/* Numbers of consumers that no future can have.  See future.h. */
#include "common/api/future.h"

#include "common/base/message.h"

void uci_future_refuse_consumers(long consumers, const char *what,
                                 const struct ucilk_abi_task *site)
{
    uci_fatal("%s:%d: %s for %ld consumers: their number is from 1 to %ld",
              site->file, site->line, what, consumers, UCILK_ABI_MAX_CONSUMERS);
}
