/*
 * The contract of a transport: what the runtime needs of a network between
 * ranks.  One is in use, or none: if uci_transport is null all workers are
 * forked on this machine (shm).
 *
 * Implementations: net/nic/ (simulated, for tests), net/mpi/ (a plug-in, opened
 * only where a launcher has started the program).  tests/contract/ checks that
 * each does what is written here.
 *
 * Ranks are processes.  After `renumber' a rank's number is its worker's id.
 * Rank r registers the memory [first + r * stride, first + (r + 1) * stride),
 * which is mapped there in its own address space, so that an address alone
 * says which rank's memory it is.
 *
 * Threads: two threads of a rank may call at the same time (a worker and its
 * assistant); `receive' is called by one at a time.  Each call returns before
 * its caller spawns or suspends, so no call is under way on a stolen stack.
 *
 * Errors: a transport that cannot go on says why (host->fatal) and does not
 * return.
 */
#ifndef UCI_TRANSPORT_H
#define UCI_TRANSPORT_H

#include "common/base/atomics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Atomic operations on 8 aligned bytes of registered memory. */
enum uci_net_op {
    UCI_NET_ADD,
    UCI_NET_OR,
    UCI_NET_REPLACE, /* exchange */
    UCI_NET_N_OPS,
};

/* The same by this CPU; returns the word's old value. */
static inline uint64_t uci_net_apply(_Atomic uint64_t *word, enum uci_net_op op,
                                     uint64_t value)
{
    return op == UCI_NET_ADD ? uci_fetch_add_seqcst(word, value)
           : op == UCI_NET_OR
               ? atomic_fetch_or_explicit(word, value, memory_order_seq_cst)
               : uci_exchange_seqcst(word, value);
}

/* Is given a message that has come; `bytes' are valid until it returns. */
typedef void uci_net_receiver(unsigned from, const void *bytes, size_t size);

/* The most ranks.  options.def has the number, too. */
enum { UCI_NET_RANKS = 4096 };

struct uci_transport {
    const char *name;  /* "mpi", "nic" */
    const char *about; /* for people: "Open MPI 4.1.4, osc ucx, btl tcp" */
    unsigned rank, size;
    bool has_rma;   /* get ... op below may be called; final after attach */
    bool is_pinned; /* registered memory is pinned: keep it small */

    /*
     * Start-up: collective calls, in the same order in all ranks, by one thread
     * each.  They drive what was sent before, as `receive' does.
     */
    /* Gives all ranks the `size' bytes of each, in the order of ranks. */
    void (*allgather)(const void *mine, void *all, size_t size);
    /* Gives rank 0's `size' bytes to all. */
    void (*broadcast)(void *bytes, size_t size);
    /* Gives this rank the number `id'; once, before attach. */
    void (*renumber)(unsigned id);
    /* Registers memory, as said above.  It may be accessed when the call has
     * returned in all ranks. */
    void (*attach)(char *first, size_t stride);

    /*
     * Messages.  Between two ranks they arrive in the order in which one
     * thread sent them, each once.  Any size.
     */
    /* Sends head and body as one message; both may be reused on return.  Does
     * not wait for the receiver. */
    void (*send)(unsigned to, const void *head, size_t head_size,
                 const void *body, size_t body_size);
    /* Hands over one message that has come; false if there is none.  Where they
     * need it, it also drives sends, and others' accesses to this rank's
     * memory.  Never blocks. */
    bool (*receive)(uci_net_receiver *receiver);
    /* Sleeps until something has come for this rank, for at most so long.  True
     * if something may have come.  It may come without ending the sleep. */
    bool (*wait)(unsigned microseconds);

    /*
     * One-sided access to the registered memory of `to'.  `at' is an address
     * there.  Operations of one thread on one rank between two flushes are in
     * no order.  Aligned words of 8 bytes are read and written whole.
     */
    /* The bytes are at `into' when flush returns. */
    void (*get)(unsigned to, void *into, uintptr_t at, size_t size);
    /* `bytes' may be reused on return.  The put is complete after flush;
     * without one after some time, while a thread of this rank calls receive
     * (N1).  The same holds for op. */
    void (*put)(unsigned to, uintptr_t at, const void *bytes, size_t size);
    /* Waits until all that this thread has started on `to' is complete. */
    void (*flush)(unsigned to);
    /* Atomic with the other network operations; waits, and returns the old
     * value. */
    uint64_t (*fetch_op)(unsigned to, enum uci_net_op op, uintptr_t at,
                         uint64_t value);
    uint64_t (*compare_swap)(unsigned to, uintptr_t at, uint64_t expected,
                             uint64_t desired);
    /* The same without an answer, equally atomic; complete after flush. */
    void (*op)(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value);

    /* Collective: ends the transport; no message is under way. */
    void (*finish)(void);
    /* Ends all ranks, with this status for the launcher, without a message. */
    void (*abort)(int status) __attribute__((noreturn));
};

/* What a transport may call: a plug-in does not see the runtime's symbols. */
struct uci_net_host {
    /* Prints "ucilk: ..." on stderr and ends this rank, which ends all. */
    void (*fatal)(const char *format, ...)
        __attribute__((noreturn, format(printf, 1, 2)));
    void (*message)(const char *format, ...)
        __attribute__((format(printf, 1, 2)));
    /* Returns when the launcher has read what this rank has printed. */
    void (*drain)(void);
    /* Sets an environment variable that the user has not set. */
    void (*set)(const char *name, const char *value);
    bool wants_rma; /* the options ask for one-sided operations, or allow it */
};

/* The one symbol of a plug-in.  Its number changes with the contract, since a
 * program may be older than the plug-ins. */
#define UCI_NET_OPEN "uci_net_open_3"
typedef const struct uci_transport *uci_net_open(const struct uci_net_host *);

extern const struct uci_transport *uci_transport;

#endif
