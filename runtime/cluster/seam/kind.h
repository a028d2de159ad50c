/* The kind of the workers: processes. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum { UCI_WORKERS_ARE_PROCESSES = 1, UCI_IS_SCALE = 0, UCI_IS_RACE = 0 };
#define UCI_KIND "cluster"

/* Declares a variable that each worker has for itself: any static one. */
#define UCI_PER_WORKER

#endif
