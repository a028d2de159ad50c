/*
 * The collectives of the MPI plug-in.  They wait by MPI_Test and yield, since
 * there may be more ranks than CPUs.
 *
 * Gather and scatter go along a binomial tree: the subtree of rank r has the
 * ranks from r to r + 2^k - 1, as far as there are, where 2^k divides r.  Those
 * of MPI would do, but Open MPI's that do not block send all to one rank.
 */
#include "net/mpi/plugin.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 2 }; /* messages.c has another */

void uci_mpi_wait(MPI_Request request, const char *what)
{
    for (;;) {
        int is_done;
        uci_mpi_check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), what);
        if (is_done)
            return;
        sched_yield();
    }
}

static void send(unsigned to, const void *bytes, size_t size)
{
    MPI_Request request;
    UCI_MPI(MPI_Isend, bytes, (int)size, MPI_BYTE, (int)to, TAG, uci_mpi_comm,
            &request);
    uci_mpi_wait(request, "MPI_Isend");
}

static void receive(unsigned from, void *bytes, size_t size)
{
    MPI_Request request;
    UCI_MPI(MPI_Irecv, bytes, (int)size, MPI_BYTE, (int)from, TAG, uci_mpi_comm,
            &request);
    uci_mpi_wait(request, "MPI_Irecv");
}

/* This rank in the tree. */
static struct tree {
    unsigned rank, size;
    unsigned reach; /* ranks in its subtree: 2^k */
} here(void)
{
    int rank, size;
    UCI_MPI(MPI_Comm_rank, uci_mpi_comm, &rank);
    UCI_MPI(MPI_Comm_size, uci_mpi_comm, &size);
    struct tree tree = {(unsigned)rank, (unsigned)size, 1};
    while (tree.reach < tree.size && !(tree.rank & tree.reach))
        tree.reach *= 2;
    return tree;
}

/* The child `step' further on, and how many ranks its subtree has: `step' at
 * most, 0 if there is no such child. */
static unsigned n_below(const struct tree *tree, unsigned step)
{
    unsigned child = tree->rank + step;
    return child >= tree->size         ? 0
           : tree->size - child < step ? tree->size - child
                                       : step;
}

/* A table of the subtree's ranks, unless it is given. */
static char *table(const struct tree *tree, const void *given, size_t size)
{
    unsigned left = tree->size - tree->rank;
    size_t n = left < tree->reach ? left : tree->reach;
    char *bytes = tree->rank == 0 ? (char *)given : malloc(n * size + 1);
    if (!bytes)
        uci_mpi_host->fatal("no memory for a table of %zu ranks", n);
    return bytes;
}

void uci_mpi_gather(const void *mine, void *all, size_t size)
{
    struct tree tree = here();
    char *bytes = table(&tree, all, size);
    memcpy(bytes, mine, size);
    size_t n = 1;
    for (unsigned step = 1; step < tree.reach; step *= 2) {
        size_t more = n_below(&tree, step);
        if (more)
            receive(tree.rank + step, bytes + n * size, more * size);
        n += more;
    }
    if (tree.rank == 0)
        return;
    send(tree.rank - tree.reach, bytes, n * size);
    free(bytes);
}

void uci_mpi_scatter(const void *all, void *mine, size_t size)
{
    struct tree tree = here();
    char *bytes = table(&tree, all, size);
    size_t n = tree.size - tree.rank;
    if (tree.rank != 0)
        receive(tree.rank - tree.reach, bytes,
                (n < tree.reach ? n : tree.reach) * size);
    for (unsigned step = tree.reach / 2; step > 0; step /= 2)
        if (n_below(&tree, step))
            send(tree.rank + step, bytes + step * size,
                 n_below(&tree, step) * size);
    memcpy(mine, bytes, size);
    if (tree.rank != 0)
        free(bytes);
}

void uci_mpi_broadcast(void *bytes, size_t size)
{
    MPI_Request request;
    UCI_MPI(MPI_Ibcast, bytes, (int)size, MPI_BYTE, 0, uci_mpi_comm, &request);
    uci_mpi_wait(request, "MPI_Ibcast");
}

/* MPI_MIN of MPICH 4.0.2 takes unsigned numbers for signed ones.  So these are
 * signed, in the same order. */
uint64_t uci_mpi_least(uint64_t mine)
{
    const uint64_t sign = 1ul << 63;
    MPI_Request request;
    int64_t own = (int64_t)(mine ^ sign), all;
    UCI_MPI(MPI_Iallreduce, &own, &all, 1, MPI_INT64_T, MPI_MIN, uci_mpi_comm,
            &request);
    uci_mpi_wait(request, "MPI_Iallreduce");
    return (uint64_t)all ^ sign;
}
