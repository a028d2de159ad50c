/* The program's data where workers share no memory: between apart.c, which
 * owns it, and check.c. */
#ifndef UCI_APART_H
#define UCI_APART_H

#include "seam/worker.h"

/* Pages of .data and .bss that each worker maps privately, but for those of
 * reducers' views. */
struct uci_piece {
    char *start, *end;
    char *image; /* what all of them had when the region began */
    size_t first; /* pages in the pieces before it */
};

/* Does worker i run with the data of the open region?  Else it has written
 * nothing in it. */
bool uci_apart_is_current(unsigned i);

enum { UCI_PAGEMAP_BATCH = 512 };

/* /proc/PID/pagemap; -1 where it cannot be read. */
int uci_apart_open_pagemap(pid_t pid);

/* Which of n <= UCI_PAGEMAP_BATCH pages from `start' on, in the process whose
 * pagemap it is, have been written since they last were the image's; returns
 * how many. */
size_t uci_apart_find_written(int pagemap, const char *start, size_t n,
                              bool *written);

#endif
