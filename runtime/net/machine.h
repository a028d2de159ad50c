/* Which processes see each other. */
#ifndef UCI_MACHINE_H
#define UCI_MACHINE_H

#include <stdint.h>

/* A checksum of what this process's machine is: equal if processes see each
 * other in /proc; `host' is its name. */
uint64_t uci_machine_sum(const char *host);

#endif
