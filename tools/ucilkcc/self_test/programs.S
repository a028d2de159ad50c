/* The programs of the self-test, each as a string: self_test.c. */
#define PROGRAM(name, shares_memory, path)                                     \
    .globl uk_program_##name;                                                  \
    .hidden uk_program_##name;                                                 \
    uk_program_##name: .incbin path; .byte 0

    .section .rodata
#include "programs.def"
    .section .note.GNU-stack, "", @progbits
