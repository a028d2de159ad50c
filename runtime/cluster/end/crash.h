/* Deadly signals, on a stack of their own. */
#ifndef UCI_CRASH_H
#define UCI_CRASH_H

#include <signal.h>

void uci_crash_start(void);
void uci_crash_start_worker(void);

/* Blocks all signals but what an instruction causes: UCILK_CHECK_MEMORY lives
 * by these, and there is a message for others. */
void uci_crash_block_others(sigset_t *old);

#endif
