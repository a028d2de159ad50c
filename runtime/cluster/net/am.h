/*
 * Active messages: what a rank does for another one when told to.  Built on
 * the messages of the transport; rules N in docs/protocols/remote.md.
 *
 * Handlers run in whoever polls: the worker where it waits or looks for work,
 * else its assistant (net/assistant.c); one at a time in a rank.  They touch
 * registered memory by atomics and memcpy and what is made for them; never
 * what is the worker's alone, as the allocators of mem/ and sched/.  A handler
 * may send; it waits for nothing.
 */
#ifndef UCI_AM_H
#define UCI_AM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum uci_am {
    UCI_AM_REPLY,        /* am.c */
    UCI_AM_GET,          /* far_message.c */
    UCI_AM_PUT,
    UCI_AM_OP,
    UCI_AM_COMPARE_SWAP,
    UCI_AM_FLUSH,
    UCI_AM_STEAL,        /* cluster/sched/steal_message.c */
    UCI_AM_PUBLISH,
    UCI_AM_ARRIVE,       /* cluster/sched/arrive.c: a child's end */
    UCI_AM_REGION,       /* data/: a parallel region begins */
    UCI_AM_EXIT,         /* a task called exit */
    UCI_AM_END,          /* the program ends */
    UCI_AM_BEAT,         /* still there */
    UCI_AM_TEST,         /* net/selftest.c */
    UCI_AM_N,
};

/* token: 0, or what the sender waits for an answer by. */
typedef void uci_am_handler(unsigned from, uint64_t token, const char *bytes,
                            size_t size);

/* Before uci_am_start. */
void uci_am_handle(enum uci_am kind, uci_am_handler *handler);

/* Does not wait; head and body, which follows it, may be reused. */
void uci_am_send(unsigned to, enum uci_am kind, const void *head,
                 size_t head_size, const void *body, size_t body_size);
/* What rank 0 tells all others goes along a binomial tree: rank r sends it on
 * to r + 2^k for every 2^k > r. */
void uci_am_send_on(enum uci_am kind, const void *body, size_t size);
/* In a handler, or later: the answer to a token. */
void uci_am_reply(unsigned to, uint64_t token, const void *head,
                  size_t head_size, const void *body, size_t body_size);

/* A request under way: `take' gets the answer, in whichever thread polls;
 * then `done' is set, with release. */
struct uci_am_call {
    void (*take)(void *to, const char *bytes, size_t size);
    void *to;
    enum uci_am kind; /* and of whom: uci_am_awaited */
    unsigned asked;
    _Atomic uint32_t done;
};
void uci_am_request(struct uci_am_call *call, unsigned to, enum uci_am kind,
                    const void *head, size_t head_size, const void *body,
                    size_t body_size);
/* Polls until it is done. */
void uci_am_wait(struct uci_am_call *call);
/* For a message of a program that hangs: what the worker waits for, as in
 * "steal from worker 2"; false if for nothing. */
bool uci_am_awaited(char text[64]);

/* Request and wait; the answer goes to `into'.  Its size, at most `room'. */
size_t uci_am_ask(unsigned to, enum uci_am kind, const void *head,
                  size_t head_size, void *into, size_t room);

/* Handles what has come, unless another thread is at it; true if it did. */
bool uci_am_poll(void);

/* The same, for the assistant; and how often the worker has polled. */
bool uci_am_poll_aside(void);
uint64_t uci_am_worker_polls(void);

/* From now on messages are handled; and no more, in any thread: the transport
 * is about to be finished. */
void uci_am_start(void);
void uci_am_stop(void);

#endif
