/*
 * How a thread lets time pass while it waits for another one.  In the
 * simulation time is virtual, and there these let the other workers run
 * (base/simulated.h).
 */
#pragma once

#ifdef UCI_SIM_BUILD
#include "base/simulated.h"
#else

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Tells the processor that this is a spin loop. */
static inline void uci_pause(void)
{
    __builtin_ia32_pause();
}

/* Lets another thread have this CPU. */
static inline void uci_yield(void)
{
    sched_yield();
}

/* Of <linux/futex.h>, which a compiler for musl does not find. */
enum { UCI_FUTEX_WAIT = 0, UCI_FUTEX_WAKE = 1 };

/* Sleeps while the word is `value', for at most ns nanoseconds; 0 means without
 * a limit.  True if it slept for all of that time. */
static inline bool uci_futex_wait(_Atomic uint32_t *word, uint32_t value,
                                  long ns)
{
    struct timespec time = {0, ns};
    return syscall(SYS_futex, word, UCI_FUTEX_WAIT, value, ns ? &time : NULL,
                   NULL, 0) != 0 &&
           errno == ETIMEDOUT;
}

/* Wakes one that sleeps on the word. */
static inline void uci_futex_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, UCI_FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* In the simulation an idle worker leaves out up to `most' looks for work that
 * would find nothing, each of which it would wait ns after; returns how many,
 * after their time. */
static inline unsigned uci_skip_looks(unsigned most, uint32_t ns)
{
    (void)most, (void)ns;
    return 0;
}
enum { UCI_PAUSE_NS = 0, UCI_YIELD_NS = 0 };

/* Something has come that worker `rank' of this node looks for, or any one of
 * this node. */
static inline void uci_skip_end(unsigned rank)
{
    (void)rank;
}
static inline void uci_skip_end_on_node(void)
{
}
/* In the simulation true if a look at that worker of this node is known to find
 * nothing. */
static inline bool uci_finds_nothing(unsigned rank)
{
    (void)rank;
    return false;
}

#endif
