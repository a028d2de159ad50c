/*
 * Chunks of stack: rules K1 to K13 in docs/protocols/stacks.md say who uses and
 * frees one.
 *
 * All chunks lie in one reservation.  Each has UCILK_STACK_SIZE bytes, of which
 * those that are touched are committed, and a guard at its lower end.  Free
 * chunks are in a pool of each worker, last used first, and in one for all.
 */
#pragma once

#include "arch/x86_64/walk.h"
#include "sched/worker.h"

/* The header, at a chunk's upper end; the stack begins below it. */
struct uci_chunk {
    struct uci_chunk *next; /* in a pool */
    uintptr_t sp; /* slot.sp of the spawn whose child runs apart here */
    struct uci_stack stack; /* with sanitizers */
};
static_assert(offsetof(struct uci_chunk, next) == UCI_CHUNK_NEXT, "spawn.S");
static_assert(offsetof(struct uci_chunk, sp) == UCI_CHUNK_SP, "spawn.S");

/* Reserves the addresses of all chunks and returns their upper end.  The
 * system's stacks lie above. */
uintptr_t uci_chunk_start(void);

/* Takes a free chunk from the own pool, or another one; ends the program if
 * there is no room for one. */
struct uci_chunk *uci_chunk_take(void);
/* Puts a chunk into the own pool.  K1: nobody executes on it, except perhaps
 * the caller, which leaves it next. */
void uci_chunk_give(struct uci_chunk *chunk);

/* The chunk that an address lies in, or NULL on a stack of the system. */
struct uci_chunk *uci_chunk_of(uintptr_t address);
/* The lower end of its stack, above the guard. */
uintptr_t uci_chunk_low(const struct uci_chunk *chunk);

/* The shadow of the chunks: a word for each stack pointer, at half of it and so
 * many bytes.  A spawn that is promoted keeps its return address there
 * (promote.h).  False: there is none. */
extern uintptr_t uci_chunk_to_shadow __attribute__((visibility("hidden")));
bool uci_chunk_has_shadow(void);
/* The addresses of all chunks that are accessible. */
struct uci_walk_stacks uci_chunk_all(void);

/* The bytes of each chunk, for messages. */
size_t uci_chunk_size(void);

/* True if the address lies in a chunk's guard. */
bool uci_chunk_is_guard(uintptr_t address);

/* Moves the own pool into the one for all: the worker's thread ends. */
void uci_chunk_end(void);
/* Gives back what free chunks hold, but for their upper KEEP bytes: the worker
 * is about to sleep. */
void uci_chunk_trim(void);

/* Forgets all chunks, in a forked child. */
void uci_chunk_forget(void);
/* Unmaps them; nobody is on one. */
void uci_chunk_unmap(void);
