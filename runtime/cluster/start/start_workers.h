/* The start of the worker processes of one machine. */
#ifndef UCI_WORKERS_H
#define UCI_WORKERS_H

#include <stdbool.h>

struct ucilk_abi_frame;

/* Called by worker 0 at a region's first spawn, with its outermost frame:
 * clones the others, or gives them main's data. */
void uci_workers_start(struct ucilk_abi_frame *frame);

/* Called by a worker's scheduler at the end of the program. */
__attribute__((noreturn)) void uci_workers_done(void);

/* Blocks the signals that are for worker 0; not those that a worker causes
 * itself, nor those of job control. */
void uci_workers_block_signals(void);

void uci_workers_forget(void); /* called in a forked child */

#endif
