/* The kind of the workers: threads. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum { UCI_WORKERS_ARE_PROCESSES = 0, UCI_IS_SCALE = 0, UCI_IS_RACE = 0, UCI_IS_SIM = 0, UCI_IS_STUDY = 0 };
enum { UCI_MOST_WORKERS = 4096 };
#ifdef UCI_GROUPS_BUILD
enum { UCI_IS_GROUPS = 1 };
#define UCI_KIND "groups"
#else
enum { UCI_IS_GROUPS = 0 };
#define UCI_KIND "one machine"
#endif

/*
 * Declares a variable that each worker has for itself.  A function that uses it
 * must stay in its worker from the first use to the last, since compilers keep
 * the address of a thread-local variable over calls.  Assembly does not read
 * such variables.
 */
#define UCI_PER_WORKER __thread __attribute__((tls_model("initial-exec")))
/* The same for what all threads of a process share: any static one. */
#define UCI_PER_PROCESS

#endif
