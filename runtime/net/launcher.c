/* Tells the launcher of early ends.  See launcher.h. */
#define _GNU_SOURCE
#include "net/launcher.h"

#include "base/message.h"
#include "base/ticks.h"
#include "net/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* MPICH's mpiexec that is told to end all forgets the proxies of hosts that
 * have not connected to it yet, and these wait for ever.  So a rank that ends
 * right at its start waits until they have, for so many seconds. */
enum { CONNECTING = 2 };

static int launcher = -1; /* the descriptor of PMI 1, or -1 */
static uint64_t started;  /* nanoseconds */
static pid_t rank;        /* the process; those that it forks tell nothing */

void uci_launcher_tell(int status)
{
    char words[64];
    if (launcher < 0 || syscall(SYS_getpid) != rank)
        return;
    uci_message_drain();
    if (!uci_transport)
        while (uci_nanoseconds() - started < CONNECTING * 1000000000ul)
            usleep(10000);
    int n = snprintf(words, sizeof words, "cmd=abort exitcode=%d\n", status);
    (void)!write(launcher, words, (size_t)n);
}

static void tell_error(void)
{
    uci_launcher_tell(UCI_EXIT_ERROR);
}

void uci_launcher_start(void)
{
    rank = (pid_t)syscall(SYS_getpid);
    started = uci_nanoseconds();
    if (secure_getenv("PMI_FD"))
        launcher = atoi(secure_getenv("PMI_FD"));
    uci_message_of_rank(tell_error);
}
