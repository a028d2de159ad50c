/* The launcher's job.  See job.h. */
#define _GNU_SOURCE
#include "net/job.h"

#include "base/message.h"
#include "base/ticks.h"
#include "net/transport.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The positive number that a variable of the environment holds, or 0. */
static unsigned long number_in(const char *name)
{
    const char *value = secure_getenv(name);
    return value && isdigit((unsigned char)*value) ? strtoul(value, NULL, 10)
                                                   : 0;
}

unsigned long uci_job_size(const char **said_by)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                            "SLURM_STEP_NUM_TASKS"};
    unsigned long size = 0;
    for (unsigned i = 0; i < 3 && size == 0; i++) {
        *said_by = variables[i];
        if (i < 2 || secure_getenv("PMIX_RANK"))
            size = number_in(*said_by);
    }
    if (size > UCI_NET_RANKS)
        uci_fatal("%s=%lu: a job has %d ranks at most", *said_by, size,
                  UCI_NET_RANKS);
    return size;
}

void uci_job_refuse_strangers(void)
{
    unsigned long tasks = number_in("SLURM_STEP_NUM_TASKS");
    if (tasks > 1)
        uci_fatal("Slurm has started %lu tasks that do not know of each other, "
                  "so each would run the whole program: start them with `srun "
                  "--mpi=pmix' (or pmi2), or one task with `srun -n 1'; "
                  "UCILK_TRANSPORT=shm runs them so all the same",
                  tasks);
}

/* The mark is the launcher's name for the job.  A process that finds its own
 * job there was started by a rank; if it finds another job, a launcher has
 * started it.  This variable is no option, so its name does not begin like
 * theirs. */
#define MARK "_UCILK_RANK_OF"

/* The name of the job: PMIx has one; for PMI 1 it is that of the rank's
 * socket. */
static const char *job(char *buffer, size_t size)
{
    char path[32];
    const char *name = secure_getenv("PMIX_NAMESPACE");
    if (name)
        return name;
    if (!secure_getenv("PMI_FD"))
        return "";
    snprintf(path, sizeof path, "/proc/self/fd/%lu", number_in("PMI_FD"));
    ssize_t n = readlink(path, buffer, size - 1);
    buffer[n > 0 ? n : 0] = '\0';
    return strncmp(buffer, "socket:", 7) == 0 ? buffer : "";
}

void uci_job_leave_mark(void)
{
    char buffer[64];
    setenv(MARK, job(buffer, sizeof buffer), 1);
}

bool uci_job_is_of_a_rank(void)
{
    char buffer[64];
    const char *mark = secure_getenv(MARK), *own = job(buffer, sizeof buffer);
    return mark && (!*own || strcmp(mark, own) == 0);
}

/* --- Telling the launcher --- */

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
    /* This rank ends when its parent, MPICH's proxy, ends: nobody else notices
     * that. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    rank = (pid_t)syscall(SYS_getpid);
    started = uci_nanoseconds();
    if (secure_getenv("PMI_FD"))
        launcher = atoi(secure_getenv("PMI_FD"));
    uci_message_of_rank(tell_error);
}
