/* Seeded delays at the protocols' named points.  See points.h. */
#include "trace/points.h"

#include "base/atomics.h"
#include "base/random.h"

#include <sched.h>

const struct uci_point_row uci_point_table[UCI_N_POINTS] = {
#define POINT(name, rules, where) {#name, rules, where},
#include "trace/points.def"
#undef POINT
};

static struct uci_point_log own_log, *present_log = &own_log;
static uint64_t random_state; /* 0: no delays */

void uci_points_start(struct uci_point_log *log, unsigned long seed,
                      unsigned worker)
{
    present_log = log;
    random_state = seed ? (seed * 0x9e3779b97f4a7c15u + worker) | 1 : 0;
}

#ifdef UCI_TEST_BUILD
void uci_point_tally(enum uci_point point)
{
    present_log->hits[point]++;
}

/* One point in eight spins for up to 4,000 pauses, one in sixty-four yields,
 * which on a busy machine is a delay of milliseconds. */
void uci_point_pass(enum uci_point point)
{
    present_log->last = point;
    present_log->hits[point]++;
    if (random_state == 0)
        return;
    uint64_t draw = uci_random_next(&random_state) >> 20;
    if (draw % 64 == 0) {
        sched_yield();
    } else if (draw % 8 == 0) {
        for (unsigned n = (unsigned)(draw >> 8) % 4000; n > 0; n--)
            uci_pause();
    }
}
#endif
