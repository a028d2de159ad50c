/* The parts of start/: a program's processes, from first to last. */
#ifndef UCI_START_H
#define UCI_START_H

#include <stdbool.h>
#include <stdio.h>

/* Shared memory and scheduler for so many workers, as worker 0. */
void uci_start_world(unsigned n_workers);
/* Notes that this process and thread are the running worker. */
void uci_start_self(void);

/* share.c: the program's .data and .bss become shared by all workers. */
void uci_share_data(void);
/* Another worker: the pages of the program's reducers are its own. */
void uci_unshare_views(void);
/* Sets a private copy of them aside for a child that is about to be forked,
 * and of the heap. */
void uci_copy_data(bool with_heap);
/* The parent needs it no more. */
void uci_drop_data_copy(void);
/* The child puts it in the place of the shared data. */
void uci_take_data_copy(void);

/* crash.c: handlers for deadly signals, on a stack of their own. */
void uci_crash_start(void);
void uci_crash_start_worker(void);
/* "SIGSEGV" or "signal 77". */
const char *uci_signal_name(int signal, char buffer[32]);
/* "in task `fib' spawned at fib.c:7", for worker i. */
const char *uci_where_text(unsigned i, char buffer[256]);

/* workers.c */
void uci_workers_start(void);
_Noreturn void uci_workers_done(void); /* a worker's scheduler, at the end */
bool uci_workers_started(void);
void uci_workers_forget(void); /* in a forked child */
/* Ends the other workers; those that still run tasks are killed. */
void uci_workers_end(void);
/* True for the first thread of worker 0 that is to run exit(), and no other. */
bool uci_workers_claim_exit(void);

/* exit.c: atexit handlers and the end of the program. */
void uci_exit_start(void);
void uci_exit_start_workers(void);

/* fork.c: fork in the program. */
void uci_fork_start(void);

/* stats.c */
void uci_stats_start(void);
void uci_stats_report(void);
void uci_stats_report_death(void); /* a worker's: in test builds only */
void uci_stats_forget(void);       /* in a forked child: report nothing */

/* watchdog.c */
void uci_watchdog_start(unsigned long seconds);
/* A line for each worker on stderr. */
void uci_watchdog_print(void);

#endif
