/*
 * How many workers there are, and which one is running: for programs that
 * print it.  A task's answer to the second question may change at each spawn
 * and sync.
 */
#ifndef UCILK_WORKERS_H
#define UCILK_WORKERS_H

#ifdef UCILK_SERIAL
#define ucilk_nworkers() 1u
#define ucilk_worker() 0u
#else
#ifdef __cplusplus
extern "C" {
#endif
/* From 1; the same for the whole run. */
unsigned ucilk_nworkers(void);
/* From 0, which is where main starts and ends. */
unsigned ucilk_worker(void);
#ifdef __cplusplus
}
#endif
#endif

#endif
