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
#include "cluster/start/launch.h"

#include "common/base/message.h"
#include "common/base/options.h"
#include "cluster/net/nic/nic.h"
#include "cluster/net/strategy.h"
#include "cluster/net/transport.h"
#include "seam/far.h"
#include "cluster/net/launcher.h"

#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum launch { SHM, MPI, NIC };

static enum launch launch;
static unsigned long expected; /* ranks that the launcher starts, or 0 */
static const char *said_by;    /* the variable that says so */
static char reason[128];       /* of the choice */

/* The positive number that a variable of the environment holds, or 0. */
static unsigned long number_in(const char *name)
{
    const char *value = secure_getenv(name);
    return value && isdigit((unsigned char)*value) ? strtoul(value, NULL, 10)
                                                   : 0;
}

/* Finds the number of ranks, if a launcher that MPI understands has set it. */
static void find_launcher(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                            "SLURM_STEP_NUM_TASKS"};
    for (unsigned i = 0; i < 3 && expected == 0; i++) {
        said_by = variables[i];
        if (i < 2 || secure_getenv("PMIX_RANK"))
            expected = number_in(said_by);
    }
    if (expected > UCI_NET_RANKS)
        uci_fatal("%s=%lu: a job has %d ranks at most", said_by, expected,
                  UCI_NET_RANKS);
}

/* --- A process that a rank has started --- */

/* Such a process inherits the launcher's variables, but is no rank.  So a rank
 * puts the launcher's name for the job into its environment.  A process that
 * finds its own job there was started by a rank; if it finds another job, a
 * launcher has started it.  This variable is no option, so its name does not
 * begin like theirs. */
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

static void leave_mark(void)
{
    char buffer[64];
    setenv(MARK, job(buffer, sizeof buffer), 1);
}

static bool is_of_a_rank(void)
{
    char buffer[64];
    const char *mark = secure_getenv(MARK), *own = job(buffer, sizeof buffer);
    return mark && (!*own || strcmp(mark, own) == 0);
}

/* --- The choice --- */

static enum launch because(enum launch choice, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum launch because(enum launch choice, const char *format, ...)
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
    if (is_of_a_rank())
        return because(SHM, "a rank has started it, not the launcher");
    find_launcher();
    if (strcmp(wanted, "mpi") == 0)
        return because(MPI, "UCILK_TRANSPORT says so");
    /* Slurm has started several tasks that do not know of each other. */
    if (expected == 0 && number_in("SLURM_STEP_NUM_TASKS") > 1)
        uci_fatal("Slurm has started %lu tasks that do not know of each other, "
                  "so each would run the whole program: start them with `srun "
                  "--mpi=pmix' (or pmi2), or one task with `srun -n 1'; "
                  "UCILK_TRANSPORT=shm runs them so all the same",
                  number_in("SLURM_STEP_NUM_TASKS"));
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
    /* This rank ends when its parent, MPICH's proxy, ends: nobody else notices
     * that. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
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

/* The MPI of the launcher: "openmpi" or "mpich". */
static const char *which_mpi(void)
{
    if (strcmp(uci_options.mpi, "auto") != 0)
        return uci_options.mpi;
    if (secure_getenv("OMPI_COMM_WORLD_SIZE") || secure_getenv("PMIX_RANK"))
        return "openmpi";
    return secure_getenv("PMI_SIZE") ? "mpich" : "openmpi";
}

/* Opens the plug-in of a directory; if that is "", in the directories that the
 * program was linked with (-rpath). */
static void *open_plugin(const char *directory, const char *mpi, char **error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%sucilk_%s.so", directory,
             *directory ? "/" : "", mpi);
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    /* The error is that of a directory that has the plug-in, if one does. */
    if (!plugin && (!*error || access(path, F_OK) == 0)) {
        const char *text = dlerror();
        *error = strdup(text ? text : "unknown error");
    }
    return plugin;
}

static char settings[512]; /* the variables that were set for MPI */

static void set_unless_given(const char *name, const char *value)
{
    size_t n = strlen(settings);
    if (secure_getenv(name))
        return;
    setenv(name, value, 1);
    snprintf(settings + n, sizeof settings - n, " %s=%s", name, value);
}

static uci_net_open *find_mpi(void)
{
    const char *mpi = which_mpi();
    /* MPI may load UCX, which reads these in a constructor: we report crashes,
     * and libc's munmap must stay as it is. */
    set_unless_given("UCX_HANDLE_ERRORS", "none");
    set_unless_given("UCX_MEM_EVENTS", "no");
    /* While it ends, UCX complains about ranks that are gone. */
    set_unless_given("UCX_LOG_LEVEL", "fatal");
    char *error = NULL;
    void *plugin;
    if (*uci_options.plugins)
        plugin = open_plugin(uci_options.plugins, mpi, &error);
    else if (!(plugin = open_plugin("", mpi, &error)))
        plugin = open_plugin(UCI_PLUGINS, mpi, &error);
    if (!plugin)
        uci_fatal("cannot open the plug-in for %s, which the launcher of this "
                  "program asks for: %s; build ucilk where %s is installed, or "
                  "set UCILK_PLUGINS to its directory, or UCILK_TRANSPORT=shm",
                  strcmp(mpi, "mpich") == 0 ? "MPICH" : "Open MPI", error,
                  strcmp(mpi, "mpich") == 0 ? "libmpich-dev"
                                            : "libopenmpi-dev");
    uci_net_open *open;
    *(void **)&open = dlsym(plugin, UCI_NET_OPEN);
    if (!open)
        uci_fatal("the plug-in for %s is of another version of ucilk: %s", mpi,
                  dlerror());
    return open;
}

void uci_launch_connect(void)
{
    static struct uci_net_host host = {
        uci_fatal, uci_message, uci_message_drain, set_unless_given, false};
    host.wants_rma = uci_strategy_wants_rma();
    if (launch == NIC) {
        uci_transport = uci_nic_open(&host, (unsigned)uci_options.nworkers);
        return;
    }
    uci_net_open *open = find_mpi();
    uci_transport = open(&host);
    leave_mark();
    Dl_info plugin;
    if (uci_options.verbose && uci_transport->rank == 0 &&
        dladdr((void *)open, &plugin))
        uci_message("plug-in %s", plugin.dli_fname);
    if (uci_options.verbose && uci_transport->rank == 0)
        uci_message("set for MPI:%s", *settings ? settings : " nothing");
    if (uci_transport->size == 1 && expected == 0)
        uci_fatal("UCILK_TRANSPORT=mpi, but %s knows of no other rank: start "
                  "the program by mpirun or `srun --mpi=pmix', or leave "
                  "UCILK_TRANSPORT out",
                  uci_transport->about);
    if (uci_transport->size == 1 && expected > 1)
        uci_fatal("the launcher has started %lu ranks, but %s sees only one: "
                  "it is another MPI than the launcher's, or was built without "
                  "support for it; use the mpirun of the same MPI, `srun "
                  "--mpi=pmix', or UCILK_MPI=mpich or openmpi",
                  expected, uci_transport->about);
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
