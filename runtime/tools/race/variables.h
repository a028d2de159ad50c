/* The names of variables, from the debug information. */
#pragma once

#include "race/frames.h"
#include "race/symbol.h"

#include <stdbool.h>

/* A file of the program. */
struct uci_module {
    char path[4096];
    uintptr_t bias; /* an address less what the file has for it */
    uintptr_t tls;  /* its thread-local variables, or 0 */
};

/* The variable of a frame's function, or of one that was inlined into it, at
 * the address.  False without a name: the text then is the function, or "". */
bool uci_variables_local(uintptr_t address, const struct uci_frame *frame,
                         const struct uci_module *module,
                         struct uci_memory *memory);

/* The variable of the file at the address; false without a name. */
bool uci_variables_global(uintptr_t address, const struct uci_module *module,
                          struct uci_memory *memory);
