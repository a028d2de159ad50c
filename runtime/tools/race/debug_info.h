/* The debug information of the program and its libraries, by libdw of elfutils.
 * The program is not linked with it: where it is not installed, or a file has
 * none, variables have no names. */
#ifndef UCI_DEBUG_INFO_H
#define UCI_DEBUG_INFO_H

#include <elfutils/libdw.h>
#include <stdbool.h>

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

#endif
