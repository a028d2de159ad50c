/* The end of a program: libc's exit.  Rules E1 and E2 in
 * docs/protocols/home.md. */
#ifndef UCI_EXIT_H
#define UCI_EXIT_H

#include <stdbool.h>

/* Register our handlers: before main; in worker 0 before it starts the others;
 * in another worker process. */
void uci_exit_start(void);
void uci_exit_start_workers(void);
void uci_exit_start_worker(void);

/* True for the first thread of worker 0 that calls it, which runs exit(); false
 * for any other. */
bool uci_exit_claim(void);

void uci_exit_forget(void); /* called in a forked child */

#endif
