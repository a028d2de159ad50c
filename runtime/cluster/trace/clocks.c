/*
 * Clocks of other nodes.  See clocks.h.
 *
 * The ranks below rank r in the tree of uci_am_send_on are r + m * 2^b, where r
 * has b bits.  Row m is that one's.
 */
#include "cluster/trace/clocks.h"

#include "cluster/net/am.h"
#include "cluster/net/transport.h"
#include "common/base/message.h"
#include "common/base/ticks.h"
#include "common/trace/trace.h"
#include "words/worker.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 64,
    VAIN = 16, /* tries without a shorter round trip, after which it is over */
    MOST_MS = 200, /* for all tries */
    SPINS = 64,    /* failed polls before it yields */
};

static struct uci_trace_sync *rows; /* row 0 is the own one */
static size_t n_rows;
/* What uci_clocks_gather waits for: ranks right below, the own comparison. */
static _Atomic uint32_t n_missing;

static unsigned bits_of(unsigned rank)
{
    return rank ? 32 - (unsigned)__builtin_clz(rank) : 0;
}

static size_t rows_of(unsigned rank)
{
    size_t step = (size_t)1 << bits_of(rank);
    return (uci_transport->size - rank + step - 1) / step;
}

static void take_rows(unsigned from, const char *at, size_t size)
{
    size_t n = rows_of(from);
    UCI_CHECK_OP(size, ==, n * sizeof *rows);
    for (size_t m = 0; m < n; m++, at += sizeof *rows) {
        size_t rank = from + (m << bits_of(from));
        memcpy(&rows[(rank - uci_id) >> bits_of(uci_id)], at, sizeof *rows);
    }
}

const struct uci_trace_sync *uci_clocks_rows(void)
{
    return rows;
}

static void count_down(void)
{
    /* Release: the rows; with the acquire in uci_clocks_gather. */
    uci_fetch_add_acqrel(&n_missing, -1u);
}

static void handle(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    uint64_t clock = uci_trace_clock(uci_ticks());
    if (token) {
        uci_am_reply(from, token, &clock, sizeof clock, NULL, 0);
        return;
    }
    take_rows(from, bytes, size);
    count_down();
}

void uci_clocks_start_messages(void)
{
    uci_am_handle(UCI_AM_CLOCK, handle);
    n_rows = rows_of(uci_id);
    rows = calloc(n_rows, sizeof *rows);
    if (!rows)
        uci_fatal("no memory for a table of %zu ranks", n_rows);
    uci_clocks_clear();
}

void uci_clocks_clear(void)
{
    unsigned n = 0;
    for (unsigned b = bits_of(uci_id);
         uci_id + (1ul << b) < uci_transport->size; b++)
        n++;
    uci_store_relaxed(&n_missing, n);
    memset(rows, 0, n_rows * sizeof *rows);
}

/* The comparison that is under way. */
static struct {
    struct uci_am_call call;
    void (*then)(void);
    uint64_t began, sent; /* ms; ticks */
    unsigned n, vain;
} now;

static uint64_t milliseconds(void)
{
    return uci_nanoseconds() / 1000000;
}

static void take_answer(void *to, const char *bytes, size_t size);

static void ask(void)
{
    now.sent = uci_ticks();
    now.call = (struct uci_am_call){.take = take_answer};
    uci_am_request(&now.call, uci_am_parent(uci_id), UCI_AM_CLOCK, NULL, 0,
                   NULL, 0);
}

static void take_answer(void *to, const char *bytes, size_t size)
{
    uint64_t round = uci_ticks() - now.sent, there;
    (void)to;
    UCI_CHECK_OP(size, ==, sizeof there);
    memcpy(&there, bytes, sizeof there);
    now.n++;
    now.vain++;
    if (rows->round == 0 || round < rows->round) {
        now.vain = 0;
        *rows = (struct uci_trace_sync){
            there, uci_trace_clock(now.sent + round / 2), round};
    }
    if (now.n < TRIES && now.vain < VAIN &&
        milliseconds() - now.began <= MOST_MS)
        ask();
    else
        now.then();
}

void uci_clocks_compare(void (*then)(void))
{
    now.then = then;
    now.began = milliseconds();
    now.n = now.vain = 0;
    ask();
}

void uci_clocks_send(void)
{
    uci_am_send(uci_am_parent(uci_id), UCI_AM_CLOCK, NULL, 0, rows,
                n_rows * sizeof *rows);
}

void uci_clocks_gather(void)
{
    if (uci_near_first == uci_id && uci_id != 0) {
        uci_fetch_add_acqrel(&n_missing, 1);
        uci_clocks_compare(count_down);
    }
    /* Acquire: with the release in count_down. */
    for (unsigned n = 1; uci_load_acquire(&n_missing) != 0; n++)
        if (!uci_am_poll() && n % SPINS == 0)
            sched_yield();
    if (uci_id != 0) {
        uci_clocks_send();
        uci_clocks_clear();
    }
}
