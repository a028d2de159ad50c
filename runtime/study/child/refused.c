/* What programs for clusters have and child stealing has not: each ends the
 * program by name. */
#include "base/message.h"
#include "sched/strand_views.h"

#include <ucilk/abi.h>

struct ucilk_abi_reducer *uci_reducers; /* none */

/* Called by a constructor, before main. */
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("child stealing has no reducers at file scope: it does not keep "
              "the order of the elision; use --ucilk-tool=sim");
}

/* Local reducers are arguments of loops in programs for clusters: nothing is to
 * be done for them, and each variable is its own view. */
void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid)
{
    (void)size, (void)monoid;
    return key;
}

void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    (void)start, (void)size;
}

void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    (void)start, (void)size;
}
