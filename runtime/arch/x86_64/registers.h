/*
 * For assembly: macros that push and pop the callee-saved registers in the
 * order of a context (context.h), with the directives that unwinders need.
 */
#ifndef UCI_ARCH_REGISTERS_H
#define UCI_ARCH_REGISTERS_H

    .macro push_register reg
    pushq %\reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
    .endm

    .macro pop_register reg
    popq %\reg
    .cfi_adjust_cfa_offset -8
    .endm

    .macro push_registers
    push_register rbp
    push_register rbx
    push_register r12
    push_register r13
    push_register r14
    push_register r15
    .endm

    /* Directives for code that begins with the registers on the stack, below
     * the return address, and `spare' bytes below them. */
    .macro registers_are_pushed spare=0
    .cfi_def_cfa rsp, 56 + \spare
    .cfi_offset rbp, -16
    .cfi_offset rbx, -24
    .cfi_offset r12, -32
    .cfi_offset r13, -40
    .cfi_offset r14, -48
    .cfi_offset r15, -56
    .endm

    .macro pop_registers
    pop_register r15
    pop_register r14
    pop_register r13
    pop_register r12
    pop_register rbx
    pop_register rbp
    .endm

#endif
