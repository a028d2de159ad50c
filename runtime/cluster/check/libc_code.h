/* Which code is libc's own: its text, and the dynamic linker's. */
#ifndef UCI_CODE_H
#define UCI_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before the others; allocates nothing. */
void uci_code_find_libc(void);
bool uci_code_is_libc(uintptr_t pc);
bool uci_code_is_linker(uintptr_t pc);
/* All of it lies in here, and perhaps more. */
void uci_code_around_libc(uintptr_t *start, size_t *size);

#endif
