/* Making the file of UCILK_TRACE, and mapping it: trace_file.h. */
#pragma once

#include "trace/trace_file.h"

#include <stddef.h>
#include <sys/types.h>

/* A new file of that name: its descriptor, or -errno; -EINVAL if what is there
 * is no regular file.  A file that is there may be mapped by the program that
 * writes it, so it is not cut off but loses its name. */
int uci_trace_create(const char *name);

/* Maps a part of the file, and makes it that long.  Its blocks are there before
 * it is written: a full disk is an error here, not a SIGBUS later.  Null with
 * errno if it cannot. */
void *uci_trace_map(int file, off_t offset, size_t size);

/* The size of a ring in the file, by UCILK_TRACE_SIZE. */
size_t uci_trace_ring_size(void);

/* Fills in an empty header; the magic comes last. */
void uci_trace_make_header(struct uci_trace_header *header, uint64_t began,
                           unsigned n_workers);
/* Makes a ring of zeros ready for events. */
void uci_trace_make_ring(struct uci_trace_ring *ring);
/* The program has ended in order, at that time. */
void uci_trace_note_end(struct uci_trace_header *header,
                        struct uci_trace_clock at);
