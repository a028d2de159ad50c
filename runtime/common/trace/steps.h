/*
 * Time stamps of steps, in builds for bench/breakdown (UCI_TIMED_BUILD);
 * elsewhere nothing.  Steps are in steps.def.
 */
#ifndef UCI_STEPS_H
#define UCI_STEPS_H

#include "common/base/ticks.h"

enum uci_step {
#define STEP(name, title) UCI_STEP_##name,
#include "common/trace/steps.def"
#undef STEP
    UCI_N_STEPS
};

#ifdef UCI_TIMED_BUILD
#include "words/worker.h"

/* A worker's latest stamps, which the benchmark has. */
struct uci_step_log {
    uint64_t at[UCI_N_STEPS];
} __attribute__((aligned(64)));
extern struct uci_step_log uci_step_logs[];

/* What came before it is complete, and nothing after it has begun. */
#define uci_step(name)                                                         \
    (__builtin_ia32_mfence(), __builtin_ia32_lfence(),                         \
     uci_step_logs[uci_id].at[UCI_STEP_##name] = uci_ticks(),                  \
     __builtin_ia32_lfence())
#else
#define uci_step(name) ((void)0)
#endif

#endif
