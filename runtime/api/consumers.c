/* Numbers of consumers that no future can have.  See future.h. */
#include "api/consumers.h"

#include "base/message.h"

void uci_future_refuse_consumers(long consumers, const char *what,
                                 const struct ucilk_abi_task *site)
{
    uci_fatal("%s:%d: %s for %ld consumers: their number is from 1 to %ld",
              site->file, site->line, what, consumers, UCILK_ABI_MAX_CONSUMERS);
}

void uci_future_check_share(long consumers, long left, const char *place)
{
    if (consumers < 1)
        uci_fatal("%s: share for %ld consumers more: it adds at least one",
                  place, consumers);
    if (consumers > UCILK_ABI_MAX_CONSUMERS - left)
        uci_fatal("%s: share for %ld consumers more: the number of those left, "
                  "%ld, and them together is to be at most %ld",
                  place, consumers, left, UCILK_ABI_MAX_CONSUMERS);
}
