/*
 * How many workers there are, and which one is running: for programs that
 * print it.  A task's answer to the second question may change at each spawn
 * and sync.
 *
 * The end of the workers' threads, for a program that wants none between two
 * parallel parts, for example before it forks.
 *
 * And an answer to others: under UCILK_ATOMICS=am, on a cluster, a worker hears
 * the other nodes only when it spawns.  A long piece of work without a spawn
 * may call ucilk_poll() now and then, so that nobody waits for its end.
 * Elsewhere it does no harm and is not needed.
 */
#ifndef UCILK_WORKERS_H
#define UCILK_WORKERS_H

#ifdef UCILK_SERIAL
#define ucilk_nworkers() 1u
#define ucilk_worker() 0u
#define ucilk_poll() ((void)0)
#define ucilk_aborted() 0
#define ucilk_workers_shutdown() 0
#define ucilk_nworkers_set(n) ((n) > 0 ? 0 : -22)
#else
#ifdef __cplusplus
extern "C" {
#endif
/* From 1; the same for the whole run unless the program sets it. */
unsigned ucilk_nworkers(void);
/* From 0, which is where main starts and ends. */
unsigned ucilk_worker(void);
void ucilk_poll(void);
/* Is the calling task one whose result an abort has made useless? */
int ucilk_aborted(void);
/*
 * Ends the threads of the runtime's own and waits for them; returns 0, also
 * where there are none.  The next spawn starts them anew.  May be called by any
 * thread at any time; where a parallel region is open, the caller's or another
 * thread's, or the task of a future is left, it does nothing and returns -EBUSY.
 * In programs for clusters it does nothing and returns -ENOTSUP.
 */
int ucilk_workers_shutdown(void);
/*
 * Sets the number of workers, in the place of UCILK_NWORKERS, while there are
 * none: before the first spawn, or behind ucilk_workers_shutdown(), where no
 * other thread that has spawned is left; then 0.  -EBUSY, where there are some;
 * -EINVAL, where it is not from 1 to 4096.  In programs for clusters -ENOTSUP.
 */
int ucilk_nworkers_set(unsigned n);
#ifdef __cplusplus
}
#endif
#endif

#endif
