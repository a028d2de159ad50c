/*
 * The simulation: the shipped scheduler on many virtual workers in virtual
 * time, in one thread.  docs/simulation.md says what it is for,
 * docs/design.md how it works.  This header is for the files of this folder;
 * clock.h and relax.h are what the runtime sees.
 *
 *   event.c    what happens when
 *   worker.c   the virtual workers: which one runs, and until when
 *   place.c    what the one that is in place has there, and others elsewhere
 *   skip.c     looks for work that idle workers leave out
 *   network.c  the network between nodes: a transport
 *   cost.c     what tasks and steps cost
 *   world.c    the memory of all workers
 *   start.c    from the process's start to main
 *   data.c     the program's data, which all share
 *   continuations.c, children.c   the scheduler's start and end: one of them
 *   report.c   what comes out
 *
 * A worker runs until it waits, or until its clock has passed its horizon. Then
 * the next event in the order of time happens.  Whatever a worker does to
 * another node's memory takes effect a latency later; so a worker may run ahead
 * of all others by a latency, and nothing can come in its past but what is
 * under way already, before which its horizon ends.  Within a node accesses are
 * at once, with an error of that latency.
 *
 * All is determined by the program, its input and the options: the same run
 * gives the same numbers.
 */
#pragma once

#include "base/simulated.h"
#include "sched/worker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Picoseconds since the run began. */
typedef uint64_t uci_sim_time;
#define UCI_SIM_NEVER (~(uci_sim_time)0)
#define UCI_SIM_NS ((uci_sim_time)1000)

struct uci_sim_op;
struct uci_sim_message;

/* A virtual worker. */
struct uci_sim_worker {
    uci_sim_time clock;
    uci_sim_time busy;       /* the costs of its tasks */
    uci_sim_time threatened; /* when the next operation that is under way
                              * changes or reads its memory */
    uintptr_t sp;            /* its context, while another one runs */
    uintptr_t low, high;     /* its region's bytes from here up matter; up to
                              * there, or 0: see sched/thread.h */
    struct uci_worker *block;
    char *piece;            /* place.c: what it has while another one is in */
    size_t room;            /* place, and bytes there */
    uintptr_t begin, end;   /* the region's bytes that are there */
    char *views;            /* of reducers, while another one runs */
    struct uci_sim_op *own; /* its operations that are not over */
    struct uci_sim_op *incoming; /* those on its memory that are under way */
    struct uci_sim_message *inbox, **inbox_end;
    uci_sim_time posted; /* when its last posted operation is over, */
    unsigned posted_to;  /* on this rank */
    unsigned waits_for;  /* 1 + the rank for whose operations it waits, or 0 */
    uint32_t generation; /* of its event: an older one does not count */
    bool sleeps;         /* a message or a wake-up ends its wait */
    unsigned looks;      /* skip.c: how many it leaves out at present, */
    uci_sim_time look;   /* how long one takes, */
    uci_sim_time slept_at; /* and when the last one was over */
};

extern struct uci_sim_worker *uci_sim_workers; /* by id */
extern struct uci_sim_worker *uci_sim_me;      /* the one that runs */
extern unsigned uci_sim_n, uci_sim_node;       /* workers; workers of a node */

/* --- event.c --- */
enum uci_sim_kind { UCI_SIM_RUN, UCI_SIM_OPERATION, UCI_SIM_MESSAGE };
struct uci_sim_event {
    uci_sim_time at;
    uint64_t number; /* breaks ties: the older one first */
    void *what;      /* worker, operation or message */
    uint32_t generation;
    enum uci_sim_kind kind;
};
void uci_sim_event_add(uci_sim_time at, enum uci_sim_kind kind, void *what,
                       uint32_t generation);
/* Takes the earliest one; ends the program if there is none. */
struct uci_sim_event uci_sim_event_take(void);
/* The time of the earliest one. */
uci_sim_time uci_sim_event_next(void);
extern uint64_t uci_sim_n_events;

/* --- worker.c --- */
/* Makes all workers; worker 0 runs. */
void uci_sim_workers_start(void);
/* Worker `id' is to run at this time, instead of any time set before. */
void uci_sim_run_at(struct uci_sim_worker *w, uci_sim_time at);
/* The worker that runs waits until somebody calls uci_sim_run_at. */
void uci_sim_wait(void);
/* The same until this time. */
void uci_sim_wait_until(uci_sim_time at);
/* Lets others run if this worker's clock is further than this ahead of its
 * horizon. */
void uci_sim_give_way(uci_sim_time ahead);
/* UCILK_SIM_WINDOW: how far it may be ahead while it has tasks. */
extern uci_sim_time uci_sim_window;
static inline unsigned uci_sim_id(const struct uci_sim_worker *w)
{
    return (unsigned)(w - uci_sim_workers);
}

/* --- place.c --- */
/* Puts w in place; no worker runs. */
void uci_sim_place(struct uci_sim_worker *w);
/* Copies bytes of worker w's region; no worker runs. */
void uci_sim_region_read(const struct uci_sim_worker *w, uintptr_t from,
                         char *into, size_t size);
/* Returns the upper end of the scheduler's stack, which is the same for all. */
uintptr_t uci_sim_place_start(void);
/* What is in place is that of a new worker, w. */
void uci_sim_place_new(struct uci_sim_worker *w);
extern uint64_t uci_sim_n_switches;

/* True if the worker that runs may go on for so long. */
bool uci_sim_may_run(uint32_t nanoseconds);

/* --- skip.c --- */
enum {
    UCI_SIM_RECEIVE_NS = 15, /* an idle worker looks for a message, */
    UCI_SIM_LOOK_NS = 35     /* and at a victim on its node */
};
/* Something has come at this time that w may be waiting for. */
void uci_sim_skip_end(struct uci_sim_worker *w, uci_sim_time at);
/* The worker that has run leaves. */
void uci_sim_skip_note(const struct uci_sim_worker *w);
void uci_sim_skip_start(void);

/* --- network.c --- */
extern uci_sim_time uci_sim_latency; /* the least from node to node */
uci_sim_time uci_sim_round_trip(unsigned to);
void uci_sim_network_start(void);
/* An operation, or a message, arrives. */
void uci_sim_operate(struct uci_sim_op *op, uci_sim_time at);
void uci_sim_deliver(struct uci_sim_message *message);
struct uci_sim_traffic {
    uint64_t gets, puts, atomics, posts, messages, bytes;
};
extern struct uci_sim_traffic uci_sim_traffic;

/* --- world.c --- */
void uci_sim_world_create(void);
/* Makes worker `id' the one whose variables these are, for the first time. */
void uci_sim_world_become(unsigned id);

/* --- cost.c --- */
void uci_sim_cost_start(void);

/* --- continuations.c, or children.c in libucilk_child_sim --- */
/* Before there are messages. */
void uci_sim_scheduler_start(void);
/* The upper end of what matters of the region, of the worker that is in
 * place. */
uintptr_t uci_sim_region_end(const struct uci_sim_worker *w);
/* A signal says that there is no memory at this address: if a stack has
 * overflowed, ends the program with a message. */
void uci_sim_fault(uintptr_t address);
/* Main has returned. */
void uci_sim_main_ends(void);

/* --- report.c --- */
void uci_sim_report_start(void);
