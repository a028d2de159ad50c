/* Which library is compiled, as constants: what another one has is not there.
 */
#pragma once

/* The library's name in messages. */
#if defined(UCILK_ABI_SCALE)
#define UCI_KIND "scale"
#elif defined(UCILK_ABI_RACE)
#define UCI_KIND "race"
#elif defined(UCI_GROUPS_BUILD)
#define UCI_KIND "groups"
#elif !defined(UCILK_ABI_CLUSTER)
#define UCI_KIND "one machine"
#elif defined(UCI_SIM_BUILD) && defined(UCI_CHILD_BUILD)
#define UCI_KIND "child-simulation"
#elif defined(UCI_SIM_BUILD)
#define UCI_KIND "simulation"
#elif defined(UCI_CHILD_BUILD)
#define UCI_KIND "child"
#elif defined(UCI_STUDY_BUILD)
#define UCI_KIND "study"
#else
#define UCI_KIND "cluster"
#endif

#ifdef UCILK_ABI_SCALE
enum { UCI_IS_SCALE = 1 };
#else
enum { UCI_IS_SCALE = 0 };
#endif
#ifdef UCILK_ABI_RACE
enum { UCI_IS_RACE = 1 };
#else
enum { UCI_IS_RACE = 0 };
#endif
#ifdef UCI_GROUPS_BUILD
enum { UCI_IS_GROUPS = 1 };
#else
enum { UCI_IS_GROUPS = 0 };
#endif
/* True where policies can be chosen that others have: policies.h, victims. */
#if defined(UCI_SIM_BUILD) || defined(UCI_STUDY_BUILD)
enum { UCI_IS_STUDY = 1 };
#else
enum { UCI_IS_STUDY = 0 };
#endif
#ifdef UCI_SIM_BUILD
enum { UCI_IS_SIM = 1, UCI_MOST_WORKERS = 131072 };
#else
enum { UCI_IS_SIM = 0, UCI_MOST_WORKERS = 4096 };
#endif

/*
 * UCI_PER_WORKER declares a variable that each worker has for itself.  Of
 * threads it is thread-local: a function that uses it must stay in its worker
 * from the first use to the last, since compilers keep the address of such a
 * variable over calls.  Assembly does not read them.  Of processes it is any
 * static one; in the simulation one that a switch of workers exchanges.
 *
 * UCI_PER_PROCESS: the same for what all threads of a process share.
 */
#ifndef UCILK_ABI_CLUSTER
enum { UCI_WORKERS_ARE_PROCESSES = 0 };
#define UCI_PER_WORKER __thread __attribute__((tls_model("initial-exec")))
#define UCI_PER_PROCESS
#else
enum { UCI_WORKERS_ARE_PROCESSES = 1 };
#ifdef UCI_SIM_BUILD
#define UCI_PER_WORKER __attribute__((section("ucilk_worker")))
#else
#define UCI_PER_WORKER
#endif
#define UCI_PER_PROCESS UCI_PER_WORKER
#endif
