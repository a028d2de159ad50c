/* Locks that strands hold. */
#ifndef UCI_LOCKS_H
#define UCI_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

/* Do both strands hold the same lock? */
bool uci_locks_meet(uint32_t a, uint32_t b);

#endif
