/* The longest path: see path.h. */
#include "scale/path.h"

#include "serial/tool.h"

struct uci_path uci_path;

static struct uci_level *levels_end;
static uint64_t n_levels; /* of the run */
static struct uci_vector scratch;
static struct uci_end
    all_futures; /* what waits for all of them waits for this */

/* `outstanding' of a frame that has a family: a sync in the program's code
 * calls the library. */
#define HAS_FAMILY ((void *)1)

static struct uci_level *push(struct ucilk_abi_frame *frame, unsigned site)
{
    if (++uci_path.level == levels_end) {
        size_t n = (size_t)(levels_end - uci_path.levels);
        struct uci_level *levels =
            uci_memory(realloc(uci_path.levels, 2 * n * sizeof *levels));
        for (size_t i = n; i < 2 * n; i++)
            levels[i] = (struct uci_level){0};
        uci_path.levels = levels;
        uci_path.level = levels + n;
        levels_end = levels + 2 * n;
    }
    struct uci_level *level = uci_path.level;
    level->frame = frame;
    level->site = site;
    level->number = ++n_levels;
    level->has_max = level->has_base = false;
    uci_vector_clear(&level->now);
    return level;
}

void uci_path_start(uint64_t burden)
{
    enum { FIRST = 64 };
    free(uci_path.levels);
    uci_path = (struct uci_path){.burden = burden};
    uci_path.level = uci_path.levels =
        uci_memory(calloc(FIRST, sizeof *uci_path.levels));
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

/* v += the path from the level's beginning to its present end.  In v, `own' of
 * the level's site is an entry like that of others. */
static void add_level(struct uci_vector *v, const struct uci_level *level)
{
    uci_vector_add(v, &level->now, 1);
    uci_vector_at(v, level->site)->own += level->now.own;
}

/* --- Families --- */

/* The frame's family becomes the innermost level.  Levels above it belong to
 * functions that a longjmp has left. */
static struct uci_level *family_of(struct ucilk_abi_frame *frame)
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

static void begin_family(struct ucilk_abi_frame *frame)
{
    if (frame->outstanding && family_of(frame))
        return;
    push(frame, uci_path.level->site);
    frame->outstanding = HAS_FAMILY;
}

/* The level below takes over the path of its innermost family. */
static void pop_family(struct uci_level *family)
{
    struct uci_level *below = family - 1;
    below->now.own += family->now.own;
    uci_vector_add(&below->now, &family->now, 1);
    uci_path.level = below;
}

/* It is not before `other'. */
static void put_off(uint64_t *end, uint64_t other)
{
    if (*end < other)
        *end = other;
}

static void join_children(struct uci_level *family)
{
    if (!family->has_max)
        return;
    uci_vector_join(&family->now, uci_path.end, &family->max, family->max_end);
    put_off(&uci_path.end, family->max_end);
    put_off(&uci_path.burdened, family->max_burdened);
}

void uci_family_end(struct ucilk_abi_frame *frame, bool ends)
{
    struct uci_level *family = family_of(frame);
    uci_path.syncs++;
    frame->outstanding = NULL;
    if (!family)
        return;
    join_children(family);
    pop_family(family);
    if (ends && uci_path.level == uci_path.levels)
        uci_end_wait(&all_futures);
}

/* --- Children --- */

void uci_child_begin(struct ucilk_abi_frame *frame, unsigned site)
{
    begin_family(frame);
    struct uci_level *child = push(NULL, site);
    child->begin = uci_path.end;
    child->burdened_begin = uci_path.burdened;
    uci_path.spawns++;
    enter_site(site);
}

/* Joins the path to the child's end into `max'.  Up to the spawn it is the
 * family's path, from there on the child's. */
static void note_end(struct uci_level *family, const struct uci_level *child)
{
    struct uci_vector *path = family->has_max ? &scratch : &family->max;
    uci_vector_copy(path, &family->now);
    add_level(path, child);
    if (!family->has_max) {
        family->has_max = true;
        family->max_end = uci_path.end;
        family->max_burdened = uci_path.burdened;
        return;
    }
    uci_vector_join(&family->max, family->max_end, &scratch, uci_path.end);
    put_off(&family->max_end, uci_path.end);
    put_off(&family->max_burdened, uci_path.burdened);
}

/* The path goes back to the spawn, where the parent goes on beside the child.
 * If the spawn were a plain call, the parent would go on at the child's end:
 * the difference is `extra' of the site. */
static void go_on(struct uci_level *child)
{
    struct uci_level *family = child - 1;
    uci_vector_at(&family->now, child->site)->extra +=
        (int64_t)(uci_path.end - child->begin) +
        uci_vector_extra(&child->now, child->site);
    uci_path.end = child->begin;
    uci_path.burdened = child->burdened_begin + uci_path.burden;
    uci_path.level = family;
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
    put_off(&all_futures.end, end->end);
    put_off(&all_futures.burdened, end->burdened);
    go_on(uci_path.level);
}

/* --- Loops --- */

void uci_loop_begin(unsigned site)
{
    push(NULL, site);
    enter_site(site);
}

void uci_loop_end(void)
{
    struct uci_level *loop = uci_path.level, *below = loop - 1;
    add_level(&below->now, loop);
    uci_path.level = below;
    leave_site(loop->site);
}

/* --- Ends of futures --- */

/* The path at the innermost level's beginning.  It does not change while that
 * level lasts, since only the innermost level goes on. */
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
    put_off(&uci_path.end, end->end);
    put_off(&uci_path.burdened, end->burdened);
}

/* --- The end --- */

void uci_path_end(void)
{
    while (uci_path.level > uci_path.levels) {
        struct uci_level *level = uci_path.level;
        if (level->frame) {
            join_children(level);
            pop_family(level);
        } else {
            uci_loop_end();
        }
    }
    uci_end_wait(&all_futures);
    uci_vector_at(&uci_path.level->now, 0)->own += uci_path.level->now.own;
    uci_path.level->now.own = 0;
}
