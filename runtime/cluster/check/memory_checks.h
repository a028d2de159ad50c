/* UCILK_CHECK_MEMORY: the functions behind struct uci_checks. */
#ifndef UCI_MEMORY_CHECKS_H
#define UCI_MEMORY_CHECKS_H

#include "cluster/data/checks.h"

#include <stdint.h>

/* If the option is set: sets uci_checks and begins to watch stacks. */
void uci_check_start(void);

/* foreign_data.c: reads of what another worker has written in .data and
 * .bss. */
void uci_check_data(const struct uci_piece *pieces, unsigned n_pieces);
void uci_check_data_in_strand(void);
void uci_check_data_of_region(void);
void uci_check_open_data(void);
void uci_check_stop_data(void);
bool uci_check_takes_data(int signal, siginfo_t *info, void *context);

/* foreign_stack.c: accesses to another task's stack. */
void uci_check_stack(void);
void uci_check_open_stack(void);
void uci_check_forget_stack(void); /* in a forked child */
bool uci_check_takes_stack(int signal, siginfo_t *info, void *context);

/* symbol.c: names an address of the program's data, as in "`name'+16 at 0x...";
 * or only "address 0x...".  Returns buffer. */
const char *uci_symbol_text(uintptr_t address, char buffer[128]);

#endif
