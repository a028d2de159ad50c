/* Where variables are: the location expressions of DWARF, as far as compilers
 * write them for what is in memory. */
#ifndef UCI_LOCATION_H
#define UCI_LOCATION_H

#include "race/debug_info.h"
#include "race/frames.h"

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

#endif
