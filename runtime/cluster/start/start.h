/* From the start of the process to the program's main. */
#pragma once

#include <stdbool.h>

/* The arguments of the program's main. */
struct uci_program {
    int argc;
    char **argv;
};

/* --- start_workers.c: the worker processes of one machine --- */

/* Makes the shared memory and starts the scheduler, for so many workers; the
 * caller is worker 0. */
void uci_start_world(unsigned n_workers);

/* Makes this process and thread those of the own worker, which is running. */
void uci_start_self(void);

/* From now on the end of this worker's thread (pthread_exit) ends the
 * program with a message. */
void uci_start_watch_end(void);

/* Called by a worker's scheduler at the end of the program. */
__attribute__((noreturn)) void uci_workers_done(void);

/* Blocks the signals that are for worker 0; not those that a worker causes
 * itself, nor those of job control. */
void uci_workers_block_signals(void);

void uci_workers_forget(void); /* called in a forked child */

/* --- launch.c: by itself, or as one of several ranks; and its transport --- */

/* Decides, at the very start.  For equal addresses the process may execute
 * itself again here. */
void uci_launch_decide(char **argv, char **environment);
/* True if this is one of several ranks, or forks them. */
bool uci_launch_is_cluster(void);

/* True if the transport forks the other ranks. */
bool uci_launch_forks(void);

/* Collective: opens the transport and sets uci_transport; ends the program with
 * a message if it cannot. */
void uci_launch_connect(void);

/* UCILK_VERBOSE: prints the transport, described by `text', and why it was
 * chosen. */
void uci_launch_report(const char *text);

/* --- ranks.c: a rank becomes a worker --- */

/* Collective: opens the transport, compares the ranks, and maps the memory.
 * *program becomes that of rank 0. */
void uci_ranks_join(struct uci_program *program);

/* Gives this rank rank 0's stack protector; see identity.h. */
void uci_ranks_take_canary(void);

/* Starts messages, strategies and the assistant, when the other parts of the
 * runtime have been started. */
void uci_ranks_start(void);

/* --- fork.c --- */

/* Registers the handlers around fork; before main. */
void uci_fork_start(void);
