/* Where the code of libc and of the dynamic linker is. */
#ifndef UCI_CODE_H
#define UCI_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the code; called before the other.  Allocates nothing. */
void uci_code_find_libc(void);
/* True for code of libc or of the dynamic linker. */
bool uci_code_is_libc(uintptr_t pc);

#endif
