/* What of a variable a byte belongs to: `a[3].x'. */
#ifndef UCI_ELEMENT_H
#define UCI_ELEMENT_H

#include "race/location.h"

/* The size of a variable's type; false if it is not known. */
bool uci_element_size(const struct uci_scope *scope, Dwarf_Die *variable,
                      uint64_t *size);

/* Appends to the variable's name what names its part with the byte at `offset'.
 * Returns which byte of that part it is. */
uint64_t uci_element_name(const struct uci_scope *scope, Dwarf_Die *variable,
                          uint64_t offset, char *name, size_t size);

#endif
