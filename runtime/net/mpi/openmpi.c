/*
 * What is special to Open MPI: its parameters, its name, waits.  See plugin.h.
 */
#define _GNU_SOURCE
#include "net/mpi/plugin.h"
#include "base/atomics.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int major_version;  /* of the library that is loaded */
static bool is_osc_chosen; /* by the user */

/* If Open MPI believes that there are more ranks than CPUs it gives the CPU
 * away at every look for messages.  An assistant beside a worker that computes
 * would get the CPU back after milliseconds.  So Open MPI may do that only
 * while a thread waits; null if the user decides. */
static void (*set_yield)(bool);
static _Atomic unsigned n_waiting;

/* Finds a symbol of libmpi, or of the libraries that it needs. */
static void *find_symbol(const char *name)
{
    Dl_info libmpi;
    void *library = dladdr((void *)&MPI_Abort, &libmpi)
                        ? dlopen(libmpi.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;
    return library ? dlsym(library, name) : NULL;
}

/* Ranks of other machines would be counted in the first of these alone. */
static bool is_on_one_machine(void)
{
    const char *all = getenv("OMPI_COMM_WORLD_SIZE"),
               *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    return all && here && strcmp(all, here) == 0;
}

/* Sets a parameter, unless it is in the environment, as after `mpirun
 * --mca'. */
static void set(const char *name, const char *value)
{
    uci_mpi_host->set(name, value);
}

void uci_mpi_prepare(bool has_infiniband)
{
    /* The runtime reports crashes, not handlers of MPI. */
    set("OMPI_MCA_opal_signal", "");
    /* While MPI_Init runs, too, ranks wait for each other. */
    if (!getenv("OMPI_MCA_mpi_yield_when_idle"))
        *(void **)&set_yield = find_symbol("opal_progress_set_yield_when_idle");
    set("OMPI_MCA_mpi_yield_when_idle", set_yield ? "1" : "0");
    /* Only the component ucx has windows that work between nodes and with
     * threads; Debian's /etc/openmpi switches it off.  If it were asked for by
     * name and not installed, MPI_Init would fail, so the others are
     * excluded. */
    is_osc_chosen = getenv("OMPI_MCA_osc");
    set("OMPI_MCA_osc", "^pt2pt,rdma");
    if (has_infiniband)
        return;
    set("OMPI_MCA_pml", "ob1");
    /* Ranks of one machine share memory.  Open MPI 5 prepares TCP nevertheless,
     * and complains if it finds no route from the machine to itself. */
    if (is_on_one_machine())
        set("OMPI_MCA_btl", "^tcp");
    /* Without registered memory Open MPI need not know what is unmapped, and
     * must not patch munmap and the like in libc. */
    set("OMPI_MCA_memory", "^patcher");
    set("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0");
}

/* The component ucx is there if its variables are. */
bool uci_mpi_can_open_window(void)
{
    int level, index;
    if (is_osc_chosen)
        return true;
    UCI_MPI(MPI_T_init_thread, MPI_THREAD_MULTIPLE, &level);
    int code = MPI_T_cvar_get_index("osc_ucx_priority", &index);
    MPI_T_finalize();
    return code == MPI_SUCCESS;
}

bool uci_mpi_needs_card(void)
{
    return !is_osc_chosen;
}

const bool uci_mpi_has_cpu_atomics = true; /* those of osc/ucx */

void uci_mpi_begin_wait(void)
{
    if (set_yield && uci_fetch_add_seqcst(&n_waiting, 1) == 0)
        set_yield(true);
}

void uci_mpi_end_wait(void)
{
    if (set_yield && uci_fetch_add_seqcst(&n_waiting, -1) == 1)
        set_yield(false);
}

void uci_mpi_describe(char *text, size_t size)
{
    int minor, release;
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    UCI_MPI(MPI_Get_library_version, version, &length);
    if (sscanf(version, "Open MPI v%d.%d.%d", &major_version, &minor,
               &release) == 3)
        length = snprintf(text, size, "Open MPI %d.%d.%d", major_version, minor,
                          release);
    else
        length = snprintf(text, size, "Open MPI");
    if (set_yield)
        set_yield(false);
    const char *pml = getenv("OMPI_MCA_pml");
    if (pml)
        snprintf(text + length, size - length, ", pml %s", pml);
}

void uci_mpi_finalize(void)
{
    UCI_MPI(MPI_Finalize, );
}

static int show_nothing(const char *file, const char *topic, int has_header,
                        ...)
{
    (void)file;
    (void)topic;
    (void)has_header;
    return 0;
}

/* Up to Open MPI 4 the variable opal_show_help points to the function that
 * prints all messages of several lines. */
void uci_mpi_silence(void)
{
    if (major_version == 0 || major_version > 4)
        return;
    void **show_help = find_symbol("opal_show_help");
    if (show_help)
        *show_help = (void *)show_nothing;
}

const char uci_mpi_window_remedy[] =
    "its component osc/ucx can, if it is installed on all hosts";
