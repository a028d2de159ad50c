/*
 * Parts of a program, by their tags: see <ucilk/scale.h>.
 *
 * Running parts are a stack.  A part must end in the task in which it began:
 * the path to its end then leads through its beginning, or through the end of a
 * future that was got in between.
 */
#include "scale/summary.h"
#include "serial/tool.h"

#include <ucilk/scale.h>

#include <string.h>

struct uci_part *uci_parts;
unsigned uci_n_parts;

struct running {
    unsigned part;
    uint64_t child; /* the number of its task's level */
    uint64_t work, end, burdened;
};
static struct running *running;
static unsigned n_running;

static unsigned part_of(const char *tag)
{
    static unsigned long room;
    for (unsigned i = 0; i < uci_n_parts; i++)
        if (strcmp(uci_parts[i].tag, tag) == 0)
            return i;
    uci_parts = uci_grow(uci_parts, uci_n_parts, &room, sizeof *uci_parts);
    uci_parts[uci_n_parts] = (struct uci_part){.tag = strdup(tag)};
    return uci_n_parts++;
}

static uint64_t child_level(void)
{
    const struct uci_level *level = uci_path.level;
    while (level > uci_path.levels && level->frame)
        level--;
    return level->number;
}

void ucilk_abi_scale_begin(const char *tag)
{
    static unsigned long room;
    if (!uci_run_is_here)
        return;
    uci_strand_end();
    running = uci_grow(running, n_running, &room, sizeof *running);
    running[n_running] =
        (struct running){part_of(tag), child_level(), uci_path.work,
                         uci_path.end, uci_path.burdened};
    uci_parts[running[n_running++].part].active++;
    uci_clock_begin();
}

void ucilk_abi_scale_end(const char *tag)
{
    if (!uci_run_is_here)
        return;
    uci_strand_end();
    if (n_running == 0 ||
        strcmp(uci_parts[running[n_running - 1].part].tag, tag) != 0)
        uci_fatal("ucilk_scale_end(\"%s\"): the innermost part is %s", tag,
                  n_running > 0 ? uci_parts[running[n_running - 1].part].tag
                                : "the whole program");
    const struct running *r = running + --n_running;
    if (r->child != child_level())
        uci_fatal("ucilk_scale_end(\"%s\"): the part began in another task",
                  tag);
    struct uci_part *part = uci_parts + r->part;
    if (--part->active == 0) {
        part->times++;
        part->work += uci_path.work - r->work;
        part->span += uci_path.end - r->end;
        part->burdened += uci_path.burdened - r->burdened;
    }
    uci_clock_begin();
}

void ucilk_abi_scale_now(long now[3])
{
    now[0] = now[1] = now[2] = 0;
    if (!uci_run_is_here)
        return;
    uci_strand_end();
    now[0] = (long)uci_path.work;
    now[1] = (long)uci_path.end;
    now[2] = (long)uci_path.burdened;
    uci_clock_begin();
}

void ucilk_abi_scale_add(const char *tag, const long amounts[3])
{
    if (!uci_run_is_here)
        return;
    uci_strand_end();
    unsigned i = part_of(tag);
    struct uci_part *part = uci_parts + i;
    part->times++;
    part->work += (uint64_t)amounts[0];
    part->span += (uint64_t)amounts[1];
    part->burdened += (uint64_t)amounts[2];
    uci_clock_begin();
}
