/* What the slow path of a spawn needs from start/, and spawn.S from it. */
#ifndef UCI_SPAWN_H
#define UCI_SPAWN_H

#include <ucilk/abi.h>

#include <stdint.h>
#include <sys/types.h>

/* A region is about to begin, with this outermost frame: starts the other
 * workers, if that has not been done; tells them of it, on a cluster. */
extern void (*uci_spawn_start_workers)(struct ucilk_abi_frame *frame);

/* The thread of this worker that may spawn. */
extern pid_t uci_spawn_thread;

/* That thread runs exit(): its spawns are refused from now on. */
void uci_spawn_end(void);

/* Called by spawn.S: pushes the entry whose context is at sp, below which
 * lie the words of layout.h. */
void uci_spawn_push(uintptr_t sp, struct ucilk_abi_frame *frame);

#endif
