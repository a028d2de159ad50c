/*
 * unit_step(function, argument, registers): calls function(argument) with the
 * trap flag set, so that SIGTRAP comes before each of its instructions.  Before
 * that it stores in *registers (struct uci_registers) what it must find again:
 * a canary in each register that calls preserve, and the call's return address.
 */
#include "arch/x86_64/registers.h"
#include "canaries.h"

    .text
    .globl unit_step
    .type unit_step, @function
unit_step:
    .cfi_startproc
    push_registers
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    load_canaries
    movq %rsp, (%rdx)
    movq %rbp, 8(%rdx)
    movq %rbx, 16(%rdx)
    movq %r12, 24(%rdx)
    movq %r13, 32(%rdx)
    movq %r14, 40(%rdx)
    movq %r15, 48(%rdx)
    leaq 1f(%rip), %rax
    movq %rax, 56(%rdx)
    movq %rdi, %rax
    movq %rsi, %rdi
    pushfq
    orl $0x100, (%rsp)
    popfq
    call *%rax
1:  pushfq
    andl $~0x100, (%rsp)
    popfq
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop_registers
    ret
    .cfi_endproc
    .size unit_step, . - unit_step
    .globl unit_step_end
unit_step_end:

    .section .note.GNU-stack, "", @progbits
