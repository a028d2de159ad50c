/* Opening a transport.  See network.h. */
#define _GNU_SOURCE
#include "net/network.h"

#include "base/message.h"
#include "base/options.h"
#include "net/job.h"
#include "net/nic/wire.h"
#include "net/transport.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static struct uci_net_host host = {uci_fatal, uci_message, uci_message_drain,
                                   set_unless_given, UCI_RMA_NEVER};

void uci_network_open_nic(unsigned ranks, enum uci_net_rma rma)
{
    host.rma = rma;
    uci_transport = uci_nic_open(&host, ranks);
}

void uci_network_open_mpi(unsigned long expected, enum uci_net_rma rma)
{
    host.rma = rma;
    uci_net_open *open = find_mpi();
    uci_transport = open(&host);
    uci_job_leave_mark();
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
