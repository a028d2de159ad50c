/*
 * Tells the launcher of a rank that ends before the program does.  MPICH's
 * launcher does not end the other ranks by itself if the last rank of a host
 * ends, or one before MPI_Init; it is told by a command of PMI 1.
 */
#ifndef UCI_LAUNCHER_H
#define UCI_LAUNCHER_H

/* Called by a rank at its start: from now on uci_fatal tells the launcher. */
void uci_launcher_start(void);

/* Tells the launcher that this rank is about to end with this status. */
void uci_launcher_tell(int status);

#endif
