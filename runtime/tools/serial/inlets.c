/* Inlets and abort of <ucilk/abi.h>.  In serial order each child has ended when
 * its parent goes on.  So an inlet can run at once, and an abort finds no child
 * that still runs. */
#include "serial/child.h"

#define NOTHING(name, type)                                                    \
    void name(type *unused)                                                    \
    {                                                                          \
        (void)unused;                                                          \
    }
NOTHING(ucilk_abi_child_begin, struct ucilk_abi_child)
NOTHING(ucilk_abi_child_end, struct ucilk_abi_child)
NOTHING(ucilk_abi_abort, struct ucilk_abi_inlets)
NOTHING(ucilk_abi_inlets_back, struct ucilk_abi_inlets)
NOTHING(ucilk_abi_inlets_joined, struct ucilk_abi_inlets)

void ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                     const void *payload, unsigned long size)
{
    (void)child, (void)size;
    uci_child_inlet(run, (void *)payload);
}

int ucilk_abi_aborted(void)
{
    return 0;
}

void ucilk_abi_inlets_leave(struct ucilk_abi_inlets *in,
                            struct ucilk_abi_child *child)
{
    if (child)
        *child = (struct ucilk_abi_child){.in = in};
}
