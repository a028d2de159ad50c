/*
 * Time and waiting of a virtual worker, in the places of the clock and the
 * processor: ticks.h and relax.h include this where UCI_IS_SIM.  study/sim/
 * defines it all.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
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

/* Waiting: the others run. */
enum {
    UCI_PAUSE_NS = 10,  /* of a spin loop */
    UCI_YIELD_NS = 500, /* of a call of the system that changes nothing */
};
void uci_pause(void);
void uci_yield(void);

/* As relax.h has them. */
bool uci_futex_wait(_Atomic uint32_t *word, uint32_t value, long ns);
void uci_futex_wake(_Atomic uint32_t *word);
unsigned uci_skip_looks(unsigned most, uint32_t ns);
void uci_skip_end(unsigned rank);
void uci_skip_end_on_node(void);
bool uci_finds_nothing(unsigned rank);
