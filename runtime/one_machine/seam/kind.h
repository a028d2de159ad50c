/* The kind of the workers: threads. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum { UCI_WORKERS_ARE_PROCESSES = 0 };

/*
 * A variable that each worker has for itself.  Only for code that stays in its
 * worker from the first use to the last, and never for what assembly reads:
 * compilers keep the address of a thread-local variable over calls.
 */
#define UCI_PER_WORKER __thread __attribute__((tls_model("initial-exec")))

#endif
