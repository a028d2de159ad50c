/* What every file calls: which threads are in MPI, and MPI's errors. */
#include "net/mpi/plugin.h"
#include "base/atomics.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

const struct uci_net_host *uci_mpi_host;
MPI_Comm uci_mpi_comm;

enum { LAUNCHER_SECONDS = 1 };

void uci_mpi_check(int code, const char *what)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        snprintf(text, sizeof text, "error %d", code);
    /* Mostly another rank has gone, and has said why; then the launcher is
     * about to end this one, and a second message would only confuse. */
    sleep(LAUNCHER_SECONDS);
    uci_mpi_host->fatal("%s failed: %s", what, text);
}

/*
 * One thread calls `finish' while the other may be in MPI.  `finish' waits
 * until the other has left, and uci_mpi_enter does not let it in again.
 */
enum { OVER = 1u << 31 };
static _Atomic unsigned n_inside; /* threads in MPI; OVER is added at the end */

void uci_mpi_enter(void)
{
    if (!(uci_fetch_add_seqcst(&n_inside, 1) & OVER))
        return;
    uci_mpi_leave();
    for (;;)
        pause();
}

void uci_mpi_leave(void)
{
    uci_fetch_add_seqcst(&n_inside, -1);
}

void uci_mpi_end(void)
{
    uci_fetch_add_seqcst(&n_inside, OVER);
    while (uci_load_seqcst(&n_inside) != OVER)
        sched_yield();
}
