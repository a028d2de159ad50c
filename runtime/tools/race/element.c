/* What of a variable a byte belongs to: see element.h. */
#include "race/element.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

bool uci_element_size(const struct uci_scope *scope, Dwarf_Die *variable,
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

uint64_t uci_element_name(const struct uci_scope *scope, Dwarf_Die *variable,
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
