/* The slow path of a spawn: what spawn.S calls, and the hooks that start/ and
 * data/ set. */
#pragma once

#include <ucilk/abi.h>

#include "sched/worker.h"

#include <stdint.h>
#include <sys/types.h>

/* Called before a region is opened with this outermost frame: starts the other
 * workers, if they have not been started, or tells them that a region
 * begins. */
extern void (*uci_spawn_start_workers)(struct ucilk_abi_frame *frame);

/* The system's id of the one thread of this process that may spawn. */
extern pid_t uci_spawn_thread;

/* Refuses spawns from now on: that thread runs exit(). */
void uci_spawn_end(void);

/* Called by spawn.S: pushes the entry whose context is at sp; the child's words
 * lie below sp. */
void uci_spawn_push(uintptr_t sp, struct ucilk_abi_frame *frame);

/* In the simulation the time of the task of the spawn at sp passes here. */
#ifdef UCI_SIM_BUILD
#include "base/simulated.h"
static inline void uci_spawn_charge(uintptr_t sp)
{
    uci_sim_spawn(uci_spawn_task(sp));
}
#else
static inline void uci_spawn_charge(uintptr_t sp)
{
    (void)sp;
}
#endif
