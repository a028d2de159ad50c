/* UCILK_CHECK_MEMORY: the functions behind struct uci_checks. */
#pragma once

#include "cluster/data/data.h"

#include <stdint.h>
#include <ucontext.h>

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

/* access.c: how an instruction that has faulted accesses the address at which
 * it has. */
struct uci_access {
    size_t size; /* bytes; for rare instructions perhaps too small */
    bool reads, writes;
};
struct uci_access uci_access_of(const ucontext_t *context);

/* Sets or clears the trap flag: SIGTRAP comes behind each instruction. */
void uci_access_step(ucontext_t *context, bool step);

/* symbol.c: finds the code of libc and of the dynamic linker; called before the
 * other.  Allocates nothing. */
void uci_code_find_libc(void);
/* True for such code. */
bool uci_code_is_libc(uintptr_t pc);
