/* Time. */
#pragma once

#ifdef UCI_SIM_BUILD
#include "base/simulated.h"
#else

#include <stdint.h>
#include <time.h>

/* The processor's time stamp counter: constant rate, equal on all CPUs. */
static inline uint64_t uci_ticks(void)
{
    return __builtin_ia32_rdtsc();
}

/* Declared work: time that passes in the simulation only. */
static inline void uci_work(unsigned long nanoseconds)
{
    (void)nanoseconds;
}

/* A steal from another node has claimed its entry: UCILK_SIM_TRIPS. */
static inline void uci_claimed_far(unsigned victim)
{
    (void)victim;
}

/* A thread from another node is about to be resumed: UCILK_SIM_RESUME_TRIPS. */
static inline void uci_resumes_far(unsigned rank)
{
    (void)rank;
}

/* A spawn, of child stealing. */
struct ucilk_abi_task;
static inline void uci_sim_spawn(const struct ucilk_abi_task *task)
{
    (void)task;
}

/* The monotonic clock. */
static inline uint64_t uci_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

#endif
