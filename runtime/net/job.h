/* The launcher (mpirun, srun) that has started this process as one rank of a
 * job, as the variables tell that it sets. */
#pragma once

#include <stdbool.h>

/* The ranks of the job, if a launcher that MPI understands has set a variable
 * of the environment, whose name goes to *said_by; otherwise 0. */
unsigned long uci_job_size(const char **said_by);

/* Ends the program if Slurm has started it several times, as tasks that do not
 * know of each other. */
void uci_job_refuse_strangers(void);

/* A process that a rank starts inherits the launcher's variables, but is no
 * rank.  A rank leaves a mark in its environment, by which such a process knows
 * that. */
void uci_job_leave_mark(void);
bool uci_job_is_of_a_rank(void);

/* MPICH's launcher does not end the other ranks by itself if the last rank of a
 * host ends, or one before MPI_Init; it is told by a command of PMI 1.
 * Called by a rank at its start: from now on uci_fatal tells the launcher. */
void uci_launcher_start(void);
/* Tells the launcher that this rank is about to end with this status. */
void uci_launcher_tell(int status);
