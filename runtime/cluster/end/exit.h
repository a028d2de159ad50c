/* The end of a program: libc's exit. */
#ifndef UCI_EXIT_H
#define UCI_EXIT_H

#include <stdbool.h>

/* Before main. */
void uci_exit_start(void);
/* Worker 0, before it starts the others; another worker process. */
void uci_exit_start_workers(void);
void uci_exit_start_worker(void);

/* True for the first thread of worker 0 that is to run exit(), and no other. */
bool uci_exit_claim(void);

void uci_exit_forget(void); /* in a forked child */

#endif
