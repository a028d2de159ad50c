/*
 * MPICH: the parameters that it needs for this runtime, and its name.
 */
#include "cluster/net/mpi/plugin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void uci_mpi_prepare(bool has_infiniband)
{
    (void)has_infiniband;
}

void uci_mpi_describe(char *text, size_t size)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    char number[32];
    int length;
    uci_mpi_check(MPI_Get_library_version(version, &length),
                  "MPI_Get_library_version");
    /* Which is loaded, not which this was built with. */
    if (sscanf(version, "MPICH Version: %31s", number) != 1)
        strcpy(number, MPICH_VERSION);
    snprintf(text, size, "MPICH %s", number);
}

bool uci_mpi_can_open_window(void)
{
    return true;
}

/* There is no way to tell MPICH. */
void uci_mpi_begin_wait(void)
{
}

void uci_mpi_end_wait(void)
{
}

/*
 * MPI_Finalize of MPICH 4.0.2 over UCX mostly hangs with more than two ranks on
 * more than one node: one rank waits for others to disconnect, which wait in
 * PMI's barrier and drive nothing.  So only the launcher hears that this rank
 * is well, in the words of PMI 1; else it would end the others when this one
 * goes.
 */
void uci_mpi_finalize(void)
{
    static const char farewell[] = "cmd=finalize\n";
    const char *launcher = getenv("PMI_FD");
    if (!launcher) {
        uci_mpi_check(MPI_Finalize(), "MPI_Finalize");
        return;
    }
    int line = atoi(launcher);
    char byte = 0;
    if (write(line, farewell, sizeof farewell - 1) < 0)
        return;
    while (byte != '\n' && read(line, &byte, 1) == 1)
        ;
}

void uci_mpi_silence(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

const char uci_mpi_window_remedy[] = "see what MPICH says above";
