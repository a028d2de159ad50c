/* The table of sites: see site.h. */
#include "scale/site.h"

#include "serial/tool.h"

#include <string.h>

struct uci_site *uci_sites;
unsigned uci_n_sites;

/* A hash table of the descriptors seen so far, at most half full. */
struct known {
    const struct ucilk_abi_task *task;
    unsigned site;
};
static struct known *table;
static unsigned n_known, log2_room;

static struct known *look_up(const struct ucilk_abi_task *task)
{
    unsigned long last = (1ul << log2_room) - 1;
    unsigned long i =
        (uintptr_t)task * 0x9e3779b97f4a7c15ul >> (64 - log2_room);
    while (table[i].task && table[i].task != task)
        i = (i + 1) & last;
    return table + i;
}

static void grow(void)
{
    struct known *old = table;
    unsigned long n = log2_room ? 1ul << log2_room : 0;
    log2_room = log2_room ? log2_room + 1 : 6;
    table = uci_memory(calloc(1ul << log2_room, sizeof *table));
    for (unsigned long i = 0; i < n; i++)
        if (old[i].task)
            *look_up(old[i].task) = old[i];
    free(old);
}

static unsigned add(const struct ucilk_abi_task *task, const char *kind)
{
    uci_sites =
        uci_memory(realloc(uci_sites, (uci_n_sites + 1) * sizeof *uci_sites));
    uci_sites[uci_n_sites] = (struct uci_site){.task = task, .kind = kind};
    return uci_n_sites++;
}

static unsigned same_as(const struct ucilk_abi_task *task)
{
    for (unsigned i = 1; i < uci_n_sites; i++) {
        const struct ucilk_abi_task *t = uci_sites[i].task;
        if (t->line == task->line && strcmp(t->file, task->file) == 0 &&
            strcmp(t->name, task->name) == 0)
            return i;
    }
    return 0;
}

void uci_sites_start(void)
{
    free(table);
    table = NULL;
    uci_n_sites = n_known = log2_room = 0;
    grow();
    add(NULL, "");
}

static __attribute__((noinline)) unsigned
learn(const struct ucilk_abi_task *task, const char *kind)
{
    unsigned site = same_as(task);
    if (site == 0)
        site = add(task, kind);
    if (2 * ++n_known > 1u << log2_room)
        grow();
    *look_up(task) = (struct known){task, site};
    return site;
}

unsigned uci_site_of(const struct ucilk_abi_task *task, const char *kind)
{
    const struct known *k = look_up(task);
    return k->task ? k->site : learn(task, kind);
}
