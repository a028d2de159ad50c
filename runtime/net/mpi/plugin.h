/*
 * What the files of the MPI plug-in share.  The plug-in is built from the same
 * source for Open MPI and for MPICH.  The runtime opens one at run time, so a
 * program that no launcher has started never loads MPI.
 *
 *   plugin.c     the entry, start-up, the end
 *   inside.c     threads in MPI, and its errors
 *   groups.c     collectives
 *   messages.c   send and receive
 *   sockets.c    sleeping until something comes
 *   rma.c        one-sided operations
 *   openmpi.c,   what one implementation needs before MPI_Init, and what it
 *   mpich.c      says about itself
 */
#pragma once

#include "net/transport.h"

#include <mpi.h>

extern const struct uci_net_host *uci_mpi_host;
/* All ranks, by the numbers that `renumber' gave them. */
extern MPI_Comm uci_mpi_comm;

/* Checks the result of an MPI function: if it has failed, ends the rank with a
 * message. */
void uci_mpi_check(int code, const char *what);
#define UCI_MPI(function, ...) uci_mpi_check(function(__VA_ARGS__), #function)

/* Called around all that a thread does in MPI after the start; the transport's
 * operations do.  When uci_mpi_end has been called the first does not
 * return. */
void uci_mpi_enter(void);
void uci_mpi_leave(void);
/* Waits until no other thread is in MPI; for `finish'. */
void uci_mpi_end(void);

/* groups.c: waits for a request of the function `what', and yields; the
 * transport's collectives of the same names */
void uci_mpi_wait(MPI_Request request, const char *what);
void uci_mpi_gather(const void *mine, void *all, size_t size);
void uci_mpi_scatter(const void *all, void *mine, size_t size);
void uci_mpi_broadcast(void *bytes, size_t size);
uint64_t uci_mpi_least(uint64_t mine);

/* messages.c */
void uci_mpi_send(unsigned to, const void *head, size_t head_size,
                  const void *body, size_t body_size);
void uci_mpi_send_block(unsigned to, char *block, size_t size);
/* MPI is not done with some message. */
bool uci_mpi_is_sending(void);
bool uci_mpi_receive(uci_net_receiver *receiver);
/* Waits until MPI is done with all that was sent. */
void uci_mpi_drain_sends(void);

/* sockets.c */
void uci_mpi_open_sockets(void);
/* The transport's operation of that name. */
bool uci_mpi_sleep(unsigned microseconds);

/* rma.c: the transport's operations of the same names, and the window */
/* Collective: false if some rank can have no window.  Otherwise its name goes
 * to `name', of MPI_MAX_OBJECT_NAME bytes. */
bool uci_mpi_open_window(char *first, size_t stride, size_t size, unsigned rank,
                         char *name);
void uci_mpi_extend(char *at, size_t size);
void uci_mpi_close_window(void);
void uci_mpi_get(unsigned to, void *into, uintptr_t at, size_t size);
void uci_mpi_put(unsigned to, uintptr_t at, const void *bytes, size_t size);
void uci_mpi_flush(unsigned to);
uint64_t uci_mpi_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                          uint64_t value);
uint64_t uci_mpi_compare_swap(unsigned to, uintptr_t at, uint64_t expected,
                              uint64_t desired);
void uci_mpi_op(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value);

/* openmpi.c, mpich.c */
/* Sets the variables that MPI_Init reads, unless the user has. */
void uci_mpi_prepare(bool has_infiniband);
/* Writes what carries messages, as in "Open MPI 4.1.4, pml ob1", to text; after
 * MPI_Init. */
void uci_mpi_describe(char *text, size_t size);
/* True if this host has what MPI_Win_create needs.  MPI_Win_create hangs if
 * some hosts have it and others do not. */
bool uci_mpi_can_open_window(void);
/* True if one-sided operations progress while their target computes only where
 * a card carries them out: so it is with UCX. */
bool uci_mpi_needs_card(void);
/* Atomics of a window that no card carries out are instructions of the target's
 * CPU, not reads and writes under a lock of the library's. */
extern const bool uci_mpi_has_cpu_atomics;
/* Between these two calls a thread waits in MPI, which may give its CPU
 * away. */
void uci_mpi_begin_wait(void);
void uci_mpi_end_wait(void);
/* Calls MPI_Finalize, where that works; after a barrier. */
void uci_mpi_finalize(void);
/* Keeps MPI_Abort from printing anything: whoever ends all ranks has said
 * why. */
void uci_mpi_silence(void);
/* What to do if no window can be made. */
extern const char uci_mpi_window_remedy[];
