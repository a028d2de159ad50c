/*
 * From a function's frame to its caller's, by the rules in .eh_frame (DWARF 5,
 * 6.4; LSB, "Exception Frames").  Compilers write them for every instruction of
 * C, so a walk may begin anywhere, and needs no frame pointers.
 *
 * A walk finds the registers as each caller has them, or says that it does not
 * know: for code without rules, for signal frames, for rules that it cannot
 * compute, and where a rule leads out of the stacks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What calls preserve, and where the function is. */
struct uci_registers {
    uintptr_t rsp, rbp, rbx, r12, r13, r14, r15, rip;
};

/* The addresses of the stacks: one reservation, divided into stacks of equal
 * size.  Nothing else is read. */
struct uci_walk_stacks {
    uintptr_t low, high, size;
};

/* Rules that have been looked up; all zero at first.  Of one thread. */
enum { UCI_WALK_ROWS = 64 };
struct uci_walk_cache {
    uint64_t generation;
    struct uci_walk_row {
        uintptr_t pc; /* 0: none */
        const uint8_t *cfa_expression;
        int32_t cfa_offset;
        uint8_t cfa_register; /* DWARF's number */
        bool is_known;
        struct uci_walk_rule {
            enum uci_walk_how {
                UCI_WALK_SAME,       /* the register has it still */
                UCI_WALK_OFFSET,     /* in memory, so far from the CFA */
                UCI_WALK_EXPRESSION, /* in memory, there */
                UCI_WALK_UNKNOWN,
            } how;
            int32_t offset;
            const uint8_t *expression;
        } rules[7]; /* rbx rbp r12 r13 r14 r15, return address */
    } rows[UCI_WALK_ROWS];
};

/* Drops what the cache has, if a library was loaded or unloaded since.  To be
 * called before a walk. */
void uci_walk_begin(struct uci_walk_cache *cache);

/* Whether there are rules for an instruction. */
bool uci_walk_knows(struct uci_walk_cache *cache, uintptr_t pc);

/* Whether the rules for an instruction say that there is no caller. */
bool uci_walk_is_end(struct uci_walk_cache *cache, uintptr_t pc);

/* From the frame in `at' to its caller's, behind the call.  at->rip is a return
 * address, unless is_exact: then it is the next instruction.  Returns false,
 * and leaves *at alone, if the caller is not known. */
bool uci_walk_up(struct uci_walk_cache *cache,
                 const struct uci_walk_stacks *stacks, struct uci_registers *at,
                 bool is_exact);
