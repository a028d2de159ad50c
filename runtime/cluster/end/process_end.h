/* The end of a program whose workers are processes: rules E1 to E3 in
 * docs/protocols/home.md. */
#pragma once

#include "net/heartbeat.h"

#include <signal.h>
#include <stdbool.h>

/* --- exit.c: libc's exit --- */

/* Register our handlers: before main; in worker 0 before it starts the others;
 * in another worker process. */
void uci_exit_start(void);
void uci_exit_start_workers(void);
void uci_exit_start_worker(void);

/* --- end_workers.c: of the worker processes --- */

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

/* --- end_ranks.c --- */

/* Installs handlers of messages and of exit; in each rank, before there are
 * messages. */
void uci_end_ranks_start(void);

/* Called by rank 0 at exit: ends the others and takes their counters. */
void uci_end_ranks(void);

/* --- mate.c: the heartbeat of a rank, and its watch over the one before it on
 * its node --- */

/* Starts both: uci_heartbeat_start. */
void uci_mate_start(const char *host, const unsigned witnesses[UCI_WITNESSES]);

/* --- crash.c: deadly signals, a message, then the end --- */

/* Installs the handlers; before main. */
void uci_crash_start(void);
/* Called by a worker process that was cloned: gives it a signal stack. */
void uci_crash_start_worker(void);

/* Blocks all signals but those that an instruction causes: these are needed by
 * UCILK_CHECK_MEMORY and by the messages about crashes. */
void uci_crash_block_others(sigset_t *old);
