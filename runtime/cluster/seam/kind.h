/* The kind of the workers: processes. */
#ifndef UCI_SEAM_KIND_H
#define UCI_SEAM_KIND_H

enum {
    UCI_WORKERS_ARE_PROCESSES = 1,
    UCI_IS_SCALE = 0,
    UCI_IS_RACE = 0,
    UCI_IS_GROUPS = 0
};

/* True where policies can be chosen that others have: common/sched/stalling.h,
 * cluster/mem/free_queue.h, victims.  Elsewhere no code of theirs is there. */
#if defined(UCI_SIM_BUILD) || defined(UCI_STUDY_BUILD)
enum { UCI_IS_STUDY = 1 };
#else
enum { UCI_IS_STUDY = 0 };
#endif

/* Declares a variable that each worker has for itself: any static one.  In the
 * simulation these are the ones that a switch of workers exchanges. */
#ifdef UCI_SIM_BUILD
enum { UCI_IS_SIM = 1, UCI_MOST_WORKERS = 131072 };
#ifdef UCI_CHILD_BUILD
#define UCI_KIND "child-simulation"
#else
#define UCI_KIND "simulation"
#endif
#define UCI_PER_WORKER __attribute__((section("ucilk_worker")))
#else
enum { UCI_IS_SIM = 0, UCI_MOST_WORKERS = 4096 };
#ifdef UCI_CHILD_BUILD
#define UCI_KIND "child"
#elif defined(UCI_STUDY_BUILD)
#define UCI_KIND "study"
#else
#define UCI_KIND "cluster"
#endif
#define UCI_PER_WORKER
#endif
/* The same for what the threads of one process share. */
#define UCI_PER_PROCESS UCI_PER_WORKER

#endif
