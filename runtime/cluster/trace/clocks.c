/* Clocks of other nodes.  See clocks.h. */
#include "cluster/trace/clocks.h"

#include "cluster/net/am.h"
#include "common/base/ticks.h"
#include "common/trace/trace.h"

#include <sched.h>
#include <string.h>

enum {
    TRIES = 64,
    VAIN = 16, /* tries without a shorter round trip, after which it is over */
    PATIENCE_MS = 1000, /* for an answer */
    SPINS = 64,         /* failed polls before it yields */
};

static void handle(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    (void)bytes, (void)size;
    uint64_t now = uci_trace_clock(uci_ticks());
    uci_am_reply(from, token, &now, sizeof now, NULL, 0);
}

void uci_clocks_start_messages(void)
{
    uci_am_handle(UCI_AM_CLOCK, handle);
}

/* An answer may come after we have ceased to wait, so they are static. */
static struct {
    struct uci_am_call call;
    uint64_t there, came;
    bool is_lost; /* an answer has not come; nothing more is asked */
} asked;

static void take_answer(void *to, const char *bytes, size_t size)
{
    (void)to, (void)size;
    asked.came = uci_ticks();
    memcpy(&asked.there, bytes, sizeof asked.there);
}

static uint64_t milliseconds(void)
{
    return uci_nanoseconds() / 1000000;
}

static bool ask(unsigned rank)
{
    uint64_t since = milliseconds();
    asked.call = (struct uci_am_call){.take = take_answer};
    uci_am_request(&asked.call, rank, UCI_AM_CLOCK, NULL, 0, NULL, 0);
    /* Acquire: with the release where the answer is taken (net/am.c). */
    for (unsigned n = 1; !uci_load_acquire(&asked.call.done); n++) {
        if (uci_am_poll() || n % SPINS != 0)
            continue;
        sched_yield();
        if (milliseconds() - since > PATIENCE_MS)
            return false;
    }
    return true;
}

void uci_clocks_compare(unsigned rank, unsigned most,
                        struct uci_trace_sync *sync)
{
    uint64_t since = milliseconds();
    unsigned vain = 0;
    for (unsigned i = 0; i < TRIES && vain < VAIN && !asked.is_lost; i++) {
        uint64_t sent = uci_ticks();
        if (!ask(rank)) {
            asked.is_lost = true;
            break;
        }
        uint64_t round = asked.came - sent;
        vain++;
        if (sync->round == 0 || round < sync->round) {
            vain = 0;
            *sync = (struct uci_trace_sync){uci_trace_clock(sent + round / 2),
                                            asked.there, round};
        }
        if (milliseconds() - since > most)
            break;
    }
}
