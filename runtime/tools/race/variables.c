/* The names of variables: see variables.h. */
#include "race/variables.h"

#include "race/location.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- What of a variable a byte belongs to --- */

enum { MAX_DIMENSIONS = 8 };

/* The type of a variable, a member or an element, without qualifiers and
 * typedefs. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return uci_dw.dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
           uci_dw.dwarf_formref_die(&attribute, type) &&
           uci_dw.dwarf_peel_type(type, type) == 0;
}

/* The number of elements of a dimension; 0 if it is not known. */
static uint64_t count_of(const struct uci_scope *scope, Dwarf_Die *dimension)
{
    uint64_t n;
    if (uci_location_number(scope, dimension, DW_AT_count, &n))
        return n;
    if (uci_location_number(scope, dimension, DW_AT_upper_bound, &n))
        return n + 1;
    return 0;
}

/* The dimensions of an array type. */
static unsigned dimensions_of(const struct uci_scope *scope, Dwarf_Die *array,
                              uint64_t counts[MAX_DIMENSIONS])
{
    Dwarf_Die child;
    unsigned n = 0;
    if (!uci_die_first(array, &child))
        return 0;
    do {
        if (uci_dw.dwarf_tag(&child) != DW_TAG_subrange_type)
            continue;
        if (n == MAX_DIMENSIONS)
            return 0;
        counts[n++] = count_of(scope, &child);
    } while (uci_die_next(&child));
    return n;
}

static bool size_of(const struct uci_scope *scope, Dwarf_Die *type,
                    uint64_t *size)
{
    Dwarf_Word word;
    Dwarf_Die element;
    uint64_t counts[MAX_DIMENSIONS];
    if (uci_dw.dwarf_tag(type) != DW_TAG_array_type) {
        bool is_known = uci_dw.dwarf_aggregate_size(type, &word) == 0;
        *size = is_known ? word : 0;
        return is_known;
    }
    unsigned n = dimensions_of(scope, type, counts);
    if (n == 0 || !type_of(type, &element) || !size_of(scope, &element, size))
        return false;
    while (n > 0)
        *size *= counts[--n];
    return true;
}

/* The size of a variable's type; false if it is not known. */
static bool element_size(const struct uci_scope *scope, Dwarf_Die *variable,
                         uint64_t *size)
{
    Dwarf_Die type;
    return type_of(variable, &type) && size_of(scope, &type, size) && *size > 0;
}

struct text {
    char *end; /* its 0 */
    size_t room;
};

__attribute__((format(printf, 2, 3))) static void
append(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text->end, text->room, format, list);
    va_end(list);
    size_t used = n < 0                    ? 0
                  : (size_t)n < text->room ? (size_t)n
                                           : text->room - 1;
    text->end += used;
    text->room -= used;
}

/* The member of a struct with the byte, and its offset in it; false if it is in
 * none, or fields of bits share it. */
static bool find_member(const struct uci_scope *scope, Dwarf_Die *structure,
                        uint64_t *offset, Dwarf_Die *member)
{
    Dwarf_Die type;
    Dwarf_Attribute bits;
    uint64_t begin, size;
    if (!uci_die_first(structure, member))
        return false;
    do {
        if (uci_dw.dwarf_tag(member) != DW_TAG_member ||
            uci_dw.dwarf_attr(member, DW_AT_bit_size, &bits) ||
            !uci_location_number(scope, member, DW_AT_data_member_location,
                                 &begin) ||
            !type_of(member, &type) || !size_of(scope, &type, &size))
            continue;
        if (*offset - begin < size) {
            *offset -= begin;
            return true;
        }
    } while (uci_die_next(member));
    return false;
}

/* Appends the index of the element with the byte, whose type this becomes. */
static bool enter_array(const struct uci_scope *scope, Dwarf_Die *type,
                        uint64_t *offset, struct text *text)
{
    Dwarf_Die element;
    uint64_t size, counts[MAX_DIMENSIONS];
    unsigned n = dimensions_of(scope, type, counts);
    if (n == 0 || !type_of(type, &element) || !size_of(scope, &element, &size))
        return false;
    for (unsigned i = n; i-- > 1;)
        size *= counts[i];
    if (size == 0)
        return false;
    for (unsigned i = 0; i < n; i++) {
        append(text, "[%lu]", *offset / size);
        *offset %= size;
        if (i + 1 < n)
            size /= counts[i + 1];
    }
    *type = element;
    return true;
}

static bool enter_struct(const struct uci_scope *scope, Dwarf_Die *type,
                         uint64_t *offset, struct text *text)
{
    Dwarf_Die member, inner;
    uint64_t rest = *offset;
    if (!find_member(scope, type, &rest, &member) || !type_of(&member, &inner))
        return false;
    const char *name = uci_dw.dwarf_diename(&member);
    if (name && name[0])
        append(text, ".%s", name);
    *type = inner;
    *offset = rest;
    return true;
}

/* Appends to the variable's name what names its part with the byte at `offset',
 * as in `a[3].x'.  Returns which byte of that part it is. */
static uint64_t element_name(const struct uci_scope *scope, Dwarf_Die *variable,
                             uint64_t offset, char *name, size_t size)
{
    Dwarf_Die type;
    size_t length = strlen(name);
    struct text text = {name + length, size - length};
    bool is_known = type_of(variable, &type);
    while (is_known) {
        switch (uci_dw.dwarf_tag(&type)) {
        case DW_TAG_array_type:
            is_known = enter_array(scope, &type, &offset, &text);
            break;
        case DW_TAG_structure_type:
            is_known = enter_struct(scope, &type, &offset, &text);
            break;
        default: /* a scalar, or a union, whose members overlap */
            is_known = false;
        }
    }
    return offset;
}

/* --- The variable --- */

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
    if (!element_size(&s->scope, variable, &size))
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
        !element_size(&s->scope, variable, &size))
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
        byte =
            element_name(&s->scope, &s->variable, s->offset, name, sizeof name);
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
