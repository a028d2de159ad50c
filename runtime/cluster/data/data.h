/*
 * .data and .bss of the program and its libraries, of which each worker has its
 * own.  segments.c finds them, data.c owns them, check/ watches them.
 */
#ifndef UCI_DATA_H
#define UCI_DATA_H

#include "words/worker.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Pages that a file of the program gives for its variables. */
struct uci_segment {
    char *start, *end;
    char *file_end; /* below: from the file; above: .bss */
};

/* All there are now; the list holds until the next call. */
unsigned uci_segments_find(const struct uci_segment **list);
/* Libraries that have been closed since the program's start. */
unsigned long long uci_segments_n_closed(void);

/* Pages of .data and .bss that each worker maps privately, but for those of
 * reducers' views.  Empty where their library has been closed. */
struct uci_piece {
    char *start, *end;
    char *image;  /* what all of them had when the region began */
    size_t first; /* pages in the pieces before it */
    char *copy;   /* during a fork: for the child */
};

/* Does worker i run with the data of the open region?  Else it has written
 * nothing in it. */
bool uci_data_is_current(unsigned i);

/* Before main, where there are several workers. */
void uci_data_start(void);
/* Worker 0, before it clones the others; another worker, when it has just been
 * cloned. */
void uci_data_start_workers(void);
void uci_data_start_worker(void);
/* Worker 0's first spawn of a region: the others are to have its data. */
void uci_data_begin_region(void);

/* Is this signal the doing of this folder or of a check?  Then all is well. */
bool uci_data_takes(int signal, siginfo_t *info, void *context);

/* On a cluster: the pages of reducers' views are each rank's own. */
void uci_data_except_views(void);
/* Rank 0: what has been written since the last time goes into the image, and is
 * told.  Another rank: puts it into its image (false: there is no such place),
 * and drops what its tasks have written. */
typedef void uci_data_changed(char *start, const char *bytes, size_t size);
void uci_data_publish(uci_data_changed *changed);
bool uci_data_apply(const char *start, const char *bytes, size_t size);
void uci_data_drop(void);
/* Around that: the environment is each worker's own. */
void uci_data_keep_environment(void);
void uci_data_put_back_environment(void);
/* A range's contents are to be copied to what the first returns; then the
 * second puts them in place. */
char *uci_data_image(char *start, size_t size);
void uci_data_put(void);

/* Around a fork: sets a copy aside; the parent needs it no more; the child puts
 * it in the place of its data. */
void uci_data_copy(void);
void uci_data_drop_copy(void);
void uci_data_take_copy(void);

enum { UCI_PAGEMAP_BATCH = 512 };

/* /proc/PID/pagemap; -1 where it cannot be read. */
int uci_data_open_pagemap(pid_t pid);

/* Which of n <= UCI_PAGEMAP_BATCH pages from `start' on, in the process whose
 * pagemap it is, have been written since they last were the image's; returns
 * how many. */
size_t uci_data_find_written(int pagemap, const char *start, size_t n,
                             bool *written);

#endif
