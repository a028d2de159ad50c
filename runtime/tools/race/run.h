/*
 * The run that is checked: one thread, from the program's beginning to its end.
 *
 * Accesses are watched while something may run beside them: between a frame's
 * first spawn and its sync, in loops, and until futures are got.  What comes
 * before has ended before any of that begins.
 */
#ifndef UCI_RUN_H
#define UCI_RUN_H

#include "race/bags.h"
#include "race/known.h"
#include "race/reach.h"

struct uci_run {
    uint32_t strand;  /* that runs */
    uint32_t event;   /* the clock at the last event, or make of a future */
    uci_events reach; /* the events that come before the strand by a get */
    unsigned open;    /* families, loops and futures that are not joined */
    unsigned futures; /* of these */
    unsigned ignored; /* > 0: accesses are left alone */
    unsigned off;     /* > 0: so they are, by <cilk/cilksan.h> */
    uintptr_t frames; /* those of the running task lie below */
};
extern struct uci_run uci_run;

/* Functions that the caller of this one calls have their frames below. */
#define UCI_CALLEES_FRAMES ((uintptr_t)__builtin_frame_address(0))

#define UCI_HERE __thread __attribute__((tls_model("initial-exec")))
/* True in the thread that is checked; and if its accesses are watched now. */
extern UCI_HERE bool uci_run_is_here, uci_run_is_open, uci_run_is_watched;

/* Called after each change of uci_run. */
static inline void uci_run_changed(void)
{
    uci_run_is_open = uci_run.open > 0;
    uci_run_is_watched =
        uci_run.open > 0 && uci_run.ignored == 0 && uci_run.off == 0;
    uci_known_forget();
}

/* Called in another thread, for a spawn of `what': checks this thread if no
 * other has spawned, or ends the program with a message. */
void uci_run_adopt(const char *what, const char *file, int line);

/* The strand goes on; under a new number if there was an event since. */
static inline uint32_t uci_run_renew(uint32_t strand)
{
    if (strand >= uci_run.event)
        return strand;
    return uci_part_new(strand, UCI_PART, uci_locks_of(strand));
}

/* The running strand may give others what it has allocated: it spawns, lets a
 * lock go, or writes an atomic variable. */
static inline void uci_run_publish(void)
{
    if (uci_strands[uci_run.strand].kind == UCI_PRIVATE) {
        uci_run.strand = uci_strands[uci_run.strand].ended;
        uci_known_forget();
    }
}

/* It allocates memory.  The private part that does so. */
uint32_t uci_run_allocate(void);

/* An event by the running strand. */
uint32_t uci_run_event(void);

static inline void uci_run_enter(const struct ucilk_abi_task *task)
{
    if (__builtin_expect(!uci_run_is_here, 0))
        uci_run_adopt(task->name, task->file, task->line);
}

#endif
