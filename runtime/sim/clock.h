/* Virtual time, as the runtime and its files see it. */
#ifndef UCI_SIM_CLOCK_H
#define UCI_SIM_CLOCK_H

#include <stdint.h>

/* The clock of the worker that runs. */
uint64_t uci_sim_nanoseconds(void);

static inline uint64_t uci_ticks(void)
{
    return uci_sim_nanoseconds();
}

static inline uint64_t uci_nanoseconds(void)
{
    return uci_sim_nanoseconds();
}

/* ucilk_work. */
void uci_work(unsigned long nanoseconds);

/* So many nanoseconds pass for the worker that runs; no other one runs
 * meanwhile. */
void uci_sim_charge(uint32_t nanoseconds);

/* A steal from another node has claimed its entry: UCILK_SIM_TRIPS. */
void uci_claimed_far(unsigned victim);

/* A thread from another node is about to be resumed: UCILK_SIM_RESUME_TRIPS. */
void uci_resumes_far(unsigned rank);

/* A spawn of this task: its cost passes, and others may run. */
struct ucilk_abi_task;
void uci_sim_spawn(const struct ucilk_abi_task *task);

#endif
