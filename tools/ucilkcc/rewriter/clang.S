/*
 * The functions of libclang that the rewriter calls, as jumps through words
 * that clang.c fills.  clang_functions.def, one row a function, is made by
 * CMakeLists.txt from the calls in the sources.
 */
#define FUNCTION(name)                                                         \
    .pushsection .data;                                                        \
    .balign 8;                                                                 \
    .hidden uk_at_##name;                                                      \
    .globl uk_at_##name;                                                       \
    uk_at_##name: .quad 0;                                                     \
    .popsection;                                                               \
    .hidden name;                                                              \
    .globl name;                                                               \
    .type name, @function;                                                     \
    name: .cfi_startproc;                                                      \
    endbr64;                                                                   \
    jmp *uk_at_##name(%rip);                                                   \
    .cfi_endproc;                                                              \
    .size name, . - name;

    .text
#include "clang_functions.def"
    .section .note.GNU-stack, "", @progbits
