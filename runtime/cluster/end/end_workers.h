/* The end of the worker processes. */
#ifndef UCI_END_WORKERS_H
#define UCI_END_WORKERS_H

/* Worker 0, before it starts the others. */
void uci_end_workers_start(void);

/* Worker `id' has been reaped, with what waitid says.  Before the program is
 * done that ends the program; where exit in a task was the reason, by exit() in
 * this thread. */
void uci_end_workers_reaped(unsigned id, int code, int status);

/* Ends the other workers; those that still run tasks are killed. */
void uci_end_workers(void);

/* So many have been started. */
void uci_end_workers_expect(unsigned n);

#endif
