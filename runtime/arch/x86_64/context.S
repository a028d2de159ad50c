/*
 * Stack switches.  See context.h.
 *
 * Registers: rdi, rsi and rdx are the arguments, rax is the result.  A function
 * preserves rbx, rbp, r12 to r15 and rsp; all others are free.
 */
#include "arch/x86_64/registers.h"

    .text

    .globl uci_context_resume
    .type uci_context_resume, @function
    .p2align 4
uci_context_resume:
    .cfi_startproc
    movq %rsi, %rax
    movq %rdi, %rsp
    registers_are_pushed
    pop_registers
    ret
    .cfi_endproc
    .size uci_context_resume, . - uci_context_resume

    .globl uci_context_suspend
    .type uci_context_suspend, @function
    .p2align 4
uci_context_suspend:
    .cfi_startproc
    push_registers
    movq %rdi, %rax
    movq %rsi, %rdi             /* argument */
    movq %rsp, %rsi             /* sp */
    movq %rdx, %rsp
    .cfi_undefined rip          /* the stack ends here */
    andq $-16, %rsp
    call *%rax
    ud2
    .cfi_endproc
    .size uci_context_suspend, . - uci_context_suspend

    .globl uci_context_call
    .type uci_context_call, @function
    .p2align 4
uci_context_call:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsp
    andq $-16, %rsp
    call *%rax
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size uci_context_call, . - uci_context_call

    .globl uci_context_enter
    .type uci_context_enter, @function
    .p2align 4
uci_context_enter:
    .cfi_startproc
    .cfi_undefined rip
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsp
    andq $-16, %rsp
    xorl %ebp, %ebp
    call *%rax
    ud2
    .cfi_endproc
    .size uci_context_enter, . - uci_context_enter

    .section .note.GNU-stack, "", @progbits
