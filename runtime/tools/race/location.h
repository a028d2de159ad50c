/*
 * The debug information of the program and its libraries, by libdw of elfutils,
 * and where variables are: the location expressions of DWARF, as far as
 * compilers write them for what is in memory.  The program is not linked with
 * libdw: where it is not installed, or a file has no debug information,
 * variables have no names.
 */
#pragma once

#include "race/frames.h"

#include <elfutils/libdw.h>

/* What is called of libdw. */
#define UCI_DW_FUNCTIONS(X)                                                    \
    X(dwarf_begin)                                                             \
    X(dwarf_get_units)                                                         \
    X(dwarf_haspc)                                                             \
    X(dwarf_child)                                                             \
    X(dwarf_siblingof)                                                         \
    X(dwarf_tag)                                                               \
    X(dwarf_attr)                                                              \
    X(dwarf_attr_integrate)                                                    \
    X(dwarf_formref_die)                                                       \
    X(dwarf_formudata)                                                         \
    X(dwarf_formaddr)                                                          \
    X(dwarf_getlocations)                                                      \
    X(dwarf_getlocation_addr)                                                  \
    X(dwarf_getlocation_attr)                                                  \
    X(dwarf_peel_type)                                                         \
    X(dwarf_aggregate_size)                                                    \
    X(dwarf_diecu)                                                             \
    X(dwarf_getsrcfiles)                                                       \
    X(dwarf_diename)                                                           \
    X(dwarf_decl_file)                                                         \
    X(dwarf_decl_line)

struct uci_dw {
#define MEMBER(name) __typeof__(&name) name;
    UCI_DW_FUNCTIONS(MEMBER)
#undef MEMBER
};
extern struct uci_dw uci_dw; /* set where uci_debug_info has returned some */

/* That of the file, or null. */
Dwarf *uci_debug_info(const char *path);

/* A step through what a die contains: false behind its last child. */
bool uci_die_first(Dwarf_Die *parent, Dwarf_Die *child);
bool uci_die_next(Dwarf_Die *child);

/* Where expressions are evaluated. */
struct uci_scope {
    const struct uci_frame *frame; /* null: of no function */
    Dwarf_Die *function;           /* whose frame it is */
    uintptr_t bias;                /* an address less what the file says */
    uintptr_t tls; /* thread-local variables of the file, or 0 */
};

/* The variable's address; false if it is not in memory, or nobody knows. */
bool uci_location_of(const struct uci_scope *scope, Dwarf_Die *variable,
                     uintptr_t *address);

/* The same for all of its function's instructions: a compiler that knows the
 * value may not say that it is in memory, too.  The first call has state 0, and
 * others what the last one has returned, until that is 0.  The address is 0
 * where the variable is not in memory. */
ptrdiff_t uci_location_next(const struct uci_scope *scope, Dwarf_Die *variable,
                            ptrdiff_t state, uintptr_t *address);

/* An attribute that is a number: a constant, an expression, or a variable. */
bool uci_location_number(const struct uci_scope *scope, Dwarf_Die *die,
                         unsigned attribute, uint64_t *number);
