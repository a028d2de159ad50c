/* Where libdw's headers were not there to build with: no names.  See
 * variables.h. */
#include "race/variables.h"

bool uci_variables_local(uintptr_t address, const struct uci_frame *frame,
                         const struct uci_module *module,
                         struct uci_memory *memory)
{
    (void)address, (void)frame, (void)module;
    memory->text[0] = 0;
    return false;
}

bool uci_variables_global(uintptr_t address, const struct uci_module *module,
                          struct uci_memory *memory)
{
    (void)address, (void)module, (void)memory;
    return false;
}
