/* Deadly signals: a message, then the end of the program. */
#ifndef UCI_CRASH_H
#define UCI_CRASH_H

#include <signal.h>

/* Installs the handlers; before main. */
void uci_crash_start(void);
/* Called by a worker process that was cloned: gives it a signal stack. */
void uci_crash_start_worker(void);

/* Blocks all signals but those that an instruction causes: these are needed by
 * UCILK_CHECK_MEMORY and by the messages about crashes. */
void uci_crash_block_others(sigset_t *old);

#endif
