/*
 * What strands print, in order: output of a strand is on its way before
 * anything that follows it, in whichever worker, can print.
 *
 * Until all workers share one stdout, each has its own.  The workers but the
 * first never buffer theirs; worker 0 does outside of parallel regions only.
 */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

/* A region opens or closes, in worker 0. */
void uci_output_open(void);
void uci_output_close(void);

/* Another worker than 0 has started. */
void uci_output_start_worker(void);

/* A strand ends or suspends in this worker: other streams than stdout, which
 * a task may have written to and main may be about to close, are flushed; an
 * error of stdout is one of worker 0's when the region closes. */
void uci_output_flush(void);

#endif
