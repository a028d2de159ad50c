/*
 * One-sided operations over MPI: a window over every rank's registered memory,
 * and where more is registered later a second one, locked by all ranks from
 * attach to the end.
 *
 * The source of a put, or of an operation without an answer, is copied, and the
 * copy is kept until a flush of its target.  MPI_Win_flush completes what all
 * threads of this rank have started.  So a thread that takes the copies off the
 * list before it flushes may free them afterwards.  There is no table of all
 * targets, of which there may be very many.
 */
#include "net/mpi/plugin.h"
#include "base/lock.h"

#include <stdlib.h>
#include <string.h>

enum {
    COPY_BYTES = 256,  /* copies of at most this size are used again */
    N_LISTS = 256,     /* of copies, by their target's number */
    N_COPIES_MAX = 64, /* in one list; then their targets are flushed */
};

struct copy {
    struct copy *next;
    unsigned to;
    size_t size;
    _Alignas(8) char bytes[];
};

static MPI_Win window;
static unsigned own_rank;
static char *first;
static size_t stride, window_size;

/* Where memory may be registered later, too: a second window, without bounds.
 * It is slower: osc/ucx looks at each access what its target has attached. */
static MPI_Win further;
static bool has_further;
static void *pieces[32]; /* attached there: osc/ucx can have so many */
static unsigned n_pieces;

/* The lock is for these lists. */
static _Atomic uint32_t lock;
static struct list {
    struct copy *copies;
    unsigned n;
} lists[N_LISTS];
static struct copy *free_copies;

static const MPI_Op ops[UCI_NET_N_OPS] = {
    [UCI_NET_ADD] = MPI_SUM,
    [UCI_NET_OR] = MPI_NO_OP, /* reads the word, for swap_in */
    [UCI_NET_REPLACE] = MPI_REPLACE,
};

/* The window that an address is in, and where it is there. */
static MPI_Win window_of(unsigned to, uintptr_t at, MPI_Aint *displacement)
{
    size_t offset = at - (uintptr_t)(first + to * stride);
    if (has_further && offset >= window_size) {
        *displacement = (MPI_Aint)at;
        return further;
    }
    *displacement = (MPI_Aint)offset;
    return window;
}

static struct copy *copy_of(const void *bytes, size_t size)
{
    struct copy *copy = NULL;
    if (size <= COPY_BYTES) {
        uci_spin_lock(&lock);
        copy = free_copies;
        if (copy)
            free_copies = copy->next;
        uci_spin_unlock(&lock);
    }
    if (!copy)
        copy = malloc(sizeof *copy + (size < COPY_BYTES ? COPY_BYTES : size));
    if (!copy)
        uci_mpi_host->fatal("no memory for a put of %zu bytes", size);
    copy->size = size;
    memcpy(copy->bytes, bytes, size);
    return copy;
}

static struct list *list_of(unsigned to)
{
    return &lists[to % N_LISTS];
}

/* Takes the copies for a target off their list. */
static struct copy *take_copies(unsigned to)
{
    struct list *list = list_of(to);
    struct copy *taken = NULL;
    uci_spin_lock(&lock);
    for (struct copy **link = &list->copies, *copy; (copy = *link) != NULL;) {
        if (copy->to != to) {
            link = &copy->next;
            continue;
        }
        *link = copy->next;
        copy->next = taken;
        taken = copy;
        list->n--;
    }
    uci_spin_unlock(&lock);
    return taken;
}

/* The flush. */
static void complete(unsigned to)
{
    struct copy *copies = take_copies(to);
    uci_mpi_begin_wait();
    UCI_MPI(MPI_Win_flush, (int)to, window);
    if (has_further)
        UCI_MPI(MPI_Win_flush, (int)to, further);
    uci_mpi_end_wait();
    /* An operation of this rank on itself is complete at once and drives no
     * progress.  A loop of such operations that waits for another rank would
     * keep that from getting on. */
    if (to == own_rank) {
        int is_there;
        UCI_MPI(MPI_Iprobe, MPI_ANY_SOURCE, 0, uci_mpi_comm, &is_there,
                MPI_STATUS_IGNORE);
    }
    if (!copies)
        return;
    uci_spin_lock(&lock);
    for (struct copy *next; copies; copies = next) {
        next = copies->next;
        if (copies->size > COPY_BYTES) {
            free(copies);
            continue;
        }
        copies->next = free_copies;
        free_copies = copies;
    }
    uci_spin_unlock(&lock);
}

/* Keeps a copy until the next flush; the operation that reads it was
 * started. */
static void keep(unsigned to, struct copy *copy)
{
    struct list *list = list_of(to);
    copy->to = to;
    uci_spin_lock(&lock);
    copy->next = list->copies;
    list->copies = copy;
    bool is_full = ++list->n >= N_COPIES_MAX;
    uci_spin_unlock(&lock);
    while (is_full) {
        complete(to);
        uci_spin_lock(&lock);
        is_full = list->n >= N_COPIES_MAX / 2;
        to = is_full ? list->copies->to : to;
        uci_spin_unlock(&lock);
    }
}

void uci_mpi_flush(unsigned to)
{
    uci_mpi_enter();
    complete(to);
    uci_mpi_leave();
}

/* How many bytes one operation of MPI moves: its counts are ints. */
static int piece_of(size_t size)
{
    enum { MOST = 1 << 30 };
    return size < MOST ? (int)size : MOST;
}

void uci_mpi_get(unsigned to, void *into, uintptr_t at, size_t size)
{
    MPI_Aint there;
    uci_mpi_enter();
    MPI_Win in = window_of(to, at, &there);
    for (size_t done = 0; done < size; done += piece_of(size - done)) {
        int n = piece_of(size - done);
        UCI_MPI(MPI_Get, (char *)into + done, n, MPI_BYTE, (int)to,
                there + (MPI_Aint)done, n, MPI_BYTE, in);
    }
    uci_mpi_leave();
}

void uci_mpi_put(unsigned to, uintptr_t at, const void *bytes, size_t size)
{
    MPI_Aint there;
    uci_mpi_enter();
    MPI_Win in = window_of(to, at, &there);
    struct copy *copy = copy_of(bytes, size);
    for (size_t done = 0; done < size; done += piece_of(size - done)) {
        int n = piece_of(size - done);
        UCI_MPI(MPI_Put, copy->bytes + done, n, MPI_BYTE, (int)to,
                there + (MPI_Aint)done, n, MPI_BYTE, in);
    }
    keep(to, copy);
    uci_mpi_leave();
}

static void fetch(unsigned to, enum uci_net_op op, uintptr_t at,
                  const uint64_t *value, uint64_t *old)
{
    MPI_Aint there;
    MPI_Win in = window_of(to, at, &there);
    uci_mpi_begin_wait();
    UCI_MPI(MPI_Fetch_and_op, value, old, MPI_UINT64_T, (int)to, there, ops[op],
            in);
    uci_mpi_end_wait();
}

static uint64_t swap(unsigned to, uintptr_t at, uint64_t expected,
                     uint64_t desired)
{
    uint64_t old;
    MPI_Aint there;
    MPI_Win in = window_of(to, at, &there);
    uci_mpi_begin_wait();
    UCI_MPI(MPI_Compare_and_swap, &desired, &expected, &old, MPI_UINT64_T,
            (int)to, there, in);
    uci_mpi_end_wait();
    complete(to);
    return old;
}

uint64_t uci_mpi_compare_swap(unsigned to, uintptr_t at, uint64_t expected,
                              uint64_t desired)
{
    uci_mpi_enter();
    uint64_t old = swap(to, at, expected, desired);
    uci_mpi_leave();
    return old;
}

/* N2: MPI_BOR of osc/ucx is a get and a put, between which the word may change.
 * So this is a loop of compare-and-swap; the first one succeeds unless somebody
 * else changes the word. */
static uint64_t swap_in(unsigned to, uintptr_t at, uint64_t bits, uint64_t old)
{
    for (uint64_t seen; (old & bits) != bits; old = seen) {
        seen = swap(to, at, old, old | bits);
        if (seen == old)
            break;
    }
    return old;
}

uint64_t uci_mpi_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                          uint64_t value)
{
    uint64_t old;
    uci_mpi_enter();
    fetch(to, op, at, &value, &old);
    complete(to);
    if (op == UCI_NET_OR)
        old = swap_in(to, at, value, old);
    uci_mpi_leave();
    return old;
}

/* By MPI_Fetch_and_op: MPI_Accumulate of osc/ucx waits for twice as many round
 * trips. */
void uci_mpi_op(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value)
{
    if (op == UCI_NET_OR) {
        uci_mpi_fetch_op(to, op, at, value);
        return;
    }
    uint64_t value_and_old[2] = {value, 0};
    uci_mpi_enter();
    struct copy *copy = copy_of(value_and_old, sizeof value_and_old);
    uint64_t *words = (uint64_t *)copy->bytes;
    fetch(to, op, at, &words[0], &words[1]);
    keep(to, copy);
    uci_mpi_leave();
}

static void open_for_all(MPI_Win w)
{
    UCI_MPI(MPI_Win_set_errhandler, w, MPI_ERRORS_RETURN);
    UCI_MPI(MPI_Win_lock_all, MPI_MODE_NOCHECK, w);
}

bool uci_mpi_open_window(char *first_, size_t stride_, size_t size,
                         unsigned rank, char *name)
{
    own_rank = rank;
    first = first_;
    stride = stride_;
    window_size = size;
    if (!uci_mpi_least(uci_mpi_can_open_window()))
        return false;
    uci_mpi_begin_wait();
    int code = MPI_Win_create(first + rank * stride, (MPI_Aint)size, 1,
                              MPI_INFO_NULL, uci_mpi_comm, &window);
    bool is_everywhere = uci_mpi_least(code == MPI_SUCCESS);
    if (is_everywhere && size < stride) {
        code = MPI_Win_create_dynamic(MPI_INFO_NULL, uci_mpi_comm, &further);
        has_further = is_everywhere = uci_mpi_least(code == MPI_SUCCESS);
    }
    uci_mpi_end_wait();
    if (!is_everywhere)
        return false;
    int length;
    UCI_MPI(MPI_Win_get_name, window, name, &length);
    open_for_all(window);
    if (has_further)
        open_for_all(further);
    return true;
}

void uci_mpi_extend(char *at, size_t size)
{
    uci_mpi_enter();
    if (n_pieces == sizeof pieces / sizeof *pieces)
        uci_mpi_host->fatal("the network has registered %u pieces of memory, "
                            "and cannot register more; set UCILK_EVAC_SIZE",
                            n_pieces);
    pieces[n_pieces++] = at;
    UCI_MPI(MPI_Win_attach, further, at, (MPI_Aint)size);
    uci_mpi_leave();
}

static void close_window(MPI_Win *w)
{
    UCI_MPI(MPI_Win_unlock_all, *w);
    UCI_MPI(MPI_Win_free, w);
}

void uci_mpi_close_window(void)
{
    uci_mpi_begin_wait();
    /* osc/ucx of Open MPI 4.1.4 frees what it has not if a piece is attached.
     */
    while (n_pieces > 0)
        UCI_MPI(MPI_Win_detach, further, pieces[--n_pieces]);
    if (has_further)
        close_window(&further);
    close_window(&window);
    uci_mpi_end_wait();
}
