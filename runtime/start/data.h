/* The program's data, of which each worker has its own: between segments.c,
 * which finds them, data.c, which owns them, and check.c. */
#ifndef UCI_DATA_H
#define UCI_DATA_H

#include "seam/worker.h"

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

enum { UCI_PAGEMAP_BATCH = 512 };

/* /proc/PID/pagemap; -1 where it cannot be read. */
int uci_data_open_pagemap(pid_t pid);

/* Which of n <= UCI_PAGEMAP_BATCH pages from `start' on, in the process whose
 * pagemap it is, have been written since they last were the image's; returns
 * how many. */
size_t uci_data_find_written(int pagemap, const char *start, size_t n,
                             bool *written);

#endif
