/* What futures and groups have in common before there is an entry. */
#ifndef UCI_API_FUTURE_H
#define UCI_API_FUTURE_H

#include "base/atomics.h"

#include <ucilk/abi.h>

/* Ends the program if a future cannot have so many consumers; `what' makes
 * it. */
/* `left' are its consumers before it is shared with so many more. */
void uci_future_check_share(long consumers, long left, const char *place);
_Noreturn void uci_future_refuse_consumers(long consumers, const char *what,
                                           const struct ucilk_abi_task *site)
    __attribute__((cold));
static inline void uci_future_check_consumers(long consumers, const char *what,
                                              const struct ucilk_abi_task *site)
{
    if (uci_unlikely(consumers < 1 || consumers > UCILK_ABI_MAX_CONSUMERS))
        uci_future_refuse_consumers(consumers, what, site);
}

#endif
