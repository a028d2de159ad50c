/*
 * What the files of the MPI plug-in share.  It is one source, built once for
 * Open MPI and once for MPICH, as modules that the runtime opens at run time:
 * a program that no launcher started never loads MPI.
 *
 *   plugin.c     the entry, start-up, the end
 *   messages.c   send and receive
 *   rma.c        one-sided operations
 *   openmpi.c,   what one implementation needs before MPI_Init, and what it
 *   mpich.c      says about itself
 */
#ifndef UCI_MPI_PLUGIN_H
#define UCI_MPI_PLUGIN_H

#include "cluster/net/transport.h"

#include <mpi.h>

extern const struct uci_net_host *uci_mpi_host;
/* The ranks, by the numbers that `renumber' gave them. */
extern MPI_Comm uci_mpi_comm;

/* Of an MPI function: goes on, or says what failed and ends the rank. */
void uci_mpi_check(int code, const char *what);

/* Around all that a thread does in MPI: not after `finish' has begun. */
void uci_mpi_enter(void);
void uci_mpi_leave(void);

/* messages.c */
void uci_mpi_send(unsigned to, const void *head, size_t head_size,
                  const void *body, size_t body_size);
bool uci_mpi_receive(uci_net_receiver *receiver);
/* Waits until what was sent is on its way for good. */
void uci_mpi_drain_sends(void);

/* rma.c: as the transport's */
/* False if there can be no window, on some rank; else it is named in name,
 * of MPI_MAX_OBJECT_NAME bytes. */
bool uci_mpi_open_window(char *first, size_t stride, unsigned rank,
                         unsigned size, char *name);
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
/* Sets what MPI_Init reads, unless the user has. */
void uci_mpi_prepare(bool has_infiniband);
/* What carries messages; after MPI_Init: "Open MPI 4.1.4, pml ob1". */
void uci_mpi_describe(char *text, size_t size);
/* Is there on this host what MPI_Win_create wants?  Where it is not on all
 * hosts, that hangs. */
bool uci_mpi_can_open_window(void);
/* Between these a thread waits in MPI: it may give its CPU away. */
void uci_mpi_begin_wait(void);
void uci_mpi_end_wait(void);
/* MPI_Finalize, where that works; after a barrier. */
void uci_mpi_finalize(void);
/* MPI_Abort shall say nothing: whoever ends all has said why. */
void uci_mpi_silence(void);
/* What to do where no window can be made. */
extern const char uci_mpi_window_remedy[];

#endif
