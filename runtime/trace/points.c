/* Seeded delays and signals at the protocols' named points.  See points.h. */
#include "trace/points.h"

#include "base/atomics.h"
#include "base/message.h"
#include "base/options.h"
#include "base/random.h"
#include "base/kind.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct uci_point_row uci_point_table[UCI_N_POINTS] = {
#define POINT(name, rules, where) {#name, rules, where, true},
#define TALLY(name, rules, where) {#name, rules, where, false},
#include "trace/points.def"
#undef POINT
};

static UCI_PER_WORKER struct uci_point_log *present_log;
static UCI_PER_WORKER uint64_t random_state; /* 0: no delays */

/* The passage of a point at which this worker sends itself a signal:
 * UCILK_TEST_KILL, UCILK_TEST_STOP. */
struct trap {
    unsigned point; /* UCI_N_POINTS: nowhere */
    unsigned long passage;
    int signal;
};
static UCI_PER_WORKER struct trap kill_trap, stop_trap;

/* The point (not a tally) of that name, or UCI_N_POINTS. */
static unsigned find(const char *name, size_t length)
{
    for (unsigned i = UCI_POINT_none + 1; i < UCI_N_POINTS; i++)
        if (uci_point_table[i].is_place &&
            strlen(uci_point_table[i].name) == length &&
            memcmp(uci_point_table[i].name, name, length) == 0)
            return i;
    return UCI_N_POINTS;
}

/* POINT[:N][@WORKER]; false for anything else. */
static bool parse_trap(struct trap *trap, const char *text, unsigned worker)
{
    size_t length = strcspn(text, ":@");
    unsigned point = find(text, length);
    trap->point = point;
    trap->passage = 1;
    text += length;
    char *end = (char *)text;
    if (*end == ':')
        trap->passage = strtoul(end + 1, &end, 10);
    if (*end == '@' && strtoul(end + 1, &end, 10) != worker)
        trap->point = UCI_N_POINTS;
    return point < UCI_N_POINTS && *end == '\0' && trap->passage > 0;
}

static void set_trap(struct trap *trap, int signal, const char *option,
                     const char *text, unsigned worker)
{
    trap->signal = signal;
    trap->point = UCI_N_POINTS;
    if (*text && !parse_trap(trap, text, worker))
        uci_fatal("%s=%s: allowed is POINT[:N][@WORKER], N from 1; "
                  "UCILK_HELP=1 lists the points",
                  option, text);
}

void uci_points_start(struct uci_point_log *log, unsigned long seed,
                      unsigned worker)
{
    present_log = log;
    set_trap(&kill_trap, SIGKILL, "UCILK_TEST_KILL", uci_options.test_kill,
             worker);
    set_trap(&stop_trap, SIGSTOP, "UCILK_TEST_STOP", uci_options.test_stop,
             worker);
    random_state = seed ? (seed * 0x9e3779b97f4a7c15u + worker) | 1 : 0;
}

#ifdef UCI_TEST_BUILD
void uci_points_print(void)
{
    printf("\n  points of UCILK_TEST_KILL and UCILK_TEST_STOP\n");
    for (unsigned i = UCI_POINT_none + 1; i < UCI_N_POINTS; i++)
        if (uci_point_table[i].is_place)
            printf("      %-16s  %s\n", uci_point_table[i].name,
                   uci_point_table[i].where);
}

static void spring(const struct trap *trap, enum uci_point point)
{
    if (uci_unlikely(point == trap->point) &&
        present_log->hits[point] == trap->passage)
        syscall(SYS_kill, syscall(SYS_getpid), trap->signal);
}

static struct uci_point_log own_log; /* before the worker has started */

static struct uci_point_log *get_log(void)
{
    return uci_likely(present_log != NULL) ? present_log : &own_log;
}

void uci_point_tally(enum uci_point point)
{
    get_log()->hits[point]++;
}

/* One point in eight spins for up to 4,000 pauses, one in sixty-four yields,
 * which on a busy machine is a delay of milliseconds. */
void uci_point_pass(enum uci_point point)
{
    struct uci_point_log *log = get_log();
    log->last = point;
    log->hits[point]++;
    if (log == &own_log)
        return;
    spring(&kill_trap, point);
    spring(&stop_trap, point);
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
