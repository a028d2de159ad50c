/*
 * How the program was started: by itself, or by a launcher (mpirun, srun) as
 * one rank of several; and the transport between the ranks.
 *
 * Launchers set environment variables.  A program with another user's rights
 * does not read them (secure_getenv).  MPI is a plug-in, opened only if there
 * are such variables: a program that runs on one machine is not linked with MPI
 * and pays nothing for it.
 *
 * Stolen stacks hold addresses of code and data, so these must be equal in all
 * ranks.  The kernel makes them differ.  So a rank turns that off for itself
 * (ADDR_NO_RANDOMIZE) and executes itself once more.  That is not permitted in
 * some containers; in any case identity.c compares the addresses.
 */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "base/message.h"
#include "base/options.h"
#include "net/job.h"
#include "net/network.h"
#include "cluster/far/strategy.h"
#include "net/transport.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum launch { SHM, MPI, NIC };

static enum launch launch;
static unsigned long expected; /* ranks that the launcher starts, or 0 */
static const char *said_by;    /* the variable that says so */
static char reason[128];       /* of the choice */

/* --- The choice --- */

__attribute__((format(printf, 2, 3))) static enum launch
because(enum launch choice, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return choice;
}

static enum launch choose(void)
{
    const char *wanted = uci_options.transport;
    if (strcmp(wanted, "shm") == 0)
        return because(SHM, "UCILK_TRANSPORT says so");
    if (strcmp(wanted, "nic") == 0)
        return uci_options.nworkers > 1
                   ? because(NIC, "UCILK_TRANSPORT says so")
                   : because(SHM, "UCILK_TRANSPORT=nic is for two workers and "
                                  "more");
    if (uci_job_is_of_a_rank())
        return because(SHM, "a rank has started it, not the launcher");
    expected = uci_job_size(&said_by);
    if (strcmp(wanted, "mpi") == 0)
        return because(MPI, "UCILK_TRANSPORT says so");
    if (expected == 0)
        uci_job_refuse_strangers();
    if (expected == 0)
        return because(SHM, "no launcher (mpirun, srun) has started it");
    if (expected > 1)
        return because(MPI, "%s=%lu", said_by, expected);
    uci_options.nworkers = 1;
    return because(SHM, "%s=1, and one rank is one worker", said_by);
}

/* Executes the program once more, with addresses that are not random. */
static void fix_addresses(char **argv, char **environment)
{
    int persona = personality(0xffffffff);
    if (persona == -1)
        return;
    if (persona & ADDR_NO_RANDOMIZE) {
        personality((unsigned long)persona & ~(unsigned long)ADDR_NO_RANDOMIZE);
        return;
    }
    if (personality((unsigned long)persona | ADDR_NO_RANDOMIZE) == -1)
        return;
    /* It executes the path, whose last part becomes the name of the process. */
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    execve(path, argv, environment);
    execve("/proc/self/exe", argv, environment);
    personality((unsigned long)persona);
}

void uci_launch_decide(char **argv, char **environment)
{
    launch = choose();
    if (launch != MPI)
        return;
    uci_launcher_start();
    fix_addresses(argv, environment);
}

bool uci_launch_is_cluster(void)
{
    return launch != SHM;
}

bool uci_launch_forks(void)
{
    return launch == NIC;
}

void uci_launch_connect(void)
{
    enum uci_net_rma rma = uci_strategy_wants_rma();
    if (launch == NIC)
        uci_network_open_nic((unsigned)uci_options.nworkers, rma);
    else
        uci_network_open_mpi(expected, rma);
}

/* --- The report --- */

void uci_launch_report(const char *text)
{
    static const unsigned where[] = {[SHM] = UCI_OPTIONS_OF_SHM,
                                     [NIC] = UCI_OPTIONS_OF_NIC,
                                     [MPI] = UCI_OPTIONS_OF_MPI};
    char idle[256];
    uci_options_idle(where[launch], idle, sizeof idle);
    uci_message("transport %s; because %s%s%s", text, reason,
                *idle ? "; of no effect: " : "", idle);
}
