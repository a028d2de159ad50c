/* The parts of start/: a program's processes, from first to last. */
#ifndef UCI_START_H
#define UCI_START_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ucilk_abi_frame;

/* Shared memory and scheduler for so many workers, as worker 0. */
void uci_start_world(unsigned n_workers);
/* Notes that this process and thread are the running worker. */
void uci_start_self(void);

/* data.c: .data and .bss of the program and its libraries, of which each worker
 * has its own; before main, where there are several. */
void uci_data_start(void);
/* On a cluster: the pages of reducers' views are each rank's own; what has been
 * written since the last time goes into the image, and is told; another rank
 * puts it into its image (false: there is no such place), and drops what its
 * tasks have written. */
typedef void uci_data_changed(char *start, const char *bytes, size_t size);
void uci_data_except_views(void);
void uci_data_publish(uci_data_changed *changed);
bool uci_data_apply(const char *start, const char *bytes, size_t size);
void uci_data_drop(void);
/* Around that: the environment is each worker's own. */
void uci_data_keep_environment(void);
void uci_data_put_back_environment(void);
/* A range's contents are to be copied to what the first returns; then the
 * second puts them in place. */
char *uci_data_image(char *start, size_t size);
void uci_data_put(void);
/* Worker 0, before it clones the others. */
void uci_data_start_workers(void);
/* Another worker, when it has just been cloned. */
void uci_data_start_worker(void);
/* Worker 0's first spawn of a region: the others are to have its data. */
void uci_data_open_region(void);
/* Was this signal our own business?  Then all is well. */
bool uci_data_takes(int signal, siginfo_t *info, void *context);
/* Around a fork: sets a copy aside; the parent needs it no more; the child puts
 * it in the place of its data. */
void uci_data_copy(void);
void uci_data_drop_copy(void);
void uci_data_take_copy(void);

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

/* stack.c: the same of stacks. */
void uci_stack_start(void);
void uci_stack_open(void);   /* until the next strand begins */
void uci_stack_forget(void); /* in a forked child */
bool uci_stack_takes(int signal, siginfo_t *info, void *context);

/* symbol.c: "`name+0x10'" of the program's data, or the bare address. */
const char *uci_symbol_text(uintptr_t address, char buffer[128]);

/* launch.c: how the program was started, as one machine's or as a rank of
 * several; decided at the very start, where the process may execute itself
 * again, for equal addresses. */
void uci_launch_decide(char **argv, char **environment);
bool uci_launch_is_cluster(void);
/* Collective: sets uci_transport; or ends the program with a message. */
void uci_launch_open(void);
/* This rank is about to end with that status, before its time.  MPICH's
 * launcher, which does not end the others when a host's last rank leaves, or
 * one before MPI_Init, hears of it: in the words of PMI 1. */
void uci_launch_tell(int status);
/* UCILK_VERBOSE: the transport, described by `text', and why it is that. */
void uci_launch_report(const char *text);
/* Does it fork the other ranks? */
bool uci_launch_forks(void);

/* cluster.c: a rank becomes a worker. */
struct uci_program {
    int argc;
    char **argv;
};
void uci_cluster_join(struct uci_program *program);
/* Rank 0, after the C library's part has started: all can be reached. */
void uci_cluster_start(void);

/* end.c: the end of all ranks.  With uci_cluster_start; in rank 0, at exit. */
void uci_end_start(void);
void uci_end_all(void);

/* beat.c: on more nodes than one, ends the program when a rank is not heard of
 * for long; `host' names the host of a rank. */
void uci_beat_start(const char *(*host)(unsigned rank));

/* open.c: a parallel region begins on all ranks. */
void uci_open_start(void);
void uci_open_region(struct ucilk_abi_frame *frame);

/* crash.c: handlers for deadly signals, on a stack of their own. */
void uci_crash_start(void);
void uci_crash_start_worker(void);
/* All but what an instruction causes: UCILK_CHECK_MEMORY lives by these, and
 * there is a message for others. */
void uci_crash_block_others(sigset_t *old);
/* Before a message about what a task did: there is one, and who writes it ends
 * the program; any other waits here for that. */
void uci_claim_report(void);
/* "SIGSEGV" or "signal 77". */
const char *uci_signal_name(int signal, char buffer[32]);
/* "in task `fib' spawned at fib.c:7", for worker i. */
const char *uci_where_text(unsigned i, char buffer[256]);

/* workers.c */
void uci_workers_start(struct ucilk_abi_frame *frame);
_Noreturn void uci_workers_done(void); /* a worker's scheduler, at the end */
/* Signals for the program are worker 0's; what a worker causes itself, and job
 * control, stay. */
void uci_workers_block_signals(void);
bool uci_workers_started(void);
/* From now on what tasks print to stdout comes out in whole lines, on whichever
 * worker they run. */
void uci_workers_print_lines(void);
/* What this worker has printed comes out, unless another thread is at it. */
void uci_workers_flush(void);
void uci_workers_forget(void); /* in a forked child */
/* Ends the other workers; those that still run tasks are killed. */
void uci_workers_end(void);
/* True for the first thread of worker 0 that is to run exit(), and no other. */
bool uci_workers_claim_exit(void);

/* exit.c: the end of the program. */
void uci_exit_start(void);
void uci_exit_start_workers(void);

/* fork.c: fork in the program. */
void uci_fork_start(void);

/* stats.c */
void uci_stats_start(void);
/* A rank of a cluster, at its end: into its block. */
void uci_stats_count_own(void);
void uci_stats_report(void);
void uci_stats_report_death(void); /* a worker's: in test builds only */
void uci_stats_forget(void);       /* in a forked child: report nothing */

/* watchdog.c */
void uci_watchdog_start(unsigned long seconds);
/* A line for each worker on stderr. */
void uci_watchdog_print(void);

#endif
