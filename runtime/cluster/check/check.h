/* UCILK_CHECK_MEMORY.  What the entries of struct uci_checks are made of. */
#ifndef UCI_CHECK_H
#define UCI_CHECK_H

#include "cluster/data/checks.h"

#include <stdint.h>

/* Where the option is set: fills in uci_checks, and watches stacks. */
void uci_check_start(void);

/* foreign_data.c: what another worker has written in .data and .bss. */
void uci_check_data(const struct uci_piece *pieces, unsigned n_pieces);
void uci_check_data_in_strand(void);
void uci_check_data_of_region(void);
void uci_check_open_data(void);
void uci_check_stop_data(void);
bool uci_check_takes_data(int signal, siginfo_t *info, void *context);

/* foreign_stack.c: another task's stack. */
void uci_check_stack(void);
void uci_check_open_stack(void);
void uci_check_forget_stack(void); /* in a forked child */
bool uci_check_takes_stack(int signal, siginfo_t *info, void *context);

/* symbol.c: "`name+0x10'" of the program's data, or the bare address. */
const char *uci_symbol_text(uintptr_t address, char buffer[128]);

#endif
