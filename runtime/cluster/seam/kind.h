/* The kind of the workers: processes. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum { UCI_WORKERS_ARE_PROCESSES = 1 };

/* A variable that each worker has for itself. */
#define UCI_PER_WORKER

#endif
