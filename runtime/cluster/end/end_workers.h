/* The end of the worker processes: rules E1 to E3 in docs/protocols/home.md. */
#ifndef UCI_END_WORKERS_H
#define UCI_END_WORKERS_H

#include <stdbool.h>

/* Called by worker 0 before it starts the others. */
void uci_end_workers_start(void);

/* Called when worker `id' has been reaped, with what waitid says.  If the
 * program is not done yet this ends it; by exit() in this thread, if the worker
 * has ended since a task called exit. */
void uci_end_workers_reaped(unsigned id, int code, int status);

/* Ends the other workers; kills those that still run tasks. */
void uci_end_workers(void);

/* Says how many other workers have been started. */
void uci_end_workers_expect(unsigned n);
/* There are none in a forked child. */
void uci_end_workers_forget(void);

/* True for the first thread of worker 0 that calls it, which runs exit(); false
 * for any other. */
bool uci_end_claim(void);

#endif
