/*
 * What tasks and steps cost: nothing is measured, so that each run is the same.
 *
 * A task costs what UCILK_SIM_COST says of its function; this passes at its
 * spawn.  A program may charge more by ucilk_work(), or by sleeping.
 */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "base/message.h"
#include "base/options.h"
#include "trace/steps.h"

#include <ucilk/abi.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The steps of a steal within a node, of a suspension and of a resumption, in
 * nanoseconds: of docs/performance.md, rounded. */
const uint32_t uci_sim_step_cost[UCI_N_STEPS] = {
    [UCI_STEP_steal_begin] = UCI_SIM_LOOK_NS - UCI_SIM_RECEIVE_NS,
    [UCI_STEP_steal_looked] = 60,
    [UCI_STEP_steal_locked] = 120,
    [UCI_STEP_steal_claimed] = 60,
    [UCI_STEP_steal_slots] = 60,
    [UCI_STEP_steal_copied] = 100,
    [UCI_STEP_steal_recorded] = 40,
    [UCI_STEP_steal_published] = 40,
    [UCI_STEP_suspend_copied] = 100,
    [UCI_STEP_suspend_end] = 60,
    [UCI_STEP_resume_copied] = 100,
};

static struct cost {
    char *function;
    uci_sim_time cost;
} *costs;
static size_t n_costs;
static uci_sim_time of_others;

/* --- Costs of tasks --- */

static uci_sim_time picoseconds(const char *text, char **end)
{
    double value = strtod(text, end);
    return *end == text || value < 0 || value > 1e12
               ? UCI_SIM_NEVER
               : (uci_sim_time)(value * (double)UCI_SIM_NS);
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "re");
    if (!file)
        uci_fatal("UCILK_SIM_COST=%s: %s", path, strerror(errno));
    char *line = NULL;
    size_t size = 0;
    for (unsigned n = 1; getline(&line, &size, file) > 0; n++) {
        char name[256], number[64], rest[2];
        int found = sscanf(line, " %255s %63s %1s", name, number, rest);
        if (found <= 0 || *name == '#')
            continue;
        char *end;
        uci_sim_time cost =
            found == 2 ? picoseconds(number, &end) : UCI_SIM_NEVER;
        if (cost == UCI_SIM_NEVER || *end)
            uci_fatal("%s:%u: not a function and nanoseconds: %.60s", path, n,
                      line);
        if (strcmp(name, "*") == 0) {
            of_others = cost;
            continue;
        }
        costs = realloc(costs, (n_costs + 1) * sizeof *costs);
        char *function = strdup(name);
        if (!costs || !function)
            uci_fatal("no memory for the costs of tasks");
        costs[n_costs++] = (struct cost){function, cost};
    }
    free(line);
    fclose(file);
}

void uci_sim_cost_start(void)
{
    const char *text = uci_options.sim_cost;
    char *end;
    if (!*text)
        return;
    of_others = picoseconds(text, &end);
    if (of_others != UCI_SIM_NEVER && !*end)
        return;
    of_others = 0;
    read_file(text);
}

/* The cost of a task, by its address: found once for each. */
static uci_sim_time cost_of(const struct ucilk_abi_task *task)
{
    enum { SIZE = 256 };
    static struct {
        const struct ucilk_abi_task *task;
        uci_sim_time cost;
    } known[SIZE];
    size_t at = (uintptr_t)task / 16 % SIZE;
    if (known[at].task != task) {
        known[at].task = task;
        known[at].cost = of_others;
        for (size_t i = 0; i < n_costs; i++)
            if (strcmp(costs[i].function, task->name) == 0)
                known[at].cost = costs[i].cost;
    }
    return known[at].cost;
}

static void work(uci_sim_time time)
{
    uci_sim_me->clock += time;
    uci_sim_me->busy += time;
    uci_sim_give_way(uci_sim_window);
}

void uci_sim_spawn(const struct ucilk_abi_task *task)
{
    work(cost_of(task));
}

void uci_work(unsigned long nanoseconds)
{
    work(nanoseconds * UCI_SIM_NS);
}

/* --- Time that passes in the runtime --- */

uint64_t uci_sim_nanoseconds(void)
{
    return uci_sim_me->clock / UCI_SIM_NS;
}

/* A far steal has claimed its entry. */
void uci_claimed_far(unsigned victim)
{
    uci_sim_me->clock += uci_options.sim_trips * uci_sim_round_trip(victim);
}

/* Whoever resumes a thread reaches for its bytes on another node. */
void uci_resumes_far(unsigned rank)
{
    uci_sim_me->clock +=
        uci_options.sim_resume_trips * uci_sim_round_trip(rank);
}

void uci_sim_charge(uint32_t nanoseconds)
{
    uci_sim_me->clock += nanoseconds * UCI_SIM_NS;
}

void uci_pause(void)
{
    uci_sim_charge(UCI_PAUSE_NS);
    uci_sim_give_way(0);
}

void uci_yield(void)
{
    uci_sim_charge(UCI_YIELD_NS);
    uci_sim_give_way(0);
}

/* No virtual worker sleeps on a word: it naps, and looks (N20). */
bool uci_futex_wait(_Atomic uint32_t *word, uint32_t value, long ns)
{
    (void)word, (void)value;
    uci_sim_wait_until(uci_sim_me->clock + (uci_sim_time)ns * UCI_SIM_NS);
    return true;
}

void uci_futex_wake(_Atomic uint32_t *word)
{
    (void)word;
}

/* --- The program's own clock and sleeps --- */

static void put_time(struct timespec *t)
{
    uint64_t ns = uci_sim_me ? uci_sim_nanoseconds() : 0;
    t->tv_sec = (time_t)(ns / 1000000000);
    t->tv_nsec = (long)(ns % 1000000000);
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    (void)clock;
    put_time(t);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    (void)rest;
    uci_work((unsigned long)time->tv_sec * 1000000000ul +
             (unsigned long)time->tv_nsec);
    return 0;
}

int usleep(useconds_t microseconds)
{
    uci_work(microseconds * 1000ul);
    return 0;
}
