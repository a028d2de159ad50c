/*
 * .data and .bss of the program and its libraries; each worker has its own
 * copy. segments.c finds them, data.c owns them, check/ watches them.
 */
#pragma once

#include "sched/worker.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* The writable pages of a file of the program. */
struct uci_segment {
    char *start, *end;
    char *file_end; /* pages below come from the file, those above are .bss */
};

/* Finds all segments; the list is valid until the next call. */
unsigned uci_segments_find(const struct uci_segment **list);
/* How many libraries have been closed since the program's start. */
unsigned long long uci_segments_n_closed(void);

/* Pages of .data and .bss that each worker maps privately; the pages of
 * reducers' views are left out.  Empty if their library has been closed. */
struct uci_piece {
    char *start, *end;
    char *image;  /* the contents when the region began */
    size_t first; /* number of pages in the pieces before it */
    char *copy;   /* during a fork, the child's contents */
};

/* True if worker i has the data of the open region.  If not, it has written
 * nothing in this region. */
bool uci_data_is_current(unsigned i);

/* Called before main, if there are several workers: makes the images. */
void uci_data_start(void);
/* Called by worker 0 before it clones the others. */
void uci_data_start_workers(void);
/* Called by another worker when it has been cloned. */
void uci_data_start_worker(void);
/* Called by worker 0 at a region's first spawn: gives the others its data. */
void uci_data_begin_region(void);

/* True if this folder, or a check, has caused this signal; then the program
 * goes on. */
bool uci_data_takes(int signal, siginfo_t *info, void *context);

/* R1, with a network: leaves the pages of reducers' views out. */
void uci_data_except_views(void);
typedef void uci_data_changed(char *start, const char *bytes, size_t size);
/* In rank 0: copies the pages that were written since the last call into the
 * image, and passes them to `changed', if that is not null. */
void uci_data_publish(uci_data_changed *changed);
/* In another rank: puts such pages into its image; false if it has no such
 * piece. */
bool uci_data_apply(const char *start, const char *bytes, size_t size);
/* Drops what this worker's tasks have written. */
void uci_data_drop(void);
/* Called around these, since each worker has an environment of its own. */
void uci_data_keep_environment(void);
void uci_data_put_back_environment(void);
/* Makes the image of a range: the caller copies the contents to what the first
 * returns; then the second maps it in the range's place. */
char *uci_data_image(char *start, size_t size);
void uci_data_put(void);

/* Around a fork: sets a copy of the data aside. */
void uci_data_copy(void);
/* In the parent: drops it. */
void uci_data_drop_copy(void);
/* In the child: puts it in the place of the data. */
void uci_data_take_copy(void);

enum { UCI_PAGEMAP_BATCH = 512 };

/* Opens /proc/PID/pagemap; -1 if it cannot be read. */
int uci_data_open_pagemap(pid_t pid);

/* Finds which of n <= UCI_PAGEMAP_BATCH pages from `start' on have been
 * written, in the process of that pagemap, since they last were the image's.
 * Returns how many. */
size_t uci_data_find_written(int pagemap, const char *start, size_t n,
                             bool *written);

/* --- UCILK_CHECK_MEMORY --- */

/* What the checks do at each event.  check/ fills it in; uci_checks is null
 * without the option. */
struct uci_checks {
    /* Worker 0 is about to clone the others; these are the program's data. */
    void (*watch_data)(const struct uci_piece *pieces, unsigned n_pieces);
    /* A strand begins that may follow what other workers wrote. */
    void (*begin_strand)(void);
    /* In worker 0: a region is about to begin. */
    void (*begin_region)(void);
    /* Let all be accessed until the next strand begins. */
    void (*open_data)(void);
    void (*open_stack)(void);
    /* Lets all be accessed from now on. */
    void (*stop)(void);
    /* Called in a forked child. */
    void (*forget)(void);
    /* True if the check has caused this SIGTRAP, or this SIGSEGV in a mapped
     * page; then the program goes on. */
    bool (*takes_data)(int signal, siginfo_t *info, void *context);
    bool (*takes_stack)(int signal, siginfo_t *info, void *context);
};
extern const struct uci_checks *uci_checks;

/* --- begin_region.c: on all ranks, rule N14 in docs/protocols/remote.md --- */

struct ucilk_abi_frame;

/* Installs the handler and the scheduler's hook; on all ranks, before there are
 * messages. */
void uci_begin_region_start(void);

/* Called by rank 0 at a region's first spawn, with its outermost frame: tells
 * all ranks. */
void uci_begin_region(struct ucilk_abi_frame *frame);
