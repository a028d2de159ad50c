/*
 * Loops of <ucilk/abi.h>.  Each iteration is a piece, and a child of the loop,
 * whatever the grain is, so that all races between iterations are seen.
 *
 * The range and the views in the args struct are the runtime's: each piece of
 * a run has its own.
 */
#include "race/locks.h"
#include "race/run.h"
#include "race/views.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct loop {
    struct loop *outer;
    const struct ucilk_abi_range *range;
};
static struct loop *innermost;

/* The iteration gets views of its own; those of the ones before wait in
 * `left'. */
static void begin_views(const struct ucilk_abi_range *range, char *views,
                        char *left)
{
    uci_run_ignore(1);
    memcpy(left, views, range->loop->task.result_size);
    range->loop->identity(views);
    uci_run_ignore(-1);
}

static void end_views(const struct ucilk_abi_range *range, char *views,
                      char *left)
{
    unsigned size = range->loop->task.result_size;
    uci_run_ignore(1);
    memcpy(left + size, views, size);
    memcpy(views, left, size);
    range->loop->reduce(views, left + size);
    uci_run_ignore(-1);
}

void ucilk_abi_for(struct ucilk_abi_range *range)
{
    const struct ucilk_abi_task *task = &range->loop->task;
    unsigned long first = range->first, n = range->n;
    if (n == 0)
        return;
    uci_run_enter(task);
    struct loop loop = {innermost, range};
    innermost = &loop;
    char *views = (char *)range + task->result_offset, *left = NULL;
    if (range->loop->reduce)
        left = uci_run_memory(2ul * task->result_size);
    uci_run_publish();
    uint32_t parent = uci_run.strand, children = 0;
    uintptr_t frames = uci_run.frames;
    uint32_t family = uci_family_new(parent);
    uci_events reach = uci_run.reach, ends = reach;
    uci_run.open++;
    uci_run.frames = UCI_CALLEES_FRAMES;
    for (unsigned long i = 0; i < n; i++) {
        uint32_t strand =
            uci_strand_new(family, task, UCI_ITERATION, (uint32_t)i);
        uci_run.strand = strand;
        uci_run.reach = reach;
        uci_run_changed();
        range->first = first + i;
        range->n = 1;
        struct uci_views *others = i > 0 ? uci_views_leave() : NULL;
        if (left && i > 0)
            begin_views(range, views, left);
        range->loop->piece(range); /* which may change both */
        if (left && i > 0)
            end_views(range, views, left);
        if (others)
            uci_views_join(others);
        uci_locks_end();
        uci_strands[strand].ended = uci_n_strands;
        ends = uci_events_join(ends, uci_run.reach);
        children = uci_bags_join(strand, children, true);
    }
    uci_run.strand = uci_run_renew(parent);
    uci_run.reach = ends;
    uci_run.frames = frames;
    uci_bags_join(parent, children, false);
    uci_families[family].joined = uci_n_strands;
    uci_run_ignore(1);
    free(left);
    uci_run_ignore(-1);
    uci_run.open--;
    uci_run_changed();
    innermost = loop.outer;
}

bool uci_loop_has(uintptr_t address)
{
    for (const struct loop *loop = innermost; loop; loop = loop->outer) {
        const struct ucilk_abi_task *task = &loop->range->loop->task;
        uintptr_t args = (uintptr_t)loop->range;
        if (address - args < sizeof *loop->range ||
            address - args - task->result_offset < task->result_size)
            return true;
    }
    return false;
}
