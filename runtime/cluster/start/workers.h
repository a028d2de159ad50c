/* The worker processes of one machine. */
#ifndef UCI_WORKERS_H
#define UCI_WORKERS_H

#include <stdbool.h>

struct ucilk_abi_frame;

/* Worker 0, at a region's first spawn, with its outermost frame. */
void uci_workers_start(struct ucilk_abi_frame *frame);

_Noreturn void uci_workers_done(void); /* a worker's scheduler, at the end */

/* Signals for the program are worker 0's; what a worker causes itself, and job
 * control, stay. */
void uci_workers_block_signals(void);

void uci_workers_forget(void); /* in a forked child */

#endif
