/*
 * Children: see seam/child.h.
 *
 * A family is the children of one frame from its first spawn to its sync: the
 * bag of those that have ended, and the bag of their results.  Results are put
 * in one after the other, in the order of spawns, each beside the parent.  So
 * their bag is serial for one of them, and parallel for all others.
 */
#include "seam/child.h"

#include "race/shadow.h"
#include "race/views.h"

#include <stdlib.h>
#include <string.h>

struct level {
    uint32_t parent, child;
    unsigned ignored;
    const char *args;
    unsigned long value;
};
static struct level *levels;
static unsigned long n_levels, room;

static struct uci_child_end *not_got;

struct family {
    struct family *next; /* unused ones */
    uint32_t children, results;
    unsigned long n_views, room; /* views of the children, in their order */
    struct uci_views **views;
};
static struct family *unused;

static void *memory(void *p)
{
    if (!p)
        uci_fatal("no memory left for --ucilk-tool=race");
    return p;
}

static void begin_family(struct ucilk_abi_frame *frame)
{
    struct family *f = unused;
    if (frame->outstanding)
        return;
    if (f)
        unused = f->next;
    else
        f = memory(calloc(1, sizeof *f));
    f->children = f->results = 0;
    f->n_views = 0;
    frame->outstanding = f;
    uci_run.open++;
}

/* The code behind a child's spawn gets views of its own. */
static void leave_views(struct family *f)
{
    if (f->n_views == f->room) {
        f->room = f->room ? 2 * f->room : 4;
        f->views = memory(realloc(f->views, f->room * sizeof *f->views));
    }
    f->views[f->n_views++] = uci_views_leave();
}

/* All views become those of the first child. */
static void join_views(struct family *f)
{
    while (f->n_views > 0)
        uci_views_join(f->views[--f->n_views]);
}

static void begin(const struct ucilk_abi_task *task, enum uci_strand_kind kind,
                  const char *args)
{
    if (n_levels == room) {
        room = room ? 2 * room : 64;
        levels = memory(realloc(levels, room * sizeof *levels));
    }
    struct level *level = &levels[n_levels++];
    *level =
        (struct level){.parent = uci_run.strand,
                       .child = uci_strand_new(uci_run.strand, task, kind, 0),
                       .ignored = uci_run.ignored,
                       .args = args};
    uci_run.strand = level->child;
    if (args)
        uci_run.ignored++; /* until ucilk_abi_race_publish */
}

/* The task of this level has ended, and its parent goes on. */
static struct level *end(unsigned long level)
{
    n_levels = level;
    struct level *l = &levels[level];
    uci_run.strand = l->parent;
    uci_run.ignored = l->ignored;
    return l;
}

void ucilk_abi_race_publish(void)
{
    if (!uci_run_is_here)
        return;
    uci_run.ignored--;
    uci_run_changed();
}

void ucilk_abi_race_return(void *in_args, const void *result,
                           unsigned long size)
{
    uci_run.ignored++;
    uci_run_changed();
    memcpy(in_args, result, size);
    uci_run.ignored--;
    uci_run_changed();
}

unsigned long uci_child_spawn(const struct ucilk_abi_task *task,
                              struct ucilk_abi_frame *frame, void *args)
{
    unsigned long level = n_levels;
    uci_run_enter(task);
    begin_family(frame);
    begin(task, UCI_CHILD, args);
    uci_run_changed();
    return level;
}

void *uci_child_return(unsigned long level, unsigned long value)
{
    levels[level].value = value;
    n_levels = level + 1; /* a longjmp may have left others */
    uci_run.strand = levels[level].child;
    uci_run.ignored = levels[level].ignored + 1;
    uci_run_changed();
    return UCILK_ABI_OUTSTANDING;
}

/* Puts the child's result in. */
static void finish_child(struct family *family, const struct level *level,
                         void *dst, ucilk_abi_finish *finish)
{
    const struct ucilk_abi_task *task = uci_strands[level->child].task;
    uint32_t strand = uci_strand_new(level->child, task, UCI_RESULT, 0);
    const void *result = level->args ? level->args + task->result_offset
                                     : (const void *)&level->value;
    family->results = uci_bags_join(family->results, strand, false);
    uci_run.strand = strand;
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
    if (finish && dst)
        finish_child(family, &level, dst, finish);
    end(n_levels - 1);
    family->children = uci_bags_join(level.child, family->children, true);
    if (level.args) /* which only the task's body and the spawn know */
        uci_shadow_clear((uintptr_t)level.args,
                         uci_strands[level.child].task->args_size);
    leave_views(family);
    uci_run_changed();
}

/* Comes behind all of this bag. */
static void wait_for(uint32_t bag)
{
    if (bag)
        uci_bags_join(uci_run.strand, bag, false);
}

void uci_child_join(struct ucilk_abi_frame *frame, bool ends)
{
    struct family *family = frame->outstanding;
    if (family) {
        wait_for(family->children);
        wait_for(family->results);
        join_views(family);
        frame->outstanding = NULL;
        family->next = unused;
        unused = family;
        uci_run.open--;
    }
    while (ends && n_levels == 0 && uci_run.open == uci_run.futures && not_got)
        uci_child_wait(not_got, NULL, 0, 0);
    uci_run_changed();
}

/* --- Futures --- */

void uci_child_made(const struct ucilk_abi_task *task, long consumers)
{
    uci_run_enter(task);
    if (task->flags & UCILK_ABI_TASK_PROMISE)
        uci_fatal("%s:%d: a promise: --ucilk-tool=race knows only futures "
                  "that are got once",
                  task->file, task->line);
    if (consumers > 1)
        uci_fatal("%s:%d: a future for %ld consumers: --ucilk-tool=race knows "
                  "only futures that are got once",
                  task->file, task->line, consumers);
}

void uci_child_shared(const char *place)
{
    uci_fatal("%s: a future is shared: --ucilk-tool=race knows only futures "
              "that are got once",
              place);
}

unsigned long uci_child_future(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame)
{
    unsigned long level = n_levels;
    begin_family(frame); /* so that the frame's end calls the library */
    uci_run.open++;
    uci_run.futures++;
    begin(task, UCI_FUTURE, "");
    uci_run_changed();
    return level;
}

void uci_child_future_return(unsigned long level, struct uci_child_end *future)
{
    uint32_t strand = end(level)->child;
    uci_bag_set(strand, true);
    *future = (struct uci_child_end){strand, not_got, &not_got};
    if (not_got)
        not_got->link = &future->next;
    not_got = future;
    uci_run_changed();
}

void uci_child_wait(struct uci_child_end *future, const void *dst,
                    unsigned long size, uintptr_t pc)
{
    if (future->strand) {
        wait_for(future->strand);
        future->strand = 0;
        *future->link = future->next;
        if (future->next)
            future->next->link = future->link;
        uci_run.open--;
        uci_run.futures--;
        uci_run_changed();
    }
    if (size > 0 && uci_run_is_here && uci_run.open > 0 && uci_run.ignored == 1)
        uci_shadow_access((uintptr_t)dst, size, true, pc);
}
