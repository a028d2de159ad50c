/* The run that is checked: see run.h. */
#define _GNU_SOURCE
#include "race/run.h"

#include "race/report.h"
#include "race/shadow.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct uci_run uci_run;
UCI_HERE bool uci_run_is_here, uci_run_is_open, uci_run_is_watched;

static pid_t checked;  /* this process, which may fork others */
static bool *is_mains; /* uci_run_is_here of main's thread */

/* Status 1 if there is a race, unless the program's own is an error already. */
static void end(int status, void *unused)
{
    (void)unused;
    if (getpid() != checked)
        return;
    uci_run.ignored++;
    uci_run_is_open = uci_run_is_watched = false;
    fflush(NULL); /* before the report, and since libc will not */
    if (!uci_report_print() || status != 0)
        return;
    _exit(UCI_EXIT_ERROR);
}

void *uci_run_memory(unsigned long size)
{
    uci_run_ignore(1);
    void *p = uci_memory(calloc(1, size));
    uci_run_ignore(-1);
    return p;
}

void *uci_run_grow(void *array, unsigned long n, unsigned long *room,
                   unsigned long size)
{
    if (n < *room)
        return array;
    uci_run_ignore(1);
    array = uci_grow(array, n, room, size);
    uci_run_ignore(-1);
    return array;
}

uint32_t uci_run_allocate(void)
{
    if (uci_strands[uci_run.strand].kind != UCI_PRIVATE) {
        uint32_t shown = uci_run.strand;
        uci_run.strand = uci_part_new(shown, UCI_PRIVATE, uci_locks_of(shown));
        uci_strands[uci_run.strand].ended = shown;
        uci_known_forget();
    }
    return uci_run.strand;
}

uint32_t uci_run_event(void)
{
    uint32_t event = uci_event_new();
    uci_run_publish();
    uci_run.event = uci_n_strands;
    uci_run.strand = uci_run_renew(uci_run.strand);
    uci_known_forget();
    return event;
}

static void start_here(void)
{
    pthread_attr_t attributes;
    void *begin = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &begin, &size);
        pthread_attr_destroy(&attributes);
    }
    uci_run.frames = (uintptr_t)begin + size;
    uci_shadow_stack((uintptr_t)begin, uci_run.frames);
    uci_run_is_here = true;
}

__attribute__((constructor)) static void start(void)
{
    uci_serial_start();
    checked = getpid();
    is_mains = &uci_run_is_here;
    uci_bags_start();
    uci_reach_start();
    uci_shadow_start();
    uci_run.strand = 1;
    start_here();
    on_exit(end, NULL);
}

/* --- What <cilk/cilksan.h> declares; OpenCilk's counts likewise --- */

void __cilksan_disable_checking(void);
void __cilksan_enable_checking(void);
bool __cilksan_is_checking_enabled(void);

void __cilksan_disable_checking(void)
{
    if (!uci_run_is_here)
        return;
    uci_run.off++;
    uci_run_changed();
}

void __cilksan_enable_checking(void)
{
    if (!uci_run_is_here || uci_run.off == 0)
        return;
    uci_run.off--;
    uci_run_changed();
}

bool __cilksan_is_checking_enabled(void)
{
    return uci_run_is_here && uci_run.off == 0;
}

void uci_run_adopt(const char *what, const char *file, int line)
{
    if (uci_n_strands > 2 || !is_mains)
        uci_fatal("%s:%d: `%s' is spawned by a second thread: "
                  "--ucilk-tool=race checks one",
                  file, line, what);
    *is_mains = false;
    is_mains = NULL;
    start_here();
}
