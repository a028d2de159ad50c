/* An access by the program, if it is one that is watched. */
#ifndef UCI_WATCH_H
#define UCI_WATCH_H

#include "race/run.h"
#include "race/shadow.h"

/* The place of the caller's caller. */
#define UCI_CALLER ((uintptr_t)__builtin_return_address(0))

static inline void uci_watch(const void *p, unsigned long size, bool is_write,
                             uintptr_t pc)
{
    if (uci_run_is_watched && uci_run_is_here)
        uci_shadow_access((uintptr_t)p, size, is_write, pc);
}

#endif
