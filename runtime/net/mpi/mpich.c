/*
 * What is special to MPICH: its name and its end.  See plugin.h.
 */
#include "net/mpi/plugin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The descriptor of PMI 1, or -1.  Noted at the start, since at the end main
 * may have changed the environment, and while a region begins getenv may see
 * that of rank 0 (begin_region.c). */
static int launcher = -1;

void uci_mpi_prepare(bool has_infiniband)
{
    (void)has_infiniband;
    const char *pmi = getenv("PMI_FD");
    if (pmi)
        launcher = atoi(pmi);
}

/* Of the library that is loaded, not the one that this was built with. */
static char version[MPI_MAX_LIBRARY_VERSION_STRING];

void uci_mpi_describe(char *text, size_t size)
{
    char number[32];
    int length;
    UCI_MPI(MPI_Get_library_version, version, &length);
    if (sscanf(version, "MPICH Version: %31s", number) != 1)
        strcpy(number, MPICH_VERSION);
    snprintf(text, size, "MPICH %s", number);
}

bool uci_mpi_can_open_window(void)
{
    return true;
}

bool uci_mpi_needs_card(void)
{
    return strstr(version, "ch4:ucx");
}

const bool uci_mpi_has_cpu_atomics = false;

/* MPICH cannot be told of waits. */
void uci_mpi_begin_wait(void)
{
}

void uci_mpi_end_wait(void)
{
}

/*
 * MPI_Finalize of MPICH 4.0.2 over UCX mostly hangs with more than two ranks on
 * more than one node: one rank waits for others to disconnect, which wait in
 * PMI's barrier and drive nothing.  So this only tells the launcher, by a
 * command of PMI 1, that the rank ends as it should.  Otherwise the launcher
 * would end the other ranks.
 */
void uci_mpi_finalize(void)
{
    static const char farewell[] = "cmd=finalize\n";
    if (launcher < 0) {
        UCI_MPI(MPI_Finalize, );
        return;
    }
    char byte = 0;
    if (write(launcher, farewell, sizeof farewell - 1) < 0)
        return;
    while (byte != '\n' && read(launcher, &byte, 1) == 1)
        ;
}

void uci_mpi_silence(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

const char uci_mpi_window_remedy[] = "see what MPICH says above";
