/*
 * For assembly, with the directives that unwinders need: functions, and the
 * callee-saved registers, pushed and popped in the order of a context
 * (context.h).
 */
#pragma once

    /* The beginning of a global function, and its end. */
    .macro function name, alignment=4
    .globl \name
    .type \name, @function
    .p2align \alignment
\name:
    .cfi_startproc
    .endm
    .macro end_function name
    .cfi_endproc
    .size \name, . - \name
    .endm

    .macro push reg
    pushq \reg
    .cfi_adjust_cfa_offset 8
    .endm
    .macro pop reg
    popq \reg
    .cfi_adjust_cfa_offset -8
    .endm

    .macro push_register reg
    push %\reg
    .cfi_rel_offset \reg, 0
    .endm

    .macro push_registers
    .irp reg, rbp, rbx, r12, r13, r14, r15
    push_register \reg
    .endr
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
    .irp reg, %r15, %r14, %r13, %r12, %rbx, %rbp
    pop \reg
    .endr
    .endm
