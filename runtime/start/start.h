/* The parts of start/: a program's processes, from first to last. */
#ifndef UCI_START_H
#define UCI_START_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Shared memory and scheduler for so many workers, as worker 0. */
void uci_start_world(unsigned n_workers);
/* Notes that this process and thread are the running worker. */
void uci_start_self(void);

/* share.c: data of the program and its libraries become shared by all workers;
 * again where libraries may have come and gone. */
void uci_share_data(void);
/* Before a core dump: what was never touched stays out of it. */
void uci_share_trim_dump(void);
/* Are these data that have been moved so? */
bool uci_share_holds(const char *address);
/* Another worker: the pages of the program's reducers are its own. */
void uci_unshare_views(void);
/* Sets a private copy of them aside for a child that is about to be forked,
 * and of the heap. */
void uci_copy_data(bool with_heap);
/* The parent needs it no more. */
void uci_drop_data_copy(void);
/* The child puts it in the place of the shared data. */
void uci_take_data_copy(void);

/* apart.c: .data and .bss of workers that share no memory; decided first. */
void uci_apart_decide(void);
bool uci_apart_is_on(void);
/* A range's contents are to be copied to what the first returns; then the
 * second puts them in place. */
char *uci_apart_image(char *start, size_t size);
void uci_apart_put(void);
/* Worker 0, before it clones the others. */
void uci_apart_start_workers(void);
/* Another worker, when it has just been cloned. */
void uci_apart_start_worker(void);
/* Worker 0's first spawn of a region: the others are to have its data. */
void uci_apart_open_region(void);
/* Was this signal our own business?  Then all is well. */
bool uci_apart_takes(int signal, siginfo_t *info, void *context);
/* In a forked child, which has taken its copy. */
void uci_apart_forget(void);

/* check.c: UCILK_CHECK_MEMORY. */
struct uci_piece;
void uci_check_start(const struct uci_piece *pieces, unsigned n_pieces);
/* A strand begins, which may follow what other workers wrote. */
void uci_check_begin(void);
/* Worker 0, where a region is about to begin. */
void uci_check_note_lost(void);
/* All of the program's data may be accessed, until the next strand begins; or
 * for good. */
void uci_check_open(void);
void uci_check_stop(void);
/* The same, of SIGTRAP and what SIGSEGV finds closed. */
bool uci_check_takes(int signal, siginfo_t *info, void *context);

/* stack.c: UCILK_CHECK_STACK. */
void uci_stack_start(void);
void uci_stack_open(void);   /* until the next strand begins */
void uci_stack_forget(void); /* in a forked child */
bool uci_stack_takes(int signal, siginfo_t *info, void *context);

/* symbol.c: "`name+0x10'" of the program's data, or the bare address. */
const char *uci_symbol_text(uintptr_t address, char buffer[128]);

/* crash.c: handlers for deadly signals, on a stack of their own. */
void uci_crash_start(void);
void uci_crash_start_worker(void);
/* Before a message about what a task did: there is one, and who writes it ends
 * the program; any other waits here for that. */
void uci_claim_report(void);
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
