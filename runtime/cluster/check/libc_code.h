/* Where the code of libc and of the dynamic linker is. */
#ifndef UCI_CODE_H
#define UCI_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds the code; called before the others.  Allocates nothing. */
void uci_code_find_libc(void);
/* True for code of libc or of the dynamic linker. */
bool uci_code_is_libc(uintptr_t pc);
/* True for code of the dynamic linker. */
bool uci_code_is_linker(uintptr_t pc);
/* The range of addresses in which all of it lies, perhaps with other code. */
void uci_code_around_libc(uintptr_t *start, size_t *size);

#endif
