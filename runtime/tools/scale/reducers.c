/* Reducers of <ucilk/abi.h>.  In serial order all strands use the leftmost
 * view. */
#include "base/message.h"

#include <ucilk/abi.h>

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

void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("a program for clusters with reducers is not measured: compile "
              "it without --ucilk-cluster");
}
