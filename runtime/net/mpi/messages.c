/*
 * Messages over MPI.  A message that is sent is a copy, or a block that has
 * been handed over, until MPI is done with it; the thread that receives tests
 * these, and frees them.  All messages have the same tag, so that MPI keeps the
 * order between two ranks.
 *
 * A message may arrive in pieces that need the sender's progress.  Meanwhile
 * those of other ranks come: a rank that is stopped in the middle of a message
 * does not make this one deaf.
 */
#include "net/mpi/plugin.h"
#include "base/lock.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

/* --- Sending --- */

struct sent {
    struct sent *next;
    MPI_Request request;
    char *block; /* or null: the bytes follow */
    char bytes[];
};

static void free_sent(struct sent *sent)
{
    free(sent->block);
    free(sent);
}

/* Messages that MPI was not done with when they were sent.  The list is changed
 * under `lock'; without it a thread may look whether it is null. */
static _Atomic uint32_t lock;
static struct sent *_Atomic fresh;
static _Atomic uint32_t n_unsent; /* here, and in the next list */
/* Those that the receiving thread has taken over from there. */
static struct sent *first, **end = &first;

/* With room for a copy of so many bytes of the `size' that are sent. */
static struct sent *make_sent(unsigned to, size_t size, size_t copied)
{
    if (size > INT_MAX)
        uci_mpi_host->fatal("cannot send %zu bytes to rank %u: a message of "
                            "MPI has 2 GiB at most, so that no stack which is "
                            "stolen may be larger",
                            size, to);
    struct sent *sent = malloc(sizeof *sent + copied);
    if (!sent)
        uci_mpi_host->fatal("no memory for a message of %zu bytes to rank %u",
                            size, to);
    sent->block = NULL;
    return sent;
}

static void start(struct sent *sent, unsigned to, const char *bytes,
                  size_t size)
{
    UCI_MPI(MPI_Isend, bytes, (int)size, MPI_BYTE, (int)to, TAG, uci_mpi_comm,
            &sent->request);
    int is_done;
    UCI_MPI(MPI_Test, &sent->request, &is_done, MPI_STATUS_IGNORE);
    if (is_done) {
        free_sent(sent);
        return;
    }
    uci_spin_lock(&lock);
    sent->next = uci_load_relaxed(&fresh);
    uci_store_relaxed(&fresh, sent);
    uci_fetch_add_seqcst(&n_unsent, 1);
    uci_spin_unlock(&lock);
}

bool uci_mpi_is_sending(void)
{
    return uci_load_relaxed(&n_unsent) > 0;
}

void uci_mpi_send(unsigned to, const void *head, size_t head_size,
                  const void *body, size_t body_size)
{
    size_t size = head_size + body_size;
    uci_mpi_enter();
    struct sent *sent = make_sent(to, size, size);
    if (head_size)
        memcpy(sent->bytes, head, head_size);
    if (body_size)
        memcpy(sent->bytes + head_size, body, body_size);
    start(sent, to, sent->bytes, size);
    uci_mpi_leave();
}

void uci_mpi_send_block(unsigned to, char *block, size_t size)
{
    uci_mpi_enter();
    struct sent *sent = make_sent(to, size, 0);
    sent->block = block;
    start(sent, to, block, size);
    uci_mpi_leave();
}

/* Frees messages that MPI is done with, until it meets one that MPI is not done
 * with, which goes to the end of the list. */
static void test_sends(void)
{
    if (uci_load_relaxed(&fresh)) {
        uci_spin_lock(&lock);
        *end = uci_load_relaxed(&fresh);
        uci_store_relaxed(&fresh, NULL);
        uci_spin_unlock(&lock);
        while (*end)
            end = &(*end)->next;
    }
    int is_done = 1;
    while (first && is_done) {
        struct sent *sent = first;
        UCI_MPI(MPI_Test, &sent->request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done && !sent->next)
            return;
        first = sent->next;
        if (!first)
            end = &first;
        if (is_done) {
            free_sent(sent);
            uci_fetch_add_seqcst(&n_unsent, -(uint32_t)1);
        } else {
            sent->next = NULL;
            *end = sent;
            end = &sent->next;
        }
    }
}

void uci_mpi_drain_sends(void)
{
    while (first || uci_load_relaxed(&fresh))
        test_sends();
}

/* --- Receiving: by one thread at a time --- */

/* Messages that have begun to come, in the order in which they have.  Behind
 * them are places whose memory is used again. */
enum { N_INCOMING = 16 };
static struct incoming {
    char *bytes;
    size_t n_places, size;
    unsigned from;
    MPI_Request request;
} incoming[N_INCOMING];
static unsigned n_incoming;

/* Starts to receive a message, if one has begun to come. */
static void find_message(void)
{
    struct incoming *in = &incoming[n_incoming];
    int is_there;
    MPI_Message message;
    MPI_Status status;
    UCI_MPI(MPI_Improbe, MPI_ANY_SOURCE, TAG, uci_mpi_comm, &is_there, &message,
            &status);
    if (!is_there)
        return;
    int size;
    UCI_MPI(MPI_Get_count, &status, MPI_BYTE, &size);
    in->size = size;
    in->from = status.MPI_SOURCE;
    if (in->size > in->n_places || !in->bytes) {
        free(in->bytes);
        in->n_places = uci_round_up(in->size + 1, 4096);
        in->bytes = malloc(in->n_places);
        if (!in->bytes)
            uci_mpi_host->fatal("no memory for a message of %zu bytes from "
                                "rank %u",
                                in->size, in->from);
    }
    UCI_MPI(MPI_Imrecv, in->bytes, size, MPI_BYTE, &message, &in->request);
    n_incoming++;
}

/* True if nothing of the same rank has begun to come before. */
static bool is_next(unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (incoming[k].from == incoming[i].from)
            return false;
    return true;
}

static bool hand_over(uci_net_receiver *receiver)
{
    if (first || uci_load_relaxed(&fresh))
        test_sends();
    if (n_incoming < N_INCOMING)
        find_message();
    for (unsigned i = 0; i < n_incoming; i++) {
        int is_here;
        if (!is_next(i))
            continue;
        UCI_MPI(MPI_Test, &incoming[i].request, &is_here, MPI_STATUS_IGNORE);
        if (!is_here)
            continue;
        struct incoming in = incoming[i];
        n_incoming--;
        memmove(&incoming[i], &incoming[i + 1],
                (n_incoming - i) * sizeof incoming[0]);
        incoming[n_incoming] = in;
        uci_mpi_leave();
        receiver(in.from, in.bytes, in.size);
        uci_mpi_enter();
        return true;
    }
    return false;
}

bool uci_mpi_receive(uci_net_receiver *receiver)
{
    uci_mpi_enter();
    bool has_come = hand_over(receiver);
    uci_mpi_leave();
    return has_come;
}
