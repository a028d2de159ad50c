/*
 * Stack switches.  See context.h.
 *
 * Registers: rdi, rsi and rdx are the arguments, rax is the result.  A function
 * preserves rbx, rbp, r12 to r15 and rsp; all others are free.
 */
#include "arch/x86_64/registers.h"

    .text

    function uci_context_resume
    movq %rsi, %rax
    movq %rdi, %rsp
    registers_are_pushed
    pop_registers
    ret
    end_function uci_context_resume

    function uci_context_suspend
    push_registers
    movq %rdi, %rax
    movq %rsi, %rdi             /* argument */
    movq %rsp, %rsi             /* sp */
    movq %rdx, %rsp
    .cfi_undefined rip          /* the stack ends here */
    andq $-16, %rsp
    call *%rax
    ud2
    end_function uci_context_suspend

    function uci_context_call
    push_register rbp
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
    end_function uci_context_call

    function uci_context_enter
    .cfi_undefined rip
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsp
    andq $-16, %rsp
    xorl %ebp, %ebp
    call *%rax
    ud2
    end_function uci_context_enter

    .section .note.GNU-stack, "", @progbits
