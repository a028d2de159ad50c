/* The end of a program: libc's exit.  Rules E1 and E2 in
 * docs/protocols/home.md. */
#ifndef UCI_EXIT_H
#define UCI_EXIT_H

/* Register our handlers: before main; in worker 0 before it starts the others;
 * in another worker process. */
void uci_exit_start(void);
void uci_exit_start_workers(void);
void uci_exit_start_worker(void);

#endif
