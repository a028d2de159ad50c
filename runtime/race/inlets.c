/* Inlets and abort of <ucilk/abi.h>.  An inlet runs where its child ends.  It
 * never runs beside other inlets or the code of its parent, so its accesses are
 * left alone. */
#include "race/run.h"

static void leave_alone(int n)
{
    uci_run.ignored += (unsigned)n;
    uci_run_changed();
}

void ucilk_abi_child_begin(struct ucilk_abi_child *child)
{
    (void)child;
}

void ucilk_abi_child_end(struct ucilk_abi_child *child)
{
    (void)child;
}

void ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                     const void *payload, unsigned long size)
{
    (void)child, (void)size;
    leave_alone(1);
    run((void *)payload);
    leave_alone(-1);
}

void ucilk_abi_abort(struct ucilk_abi_inlets *in)
{
    (void)in;
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

void ucilk_abi_inlets_back(struct ucilk_abi_inlets *in)
{
    (void)in;
}

void ucilk_abi_inlets_joined(struct ucilk_abi_inlets *in)
{
    (void)in;
}
