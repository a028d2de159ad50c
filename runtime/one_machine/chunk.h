/*
 * Chunks of stack: rules K1 and K8 in docs/protocols/stacks.md.
 *
 * All lie in one reservation, UCILK_STACK_SIZE each, with a guard at the lower
 * end, and are committed by touch.  A chunk belongs to the youngest frame
 * on it that is not finished.  Those that belong to nobody are in a pool of each
 * worker, last used first.
 */
#ifndef UCI_CHUNK_H
#define UCI_CHUNK_H

#include "words/worker.h"

/* The header, at a chunk's upper end; stack begins below it. */
struct uci_chunk {
    struct uci_chunk *next; /* among those that are free */
    uintptr_t sp;           /* of the spawner, while its child runs here apart */
    struct uci_stack stack; /* with sanitizers */
};
static_assert(offsetof(struct uci_chunk, next) == UCI_CHUNK_NEXT, "spawn.S");
static_assert(offsetof(struct uci_chunk, sp) == UCI_CHUNK_SP, "spawn.S");

/* Reserves the addresses; once.  Returns their upper end: stacks of the
 * system's lie above. */
uintptr_t uci_chunk_start(void);

/* A free one, from the own pool or a new one; ends the program when there is
 * none. */
struct uci_chunk *uci_chunk_take(void);
/* Into the own pool.  K1: nobody executes on it but perhaps the caller, who
 * leaves it next. */
void uci_chunk_give(struct uci_chunk *chunk);

/* The one that an address lies in, or NULL: a stack of the system's. */
struct uci_chunk *uci_chunk_of(uintptr_t address);
/* Its lowest address for frames. */
uintptr_t uci_chunk_low(const struct uci_chunk *chunk);

/* Bytes of each, for messages. */
size_t uci_chunk_size(void);

/* Is this the guard below a chunk? */
bool uci_chunk_is_guard(uintptr_t address);

/* The own pool goes to all; the thread ends.  Pages beyond the first are given
 * back; the worker is about to sleep. */
void uci_chunk_end(void);
void uci_chunk_trim(void);

/* In a forked child; and, with nobody on a chunk, gives all back. */
void uci_chunk_forget(void);
void uci_chunk_unmap(void);

#endif
