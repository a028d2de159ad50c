/*
 * A spawn is a call until a thief comes: rules W in docs/protocols/lazy.md.
 *
 * A spawn that is written out writes nothing for thieves.  One that finds the
 * deque empty lowers the owner's limit, and at its next spawn the owner walks
 * up its own stack and *promotes* the spawns that it passes: it pushes their
 * entries, and lets their children return to uci_promoted_return, which pops.
 */
#pragma once

#include "one_machine/chunk.h"

extern const char uci_promoted_return[];

/* The code of the spawn that answers (K4), by the return address of its call;
 * NULL if that is of no spawn that is written out. */
const unsigned char *uci_site_of(uintptr_t called);

/* The address to which the spawn at sp, a stack pointer, returns: what it was
 * if the spawn is promoted. */
static inline uintptr_t uci_called(uintptr_t sp)
{
    uintptr_t called = *(const uintptr_t *)(sp - sizeof sp);
    return called == (uintptr_t)uci_promoted_return
               ? *(const uintptr_t *)(sp / 2 + uci_chunk_to_shadow)
               : called;
}

/* Promotes all spawns of the own thread, whose registers are these before its
 * next instruction: for a message that tells its tasks.  The thread does not go
 * on. */
void uci_promote_at(struct uci_registers r);
