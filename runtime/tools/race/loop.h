/* Loops that run. */
#ifndef UCI_LOOP_H
#define UCI_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/* Is the address in the part of a running loop's args that each piece has for
 * itself? */
bool uci_loop_has(uintptr_t address);

#endif
