/*
 * Time stamps of the steps in steps.def, in builds for bench/breakdown and
 * bench/steals (UCI_TIMED_BUILD).  In other builds uci_step is nothing.
 */
#pragma once

#include "base/ticks.h"

enum uci_step {
#define STEP(name, title) UCI_STEP_##name,
#include "trace/steps.def"
#undef STEP
    UCI_N_STEPS
};

#ifdef UCI_TIMED_BUILD
#include "sched/worker.h"

/* A worker's latest stamps.  The benchmark defines the array. */
struct uci_step_log {
    uint64_t at[UCI_N_STEPS];
} __attribute__((aligned(64)));
extern struct uci_step_log uci_step_logs[];

/* Takes a stamp when all memory accesses before it are complete and none after
 * it has begun. */
#define uci_step(name)                                                         \
    (__builtin_ia32_mfence(), __builtin_ia32_lfence(),                         \
     uci_step_logs[uci_id].at[UCI_STEP_##name] = uci_ticks(),                  \
     __builtin_ia32_lfence())
#elif defined(UCI_SIM_BUILD)
/* A step costs what study/sim/cost.c says. */
extern const uint32_t uci_sim_step_cost[UCI_N_STEPS];
#define uci_step(name) uci_sim_charge(uci_sim_step_cost[UCI_STEP_##name])
#else
#define uci_step(name) ((void)0)
#endif
