/*
 * Active messages: sending, polling and requests.  See am.h.
 *
 *     header {kind, token} | head | body
 *
 * A token is the address of the request's struct uci_am_call in the process
 * that asks: by it whoever polls there finds the call.
 */
#include "cluster/far/am.h"

#include "base/atomics.h"
#include "base/message.h"
#include "base/ticks.h"
#include "net/transport.h"
#include "sched/worker.h"
#include "report/worker_kind.h"

#include <stdio.h>
#include <string.h>

struct header {
    uint32_t kind, spare;
    uint64_t token;
};

enum {
    HEAD_BYTES = 240, /* the largest head */
    BATCH = 32,       /* the most messages that one poll handles */
    PATIENCE = 64,    /* failed polls before a waiting worker yields */
};

static void take_answer(unsigned from, uint64_t token, const char *bytes,
                        size_t size);

static void wake(unsigned from, uint64_t token, const char *bytes, size_t size);

static uci_am_handler *handlers[UCI_AM_N] = {
    [UCI_AM_REPLY] = take_answer, [UCI_AM_WAKE] = wake};
static bool is_started;
/* Held by the thread that polls. */
static UCI_PER_WORKER _Atomic uint32_t polling;
static UCI_PER_WORKER _Atomic uint64_t n_polls; /* by the worker */

/* Of each kind of message: its counter in the rank that handles it, or 0 for
 * am_others; and what uci_am_awaited calls it. */
#define COUNTER_OF(name) offsetof(struct uci_counters, name)
static const struct {
    size_t counter;
    const char *name;
} kinds[UCI_AM_N] = {
    [UCI_AM_REPLY] = {COUNTER_OF(am_replies), NULL},
    [UCI_AM_GET] = {COUNTER_OF(am_gets), "get"},
    [UCI_AM_PUT] = {COUNTER_OF(am_puts), NULL},
    [UCI_AM_OP] = {COUNTER_OF(am_atomics), "atomic"},
    [UCI_AM_COMPARE_SWAP] = {COUNTER_OF(am_atomics), "compare-and-swap"},
    [UCI_AM_FLUSH] = {COUNTER_OF(am_flushes), "flush"},
    [UCI_AM_STEAL] = {COUNTER_OF(am_steals), "steal"},
    [UCI_AM_PUBLISH] = {COUNTER_OF(am_publishes), NULL},
    [UCI_AM_ARRIVE] = {COUNTER_OF(am_arrivals), "arrival"},
    [UCI_AM_FUTURE_GET] = {COUNTER_OF(am_future_gets), "get of a future"},
    [UCI_AM_FUTURE_COUNT] = {COUNTER_OF(am_future_counts), NULL},
    [UCI_AM_FULFIL] = {COUNTER_OF(am_fulfilments), "fulfilment"},
};

void uci_am_handle(enum uci_am kind, uci_am_handler *handler)
{
    handlers[kind] = handler;
}

void uci_am_start(void)
{
    is_started = true;
}

void uci_am_stop(void)
{
    uint32_t no = 0;
    /* It is never given back. */
    while (!uci_cas_seqcst(&polling, &no, 1)) {
        no = 0;
        uci_yield();
    }
}

/* --- Sending --- */

static void send(unsigned to, enum uci_am kind, uint64_t token,
                 const void *head, size_t head_size, const void *body,
                 size_t body_size)
{
    struct {
        struct header header;
        char head[HEAD_BYTES];
    } first;
    UCI_CHECK_OP(head_size, <=, sizeof first.head);
    first.header = (struct header){.kind = kind, .token = token};
    if (head_size)
        memcpy(first.head, head, head_size);
    uci_transport->send(to, &first, sizeof first.header + head_size, body,
                        body_size);
}

void uci_am_send(unsigned to, enum uci_am kind, const void *head,
                 size_t head_size, const void *body, size_t body_size)
{
    send(to, kind, 0, head, head_size, body, body_size);
}

unsigned uci_am_send_on(enum uci_am kind, const void *body, size_t size)
{
    unsigned n = 0;
    for (unsigned long step = 1; uci_id + step < uci_transport->size; step *= 2)
        if (step > uci_id) {
            send((unsigned)(uci_id + step), kind, 0, NULL, 0, body, size);
            n++;
        }
    return n;
}

unsigned uci_am_parent(void)
{
    unsigned step = 1;
    while (step <= uci_id / 2)
        step *= 2;
    return uci_id - step;
}

void uci_am_wake(unsigned rank)
{
    if (is_started)
        send(rank, UCI_AM_WAKE, 0, NULL, 0, NULL, 0);
}

void uci_am_reply(unsigned to, uint64_t token, const void *head,
                  size_t head_size, const void *body, size_t body_size)
{
    send(to, UCI_AM_REPLY, token, head, head_size, body, body_size);
}

/* --- Receiving: under `polling' --- */

static void take_answer(unsigned from, uint64_t token, const char *bytes,
                        size_t size)
{
    (void)from;
    struct uci_am_call *call = (struct uci_am_call *)token;
    call->take(call->to, bytes, size);
    /* Release: what `take' has written; with the acquire in uci_am_wait.  From
     * here on *call may not exist any more. */
    uci_store_release(&call->done, 1);
}

/* Its arrival has ended the transport's wait. */
static void wake(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    (void)from, (void)token, (void)bytes, (void)size;
}

static void dispatch(unsigned from, const void *bytes, size_t size)
{
    struct header header;
    UCI_CHECK_OP(size, >=, sizeof header);
    memcpy(&header, bytes, sizeof header);
    UCI_CHECK_OP(header.kind, <, UCI_AM_N);
    if (!handlers[header.kind])
        uci_fatal("rank %u has sent a message of kind %u, which nobody here "
                  "handles: are all ranks the same build?",
                  from, header.kind);
    size_t counter = kinds[header.kind].counter;
    ++*(uint64_t *)((char *)&uci_self.counters +
                    (counter ? counter : COUNTER_OF(am_others)));
    handlers[header.kind](from, header.token,
                          (const char *)bytes + sizeof header,
                          size - sizeof header);
}

bool uci_am_poll_aside(void)
{
    uint32_t no = 0;
    if (!is_started || uci_load_relaxed(&polling) ||
        !uci_cas_seqcst(&polling, &no, 1))
        return false;
    unsigned n = 0;
    uint64_t start = uci_ticks();
    while (n < BATCH && uci_transport->receive(dispatch))
        n++;
    if (n > 0)
        uci_self.counters.handler_ticks += uci_ticks() - start;
    /* Release: with the CAS of the next poll. */
    uci_store_release(&polling, 0);
    return n > 0;
}

bool uci_am_poll(void)
{
    uci_store_relaxed(&n_polls, uci_load_relaxed(&n_polls) + 1);
    return uci_am_poll_aside();
}

uint64_t uci_am_worker_polls(void)
{
    return uci_load_relaxed(&n_polls);
}

/* --- Requests --- */

void uci_am_request(struct uci_am_call *call, unsigned to, enum uci_am kind,
                    const void *head, size_t head_size, const void *body,
                    size_t body_size)
{
    call->kind = kind;
    call->asked = to;
    uci_store_relaxed(&call->done, 0);
    send(to, kind, (uintptr_t)call, head, head_size, body, body_size);
}

/* What uci_am_wait waits for: kind << 32 | 1 + rank; or 0. */
static UCI_PER_WORKER _Atomic uint64_t awaited;

bool uci_am_awaited(char text[64])
{
    uint64_t call = uci_load_relaxed(&awaited);
    const char *name = kinds[call >> 32].name;
    snprintf(text, 64, "%s by worker %d", name ? name : "request",
             (int)(uint32_t)call - 1);
    return call != 0;
}

void uci_am_wait(struct uci_am_call *call)
{
    uci_store_relaxed(&awaited, (uint64_t)call->kind << 32 | (call->asked + 1));
    /* Acquire: with the release in take_answer. */
    for (unsigned n = 1; !uci_load_acquire(&call->done); n++) {
        if (uci_am_poll())
            n = 0;
        else if (n % PATIENCE == 0)
            uci_yield();
        else
            uci_pause();
    }
    uci_store_relaxed(&awaited, 0);
}

struct answer {
    void *into;
    size_t room, size;
};

static void copy_answer(void *to, const char *bytes, size_t size)
{
    struct answer *answer = to;
    UCI_CHECK_OP(size, <=, answer->room);
    memcpy(answer->into, bytes, size);
    answer->size = size;
}

size_t uci_am_ask(unsigned to, enum uci_am kind, const void *head,
                  size_t head_size, void *into, size_t room)
{
    struct answer answer = {into, room, 0};
    struct uci_am_call call = {.take = copy_answer, .to = &answer};
    uci_am_request(&call, to, kind, head, head_size, NULL, 0);
    uci_am_wait(&call);
    return answer.size;
}
