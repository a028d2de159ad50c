/*
 * What the launcher hears of a rank that ends before its time.  MPICH's, which
 * does not end the others when a host's last rank leaves, or one before
 * MPI_Init, is told in the words of PMI 1.
 */
#ifndef UCI_LAUNCHER_H
#define UCI_LAUNCHER_H

/* In a rank, at its start: from now on an error of this process is told. */
void uci_launcher_start(void);

/* This rank is about to end with that status. */
void uci_launcher_tell(int status);

#endif
