/* The longest path: see path.h. */
#include "scale/path.h"

#include "common/base/message.h"

#include <stdlib.h>

struct uci_path uci_path;

static struct uci_level *levels_end;
static struct uci_vector scratch;
static struct uci_end all_futures; /* the latest end of each */

/* What the program has marked a frame with that has a block. */
#define HAS_BLOCK ((void *)1)

static struct uci_level *push(struct ucilk_abi_frame *frame, unsigned site)
{
    if (++uci_path.level == levels_end) {
        size_t n = (size_t)(levels_end - uci_path.levels);
        struct uci_level *levels =
            realloc(uci_path.levels, 2 * n * sizeof *levels);
        if (!levels)
            uci_fatal("no memory left for --ucilk-tool=scale");
        for (size_t i = n; i < 2 * n; i++)
            levels[i] = (struct uci_level){0};
        uci_path.levels = levels;
        uci_path.level = levels + n;
        levels_end = levels + 2 * n;
    }
    struct uci_level *level = uci_path.level;
    level->frame = frame;
    level->site = site;
    level->has_max = level->has_base = false;
    uci_vector_clear(&level->now);
    return level;
}

void uci_path_start(uint64_t burden)
{
    enum { FIRST = 64 };
    free(uci_path.levels);
    uci_path = (struct uci_path){.burden = burden};
    uci_path.levels = calloc(FIRST, sizeof *uci_path.levels);
    if (!uci_path.levels)
        uci_fatal("no memory left for --ucilk-tool=scale");
    uci_path.level = uci_path.levels;
    levels_end = uci_path.levels + FIRST;
}

/* --- Sites --- */

static void enter_site(unsigned site)
{
    struct uci_site *s = uci_sites + site;
    if (s->active++ == 0)
        s->mark = uci_path.work;
}

static void leave_site(unsigned site)
{
    struct uci_site *s = uci_sites + site;
    if (--s->active == 0)
        s->work += uci_path.work - s->mark;
}

/* v += what lies between the level's beginning and the path's end, of which the
 * level's own strands are an entry like others. */
static void add_level(struct uci_vector *v, const struct uci_level *level)
{
    uci_vector_add(v, &level->now, 1);
    uci_vector_at(v, level->site)->own += level->now.own;
}

/* --- Blocks --- */

/* The frame's block.  Levels above it are of functions that were left by a
 * longjmp. */
static struct uci_level *block_of(struct ucilk_abi_frame *frame)
{
    struct uci_level *level = uci_path.level;
    while (level > uci_path.levels && level->frame != frame)
        level--;
    if (level == uci_path.levels)
        return NULL;
    for (; uci_path.level > level; uci_path.level--)
        if (!uci_path.level->frame)
            leave_site(uci_path.level->site);
    return level;
}

static void open_block(struct ucilk_abi_frame *frame)
{
    if (frame->outstanding && block_of(frame))
        return;
    push(frame, uci_path.level->site);
    frame->outstanding = HAS_BLOCK;
}

/* The path of the level below goes on where that of this one ends. */
static void pop_block(struct uci_level *block)
{
    struct uci_level *below = block - 1;
    below->now.own += block->now.own;
    uci_vector_add(&below->now, &block->now, 1);
    uci_path.level = below;
}

static void join_children(struct uci_level *block)
{
    if (!block->has_max)
        return;
    uci_vector_join(&block->now, uci_path.end, &block->max, block->max_end);
    if (block->max_end > uci_path.end)
        uci_path.end = block->max_end;
    if (block->max_burdened > uci_path.burdened)
        uci_path.burdened = block->max_burdened;
}

void uci_block_end(struct ucilk_abi_frame *frame, bool ends)
{
    struct uci_level *block = block_of(frame);
    uci_path.syncs++;
    frame->outstanding = NULL;
    if (!block)
        return;
    join_children(block);
    pop_block(block);
    if (ends && uci_path.level == uci_path.levels)
        uci_end_wait(&all_futures);
}

/* --- Children --- */

void uci_child_begin(struct ucilk_abi_frame *frame, unsigned site)
{
    open_block(frame);
    struct uci_level *child = push(NULL, site);
    child->begin = uci_path.end;
    child->burdened_begin = uci_path.burdened;
    uci_path.spawns++;
    enter_site(site);
}

/* Is the child's end the latest in its block, for any site?  Its path is the
 * block's until the spawn, and then its own. */
static void note_end(struct uci_level *block, const struct uci_level *child)
{
    struct uci_vector *path = block->has_max ? &scratch : &block->max;
    uci_vector_copy(path, &block->now);
    add_level(path, child);
    if (!block->has_max) {
        block->has_max = true;
        block->max_end = uci_path.end;
        block->max_burdened = uci_path.burdened;
        return;
    }
    uci_vector_join(&block->max, block->max_end, &scratch, uci_path.end);
    if (uci_path.end > block->max_end)
        block->max_end = uci_path.end;
    if (uci_path.burdened > block->max_burdened)
        block->max_burdened = uci_path.burdened;
}

/* The parent goes on beside the child; or, were it a plain call, behind it. */
static void go_on(struct uci_level *child)
{
    struct uci_level *block = child - 1;
    uci_vector_at(&block->now, child->site)->extra +=
        (int64_t)(uci_path.end - child->begin) +
        uci_vector_extra(&child->now, child->site);
    uci_path.end = child->begin;
    uci_path.burdened = child->burdened_begin + uci_path.burden;
    uci_path.level = block;
    leave_site(child->site);
}

void uci_child_end(void)
{
    struct uci_level *child = uci_path.level;
    note_end(child - 1, child);
    go_on(child);
}

void uci_child_end_future(struct uci_end *end)
{
    uci_end_note(end);
    uci_vector_join(&all_futures.path, all_futures.end, &end->path, end->end);
    if (end->end > all_futures.end)
        all_futures.end = end->end;
    if (end->burdened > all_futures.burdened)
        all_futures.burdened = end->burdened;
    go_on(uci_path.level);
}

/* --- Parts --- */

void uci_part_begin(unsigned site)
{
    push(NULL, site);
    enter_site(site);
}

void uci_part_end(void)
{
    struct uci_level *part = uci_path.level, *below = part - 1;
    add_level(&below->now, part);
    uci_path.level = below;
    leave_site(part->site);
}

/* --- Ends of futures --- */

/* The path at the innermost level's beginning: it stays what it is while that
 * level lasts, since only the innermost one goes on. */
static struct uci_vector *base_of_innermost(void)
{
    struct uci_level *level = uci_path.level;
    while (level > uci_path.levels && !level->has_base)
        level--;
    if (level == uci_path.levels) {
        uci_vector_clear(&level->base);
        level->has_base = true;
    }
    for (; level < uci_path.level; level++) {
        uci_vector_copy(&level[1].base, &level->base);
        add_level(&level[1].base, level);
        level[1].has_base = true;
    }
    return &level->base;
}

void uci_end_note(struct uci_end *end)
{
    uci_vector_copy(&end->path, base_of_innermost());
    add_level(&end->path, uci_path.level);
    end->end = uci_path.end;
    end->burdened = uci_path.burdened;
}

void uci_end_wait(const struct uci_end *end)
{
    struct uci_vector *now = &uci_path.level->now;
    struct uci_vector *base = base_of_innermost();
    uci_vector_at(now, uci_path.level->site)->own += now->own;
    now->own = 0;
    uci_vector_add(now, base, 1);
    uci_vector_join(now, uci_path.end, &end->path, end->end);
    uci_vector_add(now, base, -1);
    if (end->end > uci_path.end)
        uci_path.end = end->end;
    if (end->burdened > uci_path.burdened)
        uci_path.burdened = end->burdened;
}

/* --- The end --- */

void uci_path_end(void)
{
    while (uci_path.level > uci_path.levels) {
        struct uci_level *level = uci_path.level;
        if (level->frame) {
            join_children(level);
            pop_block(level);
        } else {
            uci_part_end();
        }
    }
    uci_end_wait(&all_futures);
    uci_vector_at(&uci_path.level->now, 0)->own += uci_path.level->now.own;
    uci_path.level->now.own = 0;
}
