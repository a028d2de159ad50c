/*
 * Shadow memory: for each eight bytes of the program the accesses that were
 * made while something ran beside them, as far as later ones may race with
 * them.  An access is a word: strand, place, whether it writes, and a mask of
 * the bytes.
 */
#pragma once

#include "race/run.h"

void uci_shadow_start(void);

/* The running strand reads or writes so many bytes.  False if that is a race,
 * or the memory is not watched. */
bool uci_shadow_access(uintptr_t address, unsigned long size, bool is_write,
                       uintptr_t pc);

/* An access by the program, if it is one that is watched. */
static inline void uci_watch(const void *p, unsigned long size, bool is_write,
                             uintptr_t pc)
{
    if (uci_run_is_watched && uci_run_is_here)
        uci_shadow_access((uintptr_t)p, size, is_write, pc);
}
/* The place of the caller's caller. */
#define UCI_CALLER ((uintptr_t)__builtin_return_address(0))

/* The memory is used for something else from now on. */
void uci_shadow_clear(uintptr_t address, unsigned long size);

/* The checked thread's stack lies there. */
void uci_shadow_stack(uintptr_t begin, uintptr_t end);

/* A function returns, whose frame ends there: it, and the stack below it, are
 * used for something else from now on. */
void uci_shadow_return(uintptr_t end);
