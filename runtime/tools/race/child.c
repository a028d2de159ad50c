/*
 * Children: see race_child.h.
 *
 * A family is the children of one frame from its first spawn to its sync: the
 * bag of those that have ended, and the bag of their results.  Results are put
 * in one after the other, in the order of spawns, each beside the parent.  So
 * their bag is serial for one of them, and parallel for all others.
 */
#include "race/race_child.h"

#include "race/frames.h"
#include "race/locks.h"
#include "race/shadow.h"
#include "race/views.h"

#include <string.h>

struct level {
    uint32_t parent, child;
    unsigned ignored;
    const char *args;
    unsigned long value;
    uci_events reach;        /* of the parent */
    uintptr_t frames;        /* the same */
    struct uci_views *views; /* the same, of a future */
};
static struct level *levels;
static unsigned long n_levels, room;

/* Futures' tasks, of which the first n_joined have come to main's end. */
static struct future_task {
    uint32_t strand;
    struct uci_views *views; /* until the first get */
} *futures;
static unsigned long n_futures, n_joined, room_futures;

struct family {
    struct family *next; /* unused ones */
    uint32_t number, children, results;
    uci_events reach;            /* of the children that have ended */
    unsigned long n_views, room; /* views of the children, in their order */
    struct uci_views **views;
};
static struct family *unused;

/* Of the outermost frame between a sync and its next spawn, if there are
 * futures: the frame's end calls the library, which waits for them. */
static struct family lingering;

/* The last result that was put in, and the frame whose spawn it is of. */
static struct {
    uint32_t strand;
    const struct ucilk_abi_frame *frame;
} last_result;

static void begin_family(struct ucilk_abi_frame *frame)
{
    struct family *f = unused;
    if (frame->outstanding && frame->outstanding != &lingering)
        return;
    if (f)
        unused = f->next;
    else
        f = uci_run_memory(sizeof *f);
    f->number = uci_family_new(uci_run.strand);
    f->children = f->results = 0;
    f->reach = 0;
    f->n_views = 0;
    frame->outstanding = f;
    uci_run.open++;
}

/* The code behind a child's spawn gets views of its own. */
static void leave_views(struct family *f)
{
    f->views = uci_run_grow(f->views, f->n_views, &f->room, sizeof *f->views);
    f->views[f->n_views++] = uci_views_leave();
}

/* All views become those of the first child. */
static void join_views(struct family *f)
{
    while (f->n_views > 0)
        uci_views_join(f->views[--f->n_views]);
}

/* Its frames lie below `frames'. */
static void begin(const struct ucilk_abi_task *task, enum uci_strand_kind kind,
                  const char *args, uint32_t family, uintptr_t frames)
{
    levels = uci_run_grow(levels, n_levels, &room, sizeof *levels);
    struct level *level = &levels[n_levels++];
    *level = (struct level){.parent = uci_run.strand,
                            .child = uci_strand_new(family, task, kind, 0),
                            .reach = uci_run.reach,
                            .frames = uci_run.frames,
                            .ignored = uci_run.ignored,
                            .args = args};
    uci_run.strand = level->child;
    uci_run.frames = frames;
    if (args)
        uci_run.ignored++; /* until ucilk_abi_race_publish */
}

/* The task of this level has ended, and its parent goes on. */
static struct level *end(unsigned long level)
{
    n_levels = level;
    struct level *l = &levels[level];
    uci_strands[l->child].ended = uci_n_strands;
    uci_run.strand = uci_run_renew(l->parent);
    uci_run.reach = l->reach;
    uci_run.frames = l->frames;
    uci_run.ignored = l->ignored;
    return l;
}

void ucilk_abi_race_publish(void)
{
    if (!uci_run_is_here)
        return;
    uci_run_ignore(-1);
}

void ucilk_abi_race_return(void *in_args, const void *result,
                           unsigned long size)
{
    uci_run_ignore(1);
    memcpy(in_args, result, size);
    uci_run_ignore(-1);
}

unsigned long uci_child_spawn(const struct ucilk_abi_task *task,
                              struct ucilk_abi_frame *frame, void *args)
{
    unsigned long level = n_levels;
    uci_run_enter(task);
    uci_run_publish();
    begin_family(frame);
    begin(task, UCI_CHILD, args, ((struct family *)frame->outstanding)->number,
          UCI_CALLEES_FRAMES);
    uci_run_changed();
    return level;
}

void *uci_child_return(unsigned long level, unsigned long value)
{
    levels[level].value = value;
    n_levels = level + 1; /* a longjmp may have left others */
    uci_locks_end();
    uci_run.strand = levels[level].child;
    uci_run.ignored = levels[level].ignored + 1;
    uci_run_changed();
    return UCILK_ABI_OUTSTANDING;
}

/* Puts the child's result in. */
static void finish_child(struct family *family, const struct level *level,
                         void *dst, ucilk_abi_finish *finish)
{
    const struct ucilk_abi_task *task = uci_task_of(level->child);
    uint32_t strand = uci_strand_new(level->child, task, UCI_RESULT, 0);
    const void *result = level->args ? level->args + task->result_offset
                                     : (const void *)&level->value;
    family->results = uci_bags_join(family->results, strand, false);
    last_result.strand = uci_run.strand = strand;
    uci_run.ignored = level->ignored;
    uci_run_changed();
    finish(dst, result);
    if (!level->args)
        uci_shadow_clear((uintptr_t)result, sizeof level->value);
    uci_bag_set(family->results, true);
}

void uci_child_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish)
{
    UCI_CHECK_EQ(handle, UCILK_ABI_OUTSTANDING);
    struct family *family = frame->outstanding;
    struct level level = levels[n_levels - 1];
    last_result.frame = frame;
    if (finish && dst)
        finish_child(family, &level, dst, finish);
    family->reach = uci_events_join(family->reach, uci_run.reach);
    end(n_levels - 1);
    family->children = uci_bags_join(level.child, family->children, true);
    if (level.args) /* which only the task's body and the spawn know */
        uci_shadow_clear((uintptr_t)level.args,
                         uci_task_of(level.child)->args_size);
    leave_views(family);
    uci_run_changed();
}

bool uci_child_puts(uint32_t result, uintptr_t pc)
{
    struct uci_frame frame, called;
    return result == last_result.strand &&
           uci_frame_find((uintptr_t)last_result.frame, &frame, &called) &&
           frame.pc + 1 == pc;
}

/* Comes behind all of this bag. */
static void wait_for(uint32_t bag)
{
    if (bag)
        uci_bags_join(uci_run.strand, bag, false);
}

static void join_future(uint32_t strand)
{
    wait_for(strand);
    uci_families[uci_strands[strand].from].joined = uci_n_strands;
    uci_strands[strand].number = uci_run.strand;
    uci_run.open--;
    uci_run.futures--;
}

static bool is_joined(uint32_t strand)
{
    return uci_families[uci_strands[strand].from].joined != 0;
}

/* The future's views are reduced into those of the running strand. */
static void take_views(struct future_task *future)
{
    struct uci_views *own = uci_views;
    if (!future->views)
        return;
    uci_views = future->views;
    future->views = NULL;
    uci_views_join(own);
}

void uci_child_join(struct ucilk_abi_frame *frame, bool ends)
{
    struct family *family = frame->outstanding;
    frame->outstanding = NULL;
    if (family && family != &lingering) {
        wait_for(family->children);
        wait_for(family->results);
        uci_families[family->number].joined = uci_n_strands;
        uci_run.reach = uci_events_join(uci_run.reach, family->reach);
        join_views(family);
        family->next = unused;
        unused = family;
        uci_run.open--;
    }
    bool is_outermost = n_levels == 0 && uci_run.open == uci_run.futures;
    if (is_outermost && !ends && uci_run.futures > 0)
        frame->outstanding = &lingering;
    if (is_outermost && ends) {
        for (; n_joined < n_futures; n_joined++) {
            if (!is_joined(futures[n_joined].strand))
                join_future(futures[n_joined].strand);
            take_views(&futures[n_joined]);
        }
        uci_run.reach = 0; /* all has ended */
    }
    uci_run_changed();
}

/* --- Futures --- */

unsigned long uci_child_future(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame)
{
    unsigned long level = n_levels;
    uci_run_publish();
    begin_family(frame); /* so that the frame's end calls the library */
    uci_run.open++;
    uci_run.futures++;
    uci_run.event = uci_n_strands;
    begin(task, UCI_FUTURE, "", uci_family_new(uci_run.strand),
          UCI_CALLEES_FRAMES);
    levels[level].views = uci_views_leave();
    uci_run_changed();
    return level;
}

void uci_child_future_return(unsigned long level, struct uci_child_end *future)
{
    uint32_t strand = levels[level].child;
    uci_locks_end();
    futures = uci_run_grow(futures, n_futures, &room_futures, sizeof *futures);
    *future = (struct uci_child_end){.strand = strand,
                                     .event = uci_event_new(),
                                     .reach = uci_run.reach,
                                     .task = n_futures};
    futures[n_futures++] = (struct future_task){strand, uci_views};
    uci_views = levels[level].views;
    uci_run.event = uci_n_strands;
    end(level);
    uci_strands[strand].ended = uci_run.event + 1; /* behind the event */
    uci_bag_set(strand, true);
    uci_run_changed();
}

/* The running strand comes behind the future. */
static void follow(const struct uci_child_end *future)
{
    uint32_t strand = future->strand;
    uci_events reach = future->reach;
    if (strand && !is_joined(strand) &&
        !uci_is_parallel(uci_families[uci_strands[strand].from].parent))
        join_future(strand);
    else if (uci_is_parallel(strand ? strand : future->maker))
        reach = uci_events_with(reach, future->event);
    uci_run.reach = uci_events_join(uci_run.reach, reach);
    if (strand)
        take_views(&futures[future->task]);
    uci_run_changed();
}

void uci_child_wait(struct uci_child_end *future, const void *dst,
                    unsigned long size, uintptr_t pc)
{
    follow(future);
    if (size > 0 && uci_run_is_here && uci_run.open > 0 &&
        uci_run.ignored == 1 && uci_run.off == 0)
        uci_shadow_access((uintptr_t)dst, size, true, pc);
}
