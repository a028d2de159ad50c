/*
 * Active messages: what a rank does for another one when told to.  They are
 * messages of the transport; rules N in docs/protocols/remote.md.
 *
 * A handler runs in whichever thread polls: the worker while it waits or looks
 * for work, otherwise its assistant (far/assistant.c); one at a time in a rank.
 * It accesses registered memory by atomics and memcpy, and variables that are
 * its own, but nothing that belongs to the worker alone, such as the allocators
 * of mem/ and sched/.  It may send, and waits for nothing.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum uci_am {
    UCI_AM_REPLY, /* am.c */
    UCI_AM_GET,   /* far_message.c */
    UCI_AM_PUT,
    UCI_AM_OP,
    UCI_AM_COMPARE_SWAP,
    UCI_AM_FLUSH,
    UCI_AM_STEAL, /* cluster/sched/steal_message.c */
    UCI_AM_PUBLISH,
    UCI_AM_ARRIVE,     /* cluster/sched/arrive.c: a child's end */
    UCI_AM_FUTURE_GET, /* cluster/sched/future_message.c */
    UCI_AM_FUTURE_COUNT,
    UCI_AM_FULFIL,
    UCI_AM_REGION, /* data/: a parallel region begins */
    UCI_AM_LULL,   /* far/lull.c: no region is open */
    UCI_AM_EXIT,   /* a task called exit */
    UCI_AM_END,    /* the program ends */
    UCI_AM_BEAT,   /* still there */
    UCI_AM_LOOK,   /* cluster/end/mate.c: what a silent rank's process does */
    UCI_AM_TEST,   /* far/selftest.c */
    UCI_AM_CLOCK,  /* cluster/trace/clocks.c */
    UCI_AM_WAKE,   /* ends the receiver's nap */
    UCI_AM_TRACE,  /* cluster/trace/trace.c: a rank's events */
    UCI_AM_N,
};

/* A token is 0 if the sender wants no answer; otherwise the answer bears it. */
typedef void uci_am_handler(unsigned from, uint64_t token, const char *bytes,
                            size_t size);

/* Installs the handler of a kind; before uci_am_start. */
void uci_am_handle(enum uci_am kind, uci_am_handler *handler);

/* Sends a message of a head and a body; both may be reused.  Does not wait. */
void uci_am_send(unsigned to, enum uci_am kind, const void *head,
                 size_t head_size, const void *body, size_t body_size);
/* Sends on what rank 0 tells all others, along a binomial tree: rank r sends to
 * r + 2^k for every 2^k > r.  Returns to how many. */
unsigned uci_am_send_on(enum uci_am kind, const void *body, size_t size);
/* The rank from which this one gets that; not in rank 0. */
unsigned uci_am_parent(void);
/* Ends the nap of an idle worker of another rank (N20), if there is a network.
 * A one-sided put does not. */
void uci_am_wake(unsigned rank);
/* Answers a request by its token; in its handler, or later. */
void uci_am_reply(unsigned to, uint64_t token, const void *head,
                  size_t head_size, const void *body, size_t body_size);

/* A request under way.  Whichever thread polls passes the answer to `take',
 * then sets `done' (release). */
struct uci_am_call {
    void (*take)(void *to, const char *bytes, size_t size);
    void *to;
    enum uci_am kind; /* kind and receiver, for uci_am_awaited */
    unsigned asked;
    _Atomic uint32_t done;
};
/* Sends a request; *call must stay until it is done. */
void uci_am_request(struct uci_am_call *call, unsigned to, enum uci_am kind,
                    const void *head, size_t head_size, const void *body,
                    size_t body_size);
/* Polls until it is done. */
void uci_am_wait(struct uci_am_call *call);

/* Sends a request and waits; the answer goes to `into'.  Returns its size,
 * which is at most `room'. */
size_t uci_am_ask(unsigned to, enum uci_am kind, const void *head,
                  size_t head_size, void *into, size_t room);

/* Handles messages that have come, unless another thread does; true if it has
 * handled one.  For the worker. */
bool uci_am_poll(void);

/* The same for the assistant. */
bool uci_am_poll_aside(void);
/* How often the worker has polled. */
uint64_t uci_am_worker_polls(void);

/* From now on messages are handled. */
void uci_am_start(void);
/* From now on no thread handles any: the transport is about to be finished. */
void uci_am_stop(void);

/* --- assistant.c: a helper thread of each rank that polls the network while
 * the worker runs a task, or main --- */

/* Starts it, after uci_strategy_choose.  It handles no message any more when
 * uci_am_stop has returned. */
void uci_assistant_start(void);

/* If not null, the assistant calls it at every look: cluster/end/mate.c. */
extern void (*uci_assistant_beat)(void);
