/* The frames of the running functions, by the unwind tables. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The caller's registers, by their DWARF numbers. */
enum { UCI_FRAME_REGISTERS = 16, UCI_FRAME_SP = 7 };

struct uci_frame {
    uintptr_t pc;  /* in the instruction that it goes on behind */
    uintptr_t end; /* its canonical frame address */
    uintptr_t registers[UCI_FRAME_REGISTERS];
    uint32_t known; /* bits of those of them that the tables tell */
};

/* The frame with the address, and the one that it has called, whose arguments
 * may lie in it; false if there is none.  */
bool uci_frame_find(uintptr_t address, struct uci_frame *frame,
                    struct uci_frame *called);
