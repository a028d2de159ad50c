/*
 * The contract of a transport: what the runtime needs of a network between
 * ranks.  One is in use at a time, or none (uci_transport is null): then all
 * workers are forked on this machine (shm).
 *
 * Implementations: net/nic/ (simulated, for tests), net/mpi/ (a plug-in, opened
 * only where a launcher has started the program).  tests/contract/ holds each
 * to what is written here.
 *
 * Ranks are processes.  After `renumber' a rank's number is its worker's id.
 * Rank r registers the memory [first + r * stride, first + (r + 1) * stride),
 * which is mapped there in its own address space, so that an address alone
 * says which rank's memory it is.
 *
 * Threads: two threads of a rank may call at the same time (a worker and its
 * assistant); `receive' is called by one at a time.  Nothing here is called on
 * a stack that could be stolen meanwhile: each call returns before its caller
 * spawns or suspends.
 *
 * Errors: a transport that can go on no more says why (host->fatal) and does
 * not return.
 */
#ifndef UCI_TRANSPORT_H
#define UCI_TRANSPORT_H

#include "common/base/atomics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* On 8 aligned bytes of registered memory. */
enum uci_net_op {
    UCI_NET_ADD,
    UCI_NET_OR,
    UCI_NET_REPLACE, /* exchange */
    UCI_NET_N_OPS,
};

/* The same by this processor; returns what the word was. */
static inline uint64_t uci_net_apply(_Atomic uint64_t *word, enum uci_net_op op,
                                     uint64_t value)
{
    return op == UCI_NET_ADD ? uci_fetch_add_seqcst(word, value)
           : op == UCI_NET_OR
               ? atomic_fetch_or_explicit(word, value, memory_order_seq_cst)
               : uci_exchange_seqcst(word, value);
}

/* A message that has come; gone when the function returns. */
typedef void uci_net_receiver(unsigned from, const void *bytes, size_t size);

enum { UCI_NET_RANKS = 4096 }; /* at most; options.def has the number, too */

struct uci_transport {
    const char *name;  /* "mpi", "nic" */
    const char *about; /* for people: "Open MPI 4.1.4, osc ucx, btl tcp" */
    unsigned rank, size;
    bool has_rma;   /* get ... op below may be called; final after attach */
    bool is_pinned; /* registered memory is pinned: keep it small */

    /*
     * Start-up: collective, all ranks in the same order, one thread each.
     * They go on with what was sent before, as `receive' does.
     */
    /* Everybody's `size' bytes, in the order of ranks. */
    void (*allgather)(const void *mine, void *all, size_t size);
    /* Rank 0's `size' bytes to all. */
    void (*broadcast)(void *bytes, size_t size);
    /* Gives this rank the number `id'; once, before attach. */
    void (*renumber)(unsigned id);
    /* Registers memory, as said above.  When it returns everywhere all may be
     * accessed. */
    void (*attach)(char *first, size_t stride);

    /*
     * Messages.  Between two ranks they arrive in the order in which one
     * thread sent them, each once.  Any size.
     */
    /* Head and body are one message; both may be reused on return.  Does not
     * wait for the receiver. */
    void (*send)(unsigned to, const void *head, size_t head_size,
                 const void *body, size_t body_size);
    /* Hands over one message that has come, if there is one, else returns
     * false.  Drives sends and the progress of what others want of this rank's
     * memory, too, where that needs driving.  Never blocks. */
    bool (*receive)(uci_net_receiver *receiver);
    /* Sleeps until something may have come for this rank, or so long; a
     * transport that cannot tell sleeps a part of that.  Null: use usleep. */
    void (*wait)(unsigned microseconds);

    /*
     * One-sided access to the registered memory of `to'.  `at' is an address
     * there.  Operations of one thread on one rank between two flushes are in
     * no order.  Aligned words of 8 bytes are read and written whole.
     */
    /* `into' is filled in when flush returns. */
    void (*get)(unsigned to, void *into, uintptr_t at, size_t size);
    /* `bytes' may be reused on return; it is there after flush, and some time
     * without one, while a thread of this rank calls receive (remote rule N1;
     * the same for op). */
    void (*put)(unsigned to, uintptr_t at, const void *bytes, size_t size);
    /* What this thread has started on `to' is complete, there and here. */
    void (*flush)(unsigned to);
    /* Atomic among network operations; returns the old value.  Waits. */
    uint64_t (*fetch_op)(unsigned to, enum uci_net_op op, uintptr_t at,
                         uint64_t value);
    uint64_t (*compare_swap)(unsigned to, uintptr_t at, uint64_t expected,
                             uint64_t desired);
    /* Atomic as these, without an answer; there after flush. */
    void (*op)(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value);

    /* Collective: all is over, no message is under way. */
    void (*finish)(void);
    /* Ends all ranks, with this status for the launcher; quietly. */
    void (*abort)(int status) __attribute__((noreturn));
};

/* What a transport may call: a plug-in does not see the runtime's symbols. */
struct uci_net_host {
    /* "ucilk: ..." on stderr, and the end of this rank, which ends all. */
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

/* The one symbol of a plug-in; its number changes with what stands above: a
 * program may be older than the plug-ins. */
#define UCI_NET_OPEN "uci_net_open_2"
typedef const struct uci_transport *uci_net_open(const struct uci_net_host *);

extern const struct uci_transport *uci_transport;

#endif
