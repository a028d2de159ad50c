/* How an instruction that has faulted accesses the address at which it has. */
#ifndef UCI_ACCESS_H
#define UCI_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

struct uci_access {
    size_t size; /* bytes; for rare instructions perhaps too small */
    bool reads, writes;
};

struct uci_access uci_access_of(const ucontext_t *context);

/* Sets or clears the trap flag: SIGTRAP comes behind each instruction. */
void uci_access_step(ucontext_t *context, bool step);

#endif
