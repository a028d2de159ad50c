/*
 * The workers: how many there are, and which one runs the caller, for programs
 * that print it; and the end of their threads, for a program that wants none
 * between two parallel parts, for example before it forks.
 *
 * On a cluster under UCILK_ATOMICS=am a worker answers other nodes only when it
 * spawns.  There a long piece of work without a spawn may call ucilk_poll() now
 * and then, so that nobody waits for its end.  Elsewhere that is not needed,
 * and does no harm.
 */
#ifndef UCILK_WORKERS_H
#define UCILK_WORKERS_H

#ifdef UCILK_SERIAL
#define ucilk_nworkers() 1u
#define ucilk_worker() 0u
#define ucilk_poll() ((void)0)
#define ucilk_work(ns) ((void)(ns))
#define ucilk_aborted() 0
#define ucilk_workers_shutdown() 0
#define ucilk_nworkers_set(n) ((n) > 0 ? 0 : -22)
#else
#ifdef __cplusplus
extern "C" {
#endif
/* The number of workers, at least 1.  It does not change unless the program
 * sets it. */
unsigned ucilk_nworkers(void);
/* The number of the worker that runs the caller, from 0.  It may change at each
 * spawn, sync and get; main starts and ends in worker 0. */
unsigned ucilk_worker(void);
void ucilk_poll(void);
/* In the simulation (ucilkcc --ucilk-tool=sim) so many nanoseconds pass for the
 * worker that runs the caller; elsewhere it does nothing. */
void ucilk_work(unsigned long nanoseconds);
/* Whether an abort has made the calling task's result useless. */
int ucilk_aborted(void);
/*
 * Ends the runtime's own threads and waits for them; returns 0, also if there
 * are none.  The next spawn starts them again.  Any thread may call it at any
 * time.  If a parallel region is open, the caller's or another thread's, or a
 * future's task has not ended, it does nothing and returns -EBUSY, as it does
 * in a program of groups on several nodes, where tasks may come at any time. In
 * programs for clusters it does nothing and returns -ENOTSUP.
 */
int ucilk_workers_shutdown(void);
/*
 * Sets the number of workers, in place of UCILK_NWORKERS, and returns 0.  There
 * must be no workers: before the first spawn, or behind
 * ucilk_workers_shutdown() if no other thread that has spawned is left;
 * otherwise it returns -EBUSY. -EINVAL if n is not from 1 to 4096.  In programs
 * for clusters -ENOTSUP.
 */
int ucilk_nworkers_set(unsigned n);
#ifdef __cplusplus
}
#endif
#endif

#endif
