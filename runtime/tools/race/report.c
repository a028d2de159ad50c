/* Reports of races: see report.h. */
#include "race/report.h"

#include "base/message.h"
#include "base/options.h"
#include "race/run.h"
#include "race/symbol.h"
#include "race/race_child.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RACES = 1000 };

struct race {
    struct uci_access first, second;
    uintptr_t address;
    struct uci_heap_block block; /* where the address is, if size > 0 */
    /* The first puts a result in, and the second is by the code behind the
     * spawn: it may be the declaration of the result's variable. */
    bool may_declare;
    struct uci_memory memory; /* if block.size is 0 */
};
static FILE *out;
static struct race *races;
static unsigned n_races;
static bool is_full;

static bool is_known(const struct uci_access *a, const struct uci_access *b)
{
    for (unsigned i = n_races; i-- > 0;)
        if ((races[i].first.pc == a->pc && races[i].second.pc == b->pc) ||
            (races[i].first.pc == b->pc && races[i].second.pc == a->pc))
            return true;
    return false;
}

static uint32_t parent_of(uint32_t strand)
{
    return uci_whole_of(uci_parent_of(strand));
}

static bool is_result_of_child(const struct uci_access *a, uint32_t parent)
{
    const struct uci_strand *s = uci_strands + a->strand;
    return s->kind == UCI_RESULT && parent_of(s->from) == uci_whole_of(parent);
}

void uci_report_race(uintptr_t address, const struct uci_access *first,
                     const struct uci_access *second)
{
    /* Each worker has an errno. */
    if (is_full || is_known(first, second) || uci_loop_has(address) ||
        address - (uintptr_t)&errno < sizeof errno)
        return;
    if (!races)
        races = malloc(MAX_RACES * sizeof *races);
    if (!races || n_races == MAX_RACES) {
        is_full = true;
        return;
    }
    struct race *race = &races[n_races++];
    *race =
        (struct race){.first = *first, .second = *second, .address = address};
    uci_run_ignore(1);
    if (uci_heap_find(address, &race->block) == 0)
        uci_symbol_memory(address, &race->memory);
    race->may_declare = second->is_write &&
                        is_result_of_child(first, second->strand) &&
                        uci_child_puts(first->strand, second->pc);
    uci_run_ignore(-1);
}

/* --- Text --- */

static unsigned depth_of(uint32_t strand)
{
    unsigned depth = 0;
    while ((strand = parent_of(strand)) != 0)
        depth++;
    return depth;
}

/* The strands below the last common one, on the ways to a and b; that one
 * itself if it is one of the two. */
static void find_forks(uint32_t *a, uint32_t *b)
{
    unsigned depth_a = depth_of(*a), depth_b = depth_of(*b);
    uint32_t x = *a, y = *b;
    for (; depth_a > depth_b; depth_a--)
        *a = x, x = parent_of(x);
    for (; depth_b > depth_a; depth_b--)
        *b = y, y = parent_of(y);
    if (x == y)
        return;
    while (x != y) {
        *a = x, *b = y;
        x = parent_of(x);
        y = parent_of(y);
    }
}

static void print_fork(uint32_t strand, bool is_parent, uint32_t own)
{
    const struct uci_strand *s = uci_strands + strand;
    const struct ucilk_abi_task *task = uci_task_of(strand);
    if (is_parent) {
        fprintf(out, "by the code behind that\n");
        return;
    }
    if (uci_strands[own].kind == UCI_RESULT &&
        (own == strand || uci_strands[own].from == strand)) {
        fprintf(out, "as the result of `%s', spawned at %s:%d\n", task->name,
                task->file, task->line);
        return;
    }
    if (s->kind == UCI_ITERATION)
        fprintf(out, "in iteration %u of the cilk_for at %s:%d\n", s->number,
                task->file, task->line);
    else
        fprintf(out,
                s->kind == UCI_FUTURE ? "in the future of `%s', made at %s:%d\n"
                                      : "in `%s', spawned at %s:%d\n",
                task->name, task->file, task->line);
}

static void print_access(const struct uci_access *a,
                         const struct uci_place *place, uint32_t fork,
                         bool is_parent)
{
    const struct uci_strand *s = uci_strands + a->strand;
    const struct ucilk_abi_task *task = uci_task_of(a->strand);
    fprintf(out, "  %-5s ", a->is_write ? "write" : "read");
    if (s->kind == UCI_RESULT)
        fprintf(out, "%s:%d, ", task->file, task->line);
    else if (place->line > 0 && place->function[0] &&
             strncmp(place->function, "__ucilk_", 8) != 0)
        fprintf(out, "%s:%d in `%s', ", place->file, place->line,
                place->function);
    else if (place->line > 0)
        fprintf(out, "%s:%d, ", place->file, place->line);
    else
        fprintf(out, "%s (compiled without -g?), ",
                place->function[0] ? place->function : "?");
    print_fork(fork, is_parent, a->strand);
}

static void print_memory(const struct race *race)
{
    struct uci_place place;
    const struct uci_heap_block *b = &race->block;
    if (b->size == 0) {
        fprintf(out, "  of    %s\n", race->memory.text);
        return;
    }
    uci_symbol_place(b->pc, &place);
    if (place.line > 0)
        fprintf(out, "  of    byte %lu of %lu that %s:%d in `%s' allocated\n",
                race->address - b->begin, b->size, place.file, place.line,
                place.function);
    else
        fprintf(out, "  of    byte %lu of %lu that malloc gave to %s\n",
                race->address - b->begin, b->size,
                place.function[0] ? place.function : "a library");
}

static bool is_suppressed(const char *function)
{
    const char *list = uci_options.race_suppress;
    size_t length = strlen(function);
    while (length > 0 && *list) {
        size_t n = strcspn(list, ",");
        if (n == length && strncmp(list, function, n) == 0)
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

static bool is_of_suppressed(const struct uci_access *a,
                             const struct uci_place *place)
{
    const struct ucilk_abi_task *task = uci_task_of(a->strand);
    return is_suppressed(place->function) ||
           (task && is_suppressed(task->name));
}

/* The write by which a declaration gives its variable what the spawn has
 * returned comes on the spawn's line or before it, and not before the name;
 * clang gives it no line if it has merged the branches of a conditional one. */
static bool is_declaration(const struct race *race,
                           const struct uci_place *place)
{
    const struct ucilk_abi_task *task = uci_task_of(race->first.strand);
    bool is_own = race->memory.pc + 1 == race->second.pc;
    return race->may_declare && place->line <= task->line &&
           !(is_own && place->line > 0 && place->line < race->memory.line);
}

/* The pair of lines was printed before. */
static bool is_same(const struct uci_place *a, const struct uci_place *b)
{
    return a->line == b->line && a->line > 0 && strcmp(a->file, b->file) == 0;
}

static bool print_race(const struct race *race)
{
    static struct uci_place(*printed)[2];
    static unsigned n_printed;
    struct uci_place first, second;
    uci_symbol_place(race->first.pc, &first);
    uci_symbol_place(race->second.pc, &second);
    if (is_of_suppressed(&race->first, &first) ||
        is_of_suppressed(&race->second, &second) ||
        is_declaration(race, &second))
        return false;
    for (unsigned k = 0; k < n_printed; k++)
        if ((is_same(&first, &printed[k][0]) &&
             is_same(&second, &printed[k][1])) ||
            (is_same(&first, &printed[k][1]) &&
             is_same(&second, &printed[k][0])))
            return false;
    if (!printed)
        printed = calloc(MAX_RACES, sizeof *printed);
    if (printed) {
        printed[n_printed][0] = first;
        printed[n_printed++][1] = second;
    }
    uint32_t a = uci_whole_of(race->first.strand);
    uint32_t b = uci_whole_of(race->second.strand);
    find_forks(&a, &b);
    bool b_is_parent = parent_of(a) == b, a_is_parent = parent_of(b) == a;
    fprintf(out, "ucilk race: these may run at the same time:\n");
    print_access(&race->first, &first, a, a_is_parent);
    print_access(&race->second, &second, b, b_is_parent);
    print_memory(race);
    return true;
}

bool uci_report_print(void)
{
    unsigned n = 0;
    out = stderr;
    for (unsigned i = 0; i < n_races; i++)
        n += print_race(races + i);
    if (n > 0)
        fprintf(out, "ucilk race: %u pair%s of lines%s\n", n, n == 1 ? "" : "s",
                is_full ? ", and more" : "");
    return n > 0;
}
