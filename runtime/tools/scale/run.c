/* The run that is measured. */
#define _GNU_SOURCE
#include "base/options.h"
#include "scale/summary.h"
#include "serial/tool.h"

#include <ucilk/workers.h>

#include <dlfcn.h>
#include <unistd.h>

UCI_HERE bool uci_run_is_here;

static pid_t measured; /* this process, which may fork others */
static bool *is_mains; /* uci_run_is_here of main's thread */

/* Whether the program's spawns come here: not where libucilk.so is loaded
 * first, for a run without the tool. */
static bool is_used(void)
{
    void *program = dlopen(NULL, RTLD_LAZY);
    void *used = program ? dlsym(program, "ucilk_nworkers") : NULL;
    return !used || used == (void *)ucilk_nworkers;
}

static void nothing(long n)
{
    (void)n;
}

/* The ticks measured for a strand that does nothing: the least mean of some
 * runs. */
static uint64_t measure_empty(void)
{
    enum { TRIES = 50, SPAWNS = 20 };
    static const struct ucilk_abi_task task = {
        .body = (void (*)(void *))(void (*)(void))nothing,
        .name = "nothing",
        .file = __FILE__,
        .line = __LINE__};
    uint64_t least = UCI_CLOCK_LONG;
    for (unsigned i = 0; i < TRIES; i++) {
        struct ucilk_abi_frame frame = {NULL, NULL};
        uint64_t work = uci_path.work, strands = uci_path.strands;
        for (unsigned k = 0; k < SPAWNS; k++)
            ucilk_abi_spawn_1(0, &task, &frame);
        ucilk_abi_sync(&frame);
        uint64_t mean = (uci_path.work - work) / (uci_path.strands - strands);
        if (mean < least)
            least = mean;
    }
    return least;
}

static void start_here(void)
{
    bool is_unit = uci_options.scale_unit;
    uint64_t empty = 0;
    uci_run_is_here = true;
    if (!is_unit) {
        uci_sites_start();
        uci_path_start(0);
        uci_clock_start(false, 0);
        empty = measure_empty();
    }
    uci_sites_start();
    uci_path_start(0);
    uci_clock_start(is_unit, empty);
    uci_path.burden = uci_clock_ticks(uci_options.scale_burden);
    uci_clock_begin();
}

__attribute__((constructor)) static void start(void)
{
    if (!is_used())
        return;
    uci_serial_start();
    if (*uci_options.trace)
        uci_fatal("UCILK_TRACE shows workers, and a program that is measured "
                  "has none: link it without --ucilk-tool=scale");
    measured = getpid();
    is_mains = &uci_run_is_here;
    start_here();
}

void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("a program for clusters with reducers is not measured: compile "
              "it without --ucilk-cluster");
}

void uci_run_adopt(const char *what, const char *file, int line)
{
    bool is_taken = uci_path.spawns + uci_path.loops + uci_path.futures > 0;
    if (is_taken || !is_mains)
        uci_fatal("%s:%d: `%s' is spawned by a second thread: "
                  "--ucilk-tool=scale measures one",
                  file, line, what);
    *is_mains = false;
    is_mains = NULL;
    start_here();
}

__attribute__((destructor)) static void end(void)
{
    if (getpid() != measured)
        return;
    if (uci_run_is_here)
        uci_strand_end();
    uci_path_end();
    if (*uci_options.scale)
        uci_report_json(uci_options.scale);
    else
        uci_report_print();
}
