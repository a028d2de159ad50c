/*
 * Inlets and abort: rules Q1-Q6, A1-A7 in docs/protocols/inlets.md.
 *
 * A strand's scope is the innermost child around it whose parent has inlets or
 * aborts; such children are linked outwards.  A strand is aborted if any of
 * them is.  The scope of a thread's bottom is in the slot below its first
 * entry, in the place of the registers: that slot holds no continuation any
 * more.
 */
#pragma once

#include "sched/deque.h"

#include <ucilk/abi.h>

/* A3: the scope in such a slot. */
static inline struct ucilk_abi_child *
uci_scope_of_base(const struct uci_slot *base)
{
    return (struct ucilk_abi_child *)base->registers[0];
}
static inline void uci_scope_set_base(struct uci_slot *base,
                                      struct ucilk_abi_child *scope)
{
    base->registers[0] = (uintptr_t)scope;
}

/* A6: called before the spawn at sp is pushed.  If the strand is aborted, the
 * parent goes on as such, and the call does not return. */
void uci_abort_check_spawn(uintptr_t sp);
