/*
 * The run that is checked.
 *
 * Accesses are watched while something may run beside them: between a frame's
 * first spawn and its sync, in loops, and until futures are got.  What comes
 * before has ended before any of that begins.
 */
#pragma once

#include "race/bags.h"
#include "race/known.h"
#include "race/reach.h"
#include "serial/tool.h"

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

/* In the thread that is checked: if its accesses are watched now. */
extern UCI_HERE bool uci_run_is_open, uci_run_is_watched;

/* Called after each change of uci_run. */
static inline void uci_run_changed(void)
{
    uci_run_is_open = uci_run.open > 0;
    uci_run_is_watched =
        uci_run.open > 0 && uci_run.ignored == 0 && uci_run.off == 0;
    uci_known_forget();
}

/* What the library and others do from here (n is 1) to there (-1) is left
 * alone. */
static inline void uci_run_ignore(int n)
{
    uci_run.ignored += (unsigned)n;
    uci_run_changed();
}

/* calloc(1, size) and uci_grow, which are not watched. */
void *uci_run_memory(unsigned long size);
void *uci_run_grow(void *array, unsigned long n, unsigned long *room,
                   unsigned long size);

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

/* Is the address in the part of a running loop's args that each piece has for
 * itself? */
bool uci_loop_has(uintptr_t address);
