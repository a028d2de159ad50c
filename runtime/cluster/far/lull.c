/* Lulls.  See lull.h. */
#define _GNU_SOURCE
#include "cluster/far/lull.h"

#include "cluster/far/am.h"
#include "cluster/far/far.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/worker.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    PATIENCE_NS = 10000000, /* without a region, before rank 0 says so */
    SHORT_NS = 10000000,    /* the longest sleeps */
    LONG_NS = 100000000
};

_Atomic uint64_t uci_lull_newest, uci_lull_over;
static bool (*is_calm)(void);
static _Atomic uint32_t dozes; /* futex: 1 while the assistant may sleep */

/* Raises a number; two threads of a rank pass messages on, so an older one may
 * come later. */
static void raise_to(_Atomic uint64_t *word, uint64_t number)
{
    uint64_t old = uci_load_relaxed(word);
    while (old < number && !uci_cas_seqcst(word, &old, number))
        ;
}

void uci_lull_end(uint64_t number)
{
    raise_to(&uci_lull_newest, number);
    /* Sequentially consistent: here the number, then `dozes'; in uci_lull_doze
     * `dozes', then the number. */
    if (uci_load_seqcst(&dozes) && uci_exchange_seqcst(&dozes, 0))
        syscall(SYS_futex, &dozes, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void uci_lull_doze(unsigned microseconds)
{
    struct timespec time = {0, microseconds * 1000l};
    uci_store_seqcst(&dozes, 1);
    if (uci_is_lull())
        syscall(SYS_futex, &dozes, FUTEX_WAIT, 1, &time, NULL, 0);
    uci_store_seqcst(&dozes, 0);
}

static void take(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    (void)from, (void)token;
    uint64_t number;
    UCI_CHECK_EQ(size, sizeof number);
    memcpy(&number, bytes, size);
    uci_am_send_on(UCI_AM_LULL, &number, sizeof number);
    raise_to(&uci_lull_over, number);
}

void uci_lull_look(void)
{
    static uint64_t seen, since;
    if (uci_id != 0 || uci_is_lull())
        return;
    uint64_t now = uci_nanoseconds();
    /* Acquire: with the CAS in raise_to, before which main has opened the
     * region (begin_region.c). */
    uint64_t newest = uci_load_acquire(&uci_lull_newest);
    if (!is_calm() || newest != seen) {
        seen = newest;
        since = now;
    } else if (now - since > PATIENCE_NS) {
        uci_am_send_on(UCI_AM_LULL, &newest, sizeof newest);
        uci_store_seqcst(&uci_lull_over, newest);
    }
}

long uci_lull_longest(void)
{
    return uci_polls_at_spawn ? SHORT_NS : LONG_NS;
}

void uci_lull_start(bool (*calm)(void))
{
    is_calm = calm;
    uci_am_handle(UCI_AM_LULL, take);
}
