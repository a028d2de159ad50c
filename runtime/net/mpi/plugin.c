/*
 * The entry of the MPI plug-in: its table, start-up, and the end.
 */
#include "net/mpi/plugin.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char about[256];

static void renumber(unsigned id);
static void attach(char *first, size_t stride, size_t size);

static bool has_window;

static void finish(void)
{
    uci_mpi_end();
    uci_mpi_drain_sends();
    if (has_window)
        uci_mpi_close_window();
    uci_mpi_least(0);
    uci_mpi_begin_wait();
    UCI_MPI(MPI_Comm_free, &uci_mpi_comm);
    uci_mpi_finalize();
}

__attribute__((noreturn)) static void end_all(int status)
{
    uci_mpi_host->drain();
    uci_mpi_silence();
    MPI_Abort(MPI_COMM_WORLD, status);
    _Exit(status);
}

static struct uci_transport transport = {
    .name = "mpi",
    .about = about,
    .gather = uci_mpi_gather,
    .scatter = uci_mpi_scatter,
    .broadcast = uci_mpi_broadcast,
    .least = uci_mpi_least,
    .renumber = renumber,
    .attach = attach,
    .extend = uci_mpi_extend,
    .send = uci_mpi_send,
    .send_block = uci_mpi_send_block,
    .receive = uci_mpi_receive,
    .wait = uci_mpi_sleep,
    .get = uci_mpi_get,
    .put = uci_mpi_put,
    .flush = uci_mpi_flush,
    .fetch_op = uci_mpi_fetch_op,
    .compare_swap = uci_mpi_compare_swap,
    .op = uci_mpi_op,
    .finish = finish,
    .abort = end_all,
};

static void renumber(unsigned id)
{
    MPI_Comm split;
    uci_mpi_begin_wait();
    UCI_MPI(MPI_Comm_split, uci_mpi_comm, 0, (int)id, &split);
    UCI_MPI(MPI_Comm_free, &uci_mpi_comm);
    uci_mpi_end_wait();
    uci_mpi_comm = split;
    int rank;
    UCI_MPI(MPI_Comm_rank, split, &rank);
    transport.rank = rank;
}

static void attach(char *first, size_t stride, size_t size)
{
    if (!transport.has_rma)
        return;
    char name[MPI_MAX_OBJECT_NAME] = "";
    has_window = uci_mpi_open_window(first, stride, size, transport.rank, name);
    if (has_window) {
        /* Open MPI names the component first: "ucx window 3". */
        size_t length = strlen(about);
        if (*name)
            snprintf(about + length, sizeof about - length, ", %s", name);
        return;
    }
    transport.has_rma = false;
    if (transport.rank == 0)
        uci_mpi_host->message("%s can make no window for one-sided "
                              "operations between these ranks; %s",
                              about, uci_mpi_window_remedy);
}

/* True if this host has an InfiniBand card, or the like: then registered memory
 * is pinned.  The folder may exist without a card, if the kernel's modules are
 * loaded. */
static bool has_infiniband(void)
{
    bool has_card = false;
    DIR *cards = opendir("/sys/class/infiniband");
    for (struct dirent *card; cards && (card = readdir(cards)) != NULL;)
        has_card |= card->d_name[0] != '.';
    if (cards)
        closedir(cards);
    return has_card;
}

/* Makes has_rma and is_pinned equal in all ranks: rank 0's options count, and
 * memory that is pinned in one rank is kept small in all.  A window may take
 * as long as MPI_Init, so where it would not be used none is made. */
static void agree(enum uci_net_rma rma, bool has_card)
{
    enum { NO_RMA, PINNED, NOT_PINNED, USELESS };
    bool is_always = rma == UCI_RMA_ALWAYS || !uci_mpi_needs_card();
    uint64_t mine = has_card ? PINNED : USELESS;
    if (transport.rank == 0 && rma == UCI_RMA_NEVER)
        mine = NO_RMA;
    else if (transport.rank == 0 && is_always && !has_card)
        mine = NOT_PINNED;
    uint64_t least = uci_mpi_least(mine);
    transport.has_rma = least == PINNED || least == NOT_PINNED;
    transport.is_pinned = least == PINNED;
}

/* The entry has the name that the contract gives; its type is the
 * contract's. */
uci_net_open entry __asm__(UCI_NET_OPEN) __attribute__((visibility("default")));

const struct uci_transport *entry(const struct uci_net_host *host)
{
    uci_mpi_host = host;
    bool has_card = has_infiniband();
    uci_mpi_prepare(has_card);
    int level;
    UCI_MPI(MPI_Init_thread, NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        host->fatal("this MPI was built without MPI_THREAD_MULTIPLE, which "
                    "the assistant thread needs; use another MPI");
    UCI_MPI(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_RETURN);
    UCI_MPI(MPI_Comm_set_errhandler, MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    uci_mpi_describe(about, sizeof about);
    uci_mpi_begin_wait();
    /* A duplicate, which inherits the error handler, since the program may use
     * MPI_COMM_WORLD itself. */
    MPI_Request copied;
    UCI_MPI(MPI_Comm_idup, MPI_COMM_WORLD, &uci_mpi_comm, &copied);
    uci_mpi_wait(copied, "MPI_Comm_idup");
    int rank, size;
    UCI_MPI(MPI_Comm_rank, uci_mpi_comm, &rank);
    UCI_MPI(MPI_Comm_size, uci_mpi_comm, &size);
    transport.rank = rank;
    transport.size = size;
    transport.has_cpu_atomics = uci_mpi_has_cpu_atomics;
    agree(host->rma, has_card);
    uci_mpi_end_wait();
    uci_mpi_open_sockets();
    return &transport;
}
