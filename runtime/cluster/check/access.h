/* What an instruction that has faulted does with the memory it faulted at. */
#ifndef UCI_ACCESS_H
#define UCI_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

struct uci_access {
    size_t size; /* bytes; of rare instructions a guess that is not too big */
    bool reads, writes;
};

struct uci_access uci_access_of(const ucontext_t *context);

/* After the next instruction SIGTRAP strikes, or no longer. */
void uci_access_step(ucontext_t *context, bool step);

#endif
