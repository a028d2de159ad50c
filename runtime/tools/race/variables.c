/* The names of variables: see variables.h. */
#include "race/variables.h"

#include "race/element.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

/* The best variable so far: the innermost block's; those before it that are at
 * the address just then.  Variables of blocks that are not entered at the
 * instruction may have lain there, and are not it. */
enum { NONE, ENTERED, DEEPEST = 1000 };
struct search {
    struct uci_scope scope;
    uintptr_t address;
    bool guesses;
    uintptr_t below; /* of guesses: the last beginning up to the address */
    Dwarf_Die variable, owner;
    uint64_t offset;
    int rank;
    bool has_owner;
};

static bool is_generated(const char *name)
{
    return !name || strncmp(name, "__ucilk_", 8) == 0;
}

static void take(struct search *s, const Dwarf_Die *variable,
                 const Dwarf_Die *owner, uintptr_t begin, int rank)
{
    s->variable = *variable;
    s->offset = s->address - begin;
    s->rank = rank;
    s->has_owner = owner != NULL;
    if (owner)
        s->owner = *owner;
}

/* A compiler may forget how long an array of variable length is.  If the
 * address is in none of the others, it may be in the one that begins last. */
static void guess(struct search *s, Dwarf_Die *variable, Dwarf_Die *owner)
{
    uintptr_t begin;
    uint64_t size;
    if (!uci_location_of(&s->scope, variable, &begin) || begin > s->address ||
        begin < s->below)
        return;
    s->below = begin;
    s->rank = NONE;
    if (!uci_element_size(&s->scope, variable, &size))
        take(s, variable, owner, begin, ENTERED);
}

static void consider(struct search *s, Dwarf_Die *variable, Dwarf_Die *owner,
                     int rank)
{
    uintptr_t begin;
    uint64_t size;
    ptrdiff_t state = 0;
    if (s->guesses) {
        guess(s, variable, owner);
        return;
    }
    if (is_generated(uci_dw.dwarf_diename(variable)) ||
        !uci_element_size(&s->scope, variable, &size))
        return;
    if (uci_location_of(&s->scope, variable, &begin) &&
        s->address - begin < size) {
        rank += DEEPEST;
    } else {
        do {
            state = uci_location_next(&s->scope, variable, state, &begin);
        } while (state > 0 && (begin == 0 || s->address - begin >= size));
        if (state == 0)
            return;
    }
    if (rank > s->rank)
        take(s, variable, owner, begin, rank);
}

/* The variables in `parent', a function or a block that is entered at the
 * frame's instruction.  The rank grows inwards. */
static void search_block(struct search *s, Dwarf_Die *parent, Dwarf_Die *owner,
                         int rank)
{
    Dwarf_Die child;
    uintptr_t pc = s->scope.frame->pc - s->scope.bias;
    if (!uci_die_first(parent, &child))
        return;
    do {
        int tag = uci_dw.dwarf_tag(&child);
        bool is_inlined = tag == DW_TAG_inlined_subroutine;
        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
            consider(s, &child, owner, rank);
        } else if ((is_inlined || tag == DW_TAG_lexical_block) &&
                   uci_dw.dwarf_haspc(&child, pc) == 1) {
            Dwarf_Die block = child;
            search_block(s, &block, is_inlined ? &block : owner, rank + 1);
        }
    } while (uci_die_next(&child));
}

/* The innermost function below `parent' that has the instruction. */
static bool find_function(Dwarf_Die *parent, uintptr_t pc, Dwarf_Die *function)
{
    Dwarf_Die child, inner;
    if (!uci_die_first(parent, &child))
        return false;
    do {
        int tag = uci_dw.dwarf_tag(&child);
        if ((tag != DW_TAG_subprogram && tag != DW_TAG_lexical_block) ||
            uci_dw.dwarf_haspc(&child, pc) != 1)
            continue;
        if (find_function(&child, pc, &inner))
            *function = inner;
        else if (tag == DW_TAG_subprogram)
            *function = child;
        else
            continue;
        return true;
    } while (uci_die_next(&child));
    return false;
}

/* The next unit: the part that is in a file of its own, if it is split. */
static bool next_unit(Dwarf *info, Dwarf_CU **unit, Dwarf_Die *die)
{
    Dwarf_Die skeleton, split;
    memset(&split, 0, sizeof split);
    if (uci_dw.dwarf_get_units(info, *unit, unit, NULL, NULL, &skeleton,
                               &split) != 0)
        return false;
    *die = split.addr ? split : skeleton;
    return true;
}

static bool function_of(Dwarf *info, uintptr_t pc, Dwarf_Die *function)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    while (next_unit(info, &unit, &die))
        if (find_function(&die, pc, function))
            return true;
    return false;
}

/* Sets where the variable is declared.  libdw would end the program at the
 * variable of a unit whose files it does not find. */
static const char *declaration_of(Dwarf_Die *variable, int *line)
{
    Dwarf_Die unit;
    Dwarf_Files *files;
    size_t n;
    if (!uci_dw.dwarf_diecu(variable, &unit, NULL, NULL) ||
        uci_dw.dwarf_getsrcfiles(&unit, &files, &n) != 0 ||
        uci_dw.dwarf_decl_line(variable, line) != 0)
        return NULL;
    return uci_dw.dwarf_decl_file(variable);
}

static void describe(struct search *s, struct uci_memory *memory)
{
    char name[200], what[300];
    size_t size = sizeof memory->text;
    uint64_t byte = 0;
    const char *file = declaration_of(&s->variable, &memory->line), *owner = "";
    snprintf(name, sizeof name, "%s", uci_dw.dwarf_diename(&s->variable));
    if (s->has_owner)
        owner = uci_symbol_own_name(uci_dw.dwarf_diename(&s->owner));
    if (!s->guesses)
        byte = uci_element_name(&s->scope, &s->variable, s->offset, name,
                                sizeof name);
    if (byte > 0)
        snprintf(what, sizeof what, "byte %lu of `%s'", byte, name);
    else
        snprintf(what, sizeof what, "`%s'%s", name,
                 s->guesses ? " or what lies behind it" : "");
    if (!file)
        snprintf(memory->text, size, owner[0] ? "%s, of `%s'" : "%s", what,
                 owner);
    else
        snprintf(memory->text, size,
                 owner[0] ? "%s, declared at %s:%d in `%s'"
                          : "%s, declared at %s:%d",
                 what, uci_symbol_path(file), memory->line, owner);
}

bool uci_variables_local(uintptr_t address, const struct uci_frame *frame,
                         const struct uci_module *module,
                         struct uci_memory *memory)
{
    Dwarf_Die function;
    Dwarf *info = uci_debug_info(module->path);
    memory->text[0] = 0;
    if (!info || !function_of(info, frame->pc - module->bias, &function))
        return false;
    struct search s = {
        .scope = {.frame = frame, .function = &function, .bias = module->bias},
        .address = address};
    search_block(&s, &function, &function, ENTERED);
    if (s.rank == NONE && address < frame->end) {
        s.guesses = true;
        search_block(&s, &function, &function, ENTERED);
    }
    if (s.rank > NONE)
        describe(&s, memory);
    else
        snprintf(memory->text, sizeof memory->text, "%s",
                 uci_symbol_own_name(uci_dw.dwarf_diename(&function)));
    return s.rank > NONE;
}

/* Variables in `parent' and below it, whose owner is the function around. */
static void search_all(struct search *s, Dwarf_Die *parent, Dwarf_Die *owner)
{
    Dwarf_Die child;
    if (!uci_die_first(parent, &child))
        return;
    do {
        int tag = uci_dw.dwarf_tag(&child);
        Dwarf_Die block = child;
        if (tag == DW_TAG_variable)
            consider(s, &child, owner, ENTERED);
        else if (tag == DW_TAG_subprogram)
            search_all(s, &block, &block);
        else if (tag == DW_TAG_lexical_block)
            search_all(s, &block, owner);
    } while (s->rank == NONE && uci_die_next(&child));
}

bool uci_variables_global(uintptr_t address, const struct uci_module *module,
                          struct uci_memory *memory)
{
    Dwarf *info = uci_debug_info(module->path);
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    struct search s = {.scope = {.bias = module->bias, .tls = module->tls},
                       .address = address};
    while (info && s.rank == NONE && next_unit(info, &unit, &die))
        search_all(&s, &die, NULL);
    if (s.rank > NONE)
        describe(&s, memory);
    return s.rank > NONE;
}
