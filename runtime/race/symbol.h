/* Names of places and of memory, from the debug information and the symbol
 * tables of the program and its libraries. */
#ifndef UCI_SYMBOL_H
#define UCI_SYMBOL_H

#include <stddef.h>
#include <stdint.h>

struct uci_place {
    char function[128], file[256]; /* "" if not known */
    int line;
};

/* The place of a call that returns to pc; by addr2line. */
void uci_symbol_place(uintptr_t pc, struct uci_place *place);

/* What is at the address: a variable, malloc's memory, the stack. */
void uci_symbol_memory(uintptr_t address, char *text, size_t size);

/* malloc's memory (libc.c): the block with the address; false if there is
 * none. */
struct uci_heap_block {
    uintptr_t begin, pc;
    unsigned long size;
    uint32_t strand; /* the private part that allocated it, or 0 */
};
int uci_heap_find(uintptr_t address, struct uci_heap_block *block);

#endif
