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
 * Rank r has the memory [first + r * stride, first + (r + 1) * stride), which
 * is mapped there in its own address space, so that an address alone says which
 * rank's memory it is.  It registers its beginning, and more when it needs
 * that.
 *
 * Threads: two threads of a rank may call at the same time (a worker and its
 * assistant); `receive' is called by one at a time.  Each call returns before
 * its caller spawns or suspends, so no call is under way on a stolen stack.
 *
 * Errors: a transport that cannot go on says why (host->fatal) and does not
 * return.
 */
#pragma once

#include "base/atomics.h"
#include "base/ref.h"

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

/* The most ranks: as many as a reference can name (base/ref.h).
 * options.def has the number, too. */
enum { UCI_NET_RANKS = 1 << (64 - UCI_ADDRESS_BITS) };

struct uci_transport {
    const char *name;  /* "mpi", "nic" */
    const char *about; /* for people: "Open MPI 4.1.4, osc ucx, btl tcp" */
    unsigned rank, size;
    bool wait_tells; /* whatever comes ends `wait' below */
    bool has_rma;    /* after attach: get ... op below may be called */
    bool is_pinned; /* registered memory is pinned: register it as it is used */
    /* Atomics that no network card carries out are done by the target's CPU
     * with instructions that are atomic with its others. */
    bool has_cpu_atomics;

    /*
     * Start-up: collective calls, in the same order in all ranks, by one thread
     * each.  They drive what was sent before, as `receive' does.  Each takes
     * O(log P) steps, and rank 0 alone may have a table of all ranks.
     */
    /* Gives rank 0 the `size' bytes of each, in the order of ranks.  `all' is
     * for rank 0; others may give null. */
    void (*gather)(const void *mine, void *all, size_t size);
    /* Gives each rank its `size' bytes of such a table, which rank 0 has. */
    void (*scatter)(const void *all, void *mine, size_t size);
    /* Gives rank 0's `size' bytes to all. */
    void (*broadcast)(void *bytes, size_t size);
    /* The least of all ranks' values.  Nobody leaves before all have come, so
     * it is also the barrier. */
    uint64_t (*least)(uint64_t mine);
    /* Gives this rank the number `id'; at most once, before attach. */
    void (*renumber)(unsigned id);
    /* Registers the first `size' bytes of each rank's memory.  They may be
     * accessed when the call has returned in all ranks.  Is left out if all
     * ranks are on one node. */
    void (*attach)(char *first, size_t stride, size_t size);

    /* Registers more of this rank's memory, from where what is registered ends.
     * Others may access it when the call has returned; an access does not go
     * across the bounds of pieces, of which there are 32 at most.  Not
     * collective. */
    void (*extend)(char *at, size_t size);

    /*
     * Messages.  Between two ranks they arrive in the order in which one
     * thread sent them, each once.  Any size.
     */
    /* Sends head and body as one message; both may be reused on return.  Does
     * not wait for the receiver. */
    void (*send)(unsigned to, const void *head, size_t head_size,
                 const void *body, size_t body_size);
    /* The same of a block of malloc's, which belongs to the transport from now
     * on, and is not copied.  Null: send is as good. */
    void (*send_block)(unsigned to, char *block, size_t size);
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

/* Whether one-sided operations are wanted. */
enum uci_net_rma {
    UCI_RMA_NEVER,
    UCI_RMA_IF_PROGRESS, /* if they may progress while their target computes */
    UCI_RMA_ALWAYS,
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
    enum uci_net_rma rma;
};

/* The one symbol of a plug-in.  Its number changes with the contract, since a
 * program may be older than the plug-ins. */
#define UCI_NET_OPEN "uci_net_open_5"
typedef const struct uci_transport *uci_net_open(const struct uci_net_host *);

extern const struct uci_transport *uci_transport;
