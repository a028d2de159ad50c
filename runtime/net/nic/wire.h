/*
 * The simulated network, for tests: ranks are processes that the first one
 * forks, and each has a helper process that plays its network card.  The ranks'
 * memory is private to each; all goes through the wire: the memory that all
 * ranks and their cards share, mapped before the ranks are forked.
 *
 *     wire | places[n] | pairs[n][n] (from, to) | gather areas[n]
 *
 * Who writes what:
 *   places[r].orders   rank r, until it posts the order; then the card of the
 *                      target, until `done'
 *   pairs[f][t].mail   tail and bytes: rank f; head: rank t
 *   pairs[f][t].posts  rank f; read by t's card
 *   gathered           the ranks in turns, between barriers: group.c
 */
#pragma once

#include "base/atomics.h"
#include "base/ticks.h"
#include "net/transport.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum {
    UCI_NIC_RANKS = 64,        /* the most ranks */
    UCI_NIC_MAIL = 128 << 10,  /* bytes of a stream's ring */
    UCI_NIC_GATHER = 64 << 10, /* bytes of a rank's gather area */
    UCI_NIC_ORDERS = 128,      /* the most under way from one rank */
    UCI_NIC_PIECE = 16 << 10,  /* the most bytes of one order */
};

/*
 * A bell between processes: a process sleeps until another one, which has made
 * something ready, rings.
 *
 *     sleeper: seen = count; looks, finds nothing; sleeps while count == seen
 *     ringer:  makes it ready; count++; wakes all sleepers
 *
 * There may be any number of sleepers.  No ring is lost, and one that nobody
 * waits for takes no system call.
 */
struct uci_bell {
    _Atomic uint32_t count, sleepers;
};

/* Acquire: what was ready before the rings that are counted; with the
 * fetch-and-add in uci_bell_ring. */
static inline uint32_t uci_bell_seen(struct uci_bell *bell)
{
    return uci_load_acquire(&bell->count);
}

static inline void uci_bell_ring(struct uci_bell *bell)
{
    uci_fetch_add_seqcst(&bell->count, 1);
    /* Sequentially consistent: a sleeper that is not seen here sees the new
     * count when it goes to sleep. */
    if (uci_load_seqcst(&bell->sleepers))
        syscall(SYS_futex, &bell->count, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Sleeps while count == seen, for at most so many nanoseconds. */
static inline void uci_bell_sleep(struct uci_bell *bell, uint32_t seen,
                                  uint64_t time)
{
    struct timespec t = {(time_t)(time / 1000000000),
                         (long)(time % 1000000000)};
    uci_fetch_add_seqcst(&bell->sleepers, 1);
    syscall(SYS_futex, &bell->count, FUTEX_WAIT, seen, &t, NULL, 0);
    uci_fetch_add_seqcst(&bell->sleepers, -1);
}

/* A rank's process; they are numbered in the order of forking. */
struct uci_nic_process {
    pid_t pid;
    _Atomic uint32_t id;   /* its rank */
    _Atomic uint32_t done; /* it is in `finish', and may end */
};

/* What a rank asks another's card to do; a longer access is several orders. */
struct uci_nic_order {
    enum uci_nic_kind {
        UCI_NIC_GET,
        UCI_NIC_PUT,
        UCI_NIC_OP,       /* without an answer */
        UCI_NIC_FETCH_OP, /* answer: value */
        UCI_NIC_SWAP,     /* answer: value */
    } kind;
    enum uci_net_op op;
    uint32_t size;
    _Atomic uint32_t done; /* release by the card; with the rank's acquire */
    uintptr_t at;
    uint64_t value, expected;
    uint64_t posted; /* the time */
    char bytes[UCI_NIC_PIECE] __attribute__((aligned(64)));
};

/* The words of a rank. */
struct uci_nic_place {
    struct uci_bell mail __attribute__((aligned(64))); /* a message has come */
    struct uci_bell done __attribute__((aligned(64))); /* an order is done */
    struct uci_bell card __attribute__((aligned(64))); /* wakes its card */
    _Atomic uint32_t is_over;                          /* the card is to end */
    _Atomic size_t registered; /* bytes, from the beginning of its memory */
    uintptr_t at;   /* the address that the card accesses, for messages */
    unsigned asker; /* and the rank that has asked it to */
    struct uci_nic_order orders[UCI_NIC_ORDERS];
};

/* The messages of one rank to another: a stream of bytes in a ring. */
struct uci_nic_stream {
    _Atomic uint64_t tail __attribute__((aligned(64))); /* the sender's */
    _Atomic uint64_t head __attribute__((aligned(64))); /* the receiver's */
    _Atomic uint32_t wants_room; /* the sender holds bytes back */
    char bytes[UCI_NIC_MAIL] __attribute__((aligned(64)));
};

/* The orders that one rank has given to the card of another: a ring of their
 * indices. */
struct uci_nic_posts {
    _Atomic uint32_t tail __attribute__((aligned(64)));
    _Atomic uint32_t hurried; /* a flush waits for those before this one */
    uint8_t orders[UCI_NIC_ORDERS];
};

struct uci_nic_pair {
    struct uci_nic_stream mail;
    struct uci_nic_posts posts;
};

struct uci_nic_wire {
    _Atomic uint32_t arrived; /* at the barrier */
    struct uci_bell barrier;
    _Atomic uint32_t reported; /* a message about an end has been printed */
    struct uci_nic_process processes[UCI_NIC_RANKS];
};

/* This process's view of it. */
struct uci_nic {
    const struct uci_net_host *host;
    unsigned id, size; /* its rank, and the number of ranks */
    unsigned number;   /* its number in the order of forking */
    struct uci_nic_wire *wire;
    struct uci_nic_place *places;
    struct uci_nic_pair *pairs;
    char *gathered;
    uint64_t delay; /* in nanoseconds */
    char *first;    /* registered memory: transport.h */
    size_t stride;
};
extern struct uci_nic uci_nic;

static inline struct uci_nic_pair *uci_nic_pair(unsigned from, unsigned to)
{
    return &uci_nic.pairs[from * uci_nic.size + to];
}

/*
 * Called once, by a process with one thread and empty stdio buffers.  The
 * caller is rank 0; it forks the others, and all ranks return from here.  The
 * program's wait() does not see the others.  They end when rank 0 ends.  If one
 * is killed rank 0 prints a message and ends with 128 + signal; if one leaves
 * by _exit before `finish', rank 0 ends with its status.
 */
const struct uci_transport *uci_nic_open(const struct uci_net_host *host,
                                         unsigned ranks);

/* process.c: makes the wire and forks the ranks. */
void uci_nic_start(unsigned ranks);
/* Maps new memory, MAP_SHARED or MAP_PRIVATE. */
void *uci_nic_map(size_t size, int kind);
/* Starts a thread that watches a child, rank process `number' or this rank's
 * card, and ends this process if the child ends too early. */
void uci_nic_watch(unsigned number, pid_t pid, bool is_card);
/* Waits until the watched children have ended. */
void uci_nic_reap(void);

/* Ends this rank's card. */
void uci_nic_end_card(void);

/* group.c: collectives. */
void uci_nic_barrier(void);
void uci_nic_gather(const void *mine, void *all, size_t size);
void uci_nic_scatter(const void *all, void *mine, size_t size);
void uci_nic_broadcast(void *bytes, size_t size);
uint64_t uci_nic_least(uint64_t mine);

/* mail.c: messages. */
void uci_nic_send(unsigned to, const void *head, size_t head_size,
                  const void *body, size_t body_size);
bool uci_nic_receive(uci_net_receiver *receiver);
bool uci_nic_wait(unsigned microseconds);
/* Sends what found no room before; true if some of it still finds none. */
bool uci_nic_push_all(void);

/* post.c: one-sided operations, in the rank that asks. */
void uci_nic_get(unsigned to, void *into, uintptr_t at, size_t size);
void uci_nic_put(unsigned to, uintptr_t at, const void *bytes, size_t size);
void uci_nic_flush(unsigned to);
uint64_t uci_nic_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                          uint64_t value);
uint64_t uci_nic_compare_swap(unsigned to, uintptr_t at, uint64_t expected,
                              uint64_t desired);
void uci_nic_op(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value);

/* card.c: forks the process that carries out orders on this rank's memory. */
void uci_nic_start_card(void);
