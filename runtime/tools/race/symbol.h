/* Names of places and of memory, from the debug information and the symbol
 * tables of the program and its libraries. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct uci_place {
    char function[128], file[256]; /* "" if not known */
    int line;
};

/* The place of a call that returns to pc; by addr2line. */
void uci_symbol_place(uintptr_t pc, struct uci_place *place);

/* The user's name of a function, which the tool may have made from a piece of
 * it:
 * `__ucilk_WHAT_NUMBER_NAME'; or "". */
const char *uci_symbol_own_name(const char *function);

/* The path as reports have it: from the working directory on, if it is below.
 */
const char *uci_symbol_path(const char *path);

/* What is at an address: a variable, or else what is known of it. */
struct uci_memory {
    char text[600];
    int line;     /* of the variable's declaration, or 0 if not known */
    uintptr_t pc; /* of a local variable: where its function is, or 0 */
};
void uci_symbol_memory(uintptr_t address, struct uci_memory *memory);

/* malloc's memory (libc.c): the block with the address; false if there is
 * none. */
struct uci_heap_block {
    uintptr_t begin, pc;
    unsigned long size;
    uint32_t strand; /* the private part that allocated it, or 0 */
};
int uci_heap_find(uintptr_t address, struct uci_heap_block *block);
