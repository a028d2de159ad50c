/*
 * What C cannot say about the registers at a spawn.
 *
 * unit_canary(args, task, frame, handle): calls ucilk_abi_spawn(args, task,
 * frame) with a canary in each callee-saved register, stores what it returns
 * in *handle, and returns a bit for each register that has changed: rbx, rbp,
 * r12, r13, r14, r15, rsp from bit 0.  May return in another worker.
 *
 *     rsp + 8   handle
 *     rsp       rsp as it was
 */
#include "arch/x86_64/registers.h"
#include "canaries.h"

    .text
    .globl unit_canary
    .type unit_canary, @function
unit_canary:
    .cfi_startproc
    push_registers
    subq $24, %rsp
    .cfi_def_cfa_offset 80
    movq %rcx, 8(%rsp)
    movq %rsp, (%rsp)
    load_canaries
    call ucilk_abi_spawn
    movq 8(%rsp), %rcx
    movq %rax, (%rcx)
    xorl %eax, %eax
    .macro check register, value, bit
    movabsq $\value, %rdx
    xorl %ecx, %ecx
    cmpq %rdx, \register
    setne %cl
    shlq $\bit, %rcx
    orq %rcx, %rax
    .endm
    check %rbx, 0x1122334455667701, 0
    check %rbp, 0x1122334455667702, 1
    check %r12, 0x1122334455667703, 2
    check %r13, 0x1122334455667704, 3
    check %r14, 0x1122334455667705, 4
    check %r15, 0x1122334455667706, 5
    xorl %ecx, %ecx
    cmpq (%rsp), %rsp
    setne %cl
    shlq $6, %rcx
    orq %rcx, %rax
    addq $24, %rsp
    .cfi_def_cfa_offset 56
    pop_registers
    ret
    .cfi_endproc
    .size unit_canary, . - unit_canary

/* unit_trash: changes every callee-saved register and what a spawned function
 * may change besides, and puts the former back at its end, as the ABI has it:
 * a body.  Its argument gets rsp at entry, modulo 16. */
    .globl unit_trash
    .type unit_trash, @function
unit_trash:
    .cfi_startproc
    movq %rsp, %rax
    andl $15, %eax
    movq %rax, (%rdi)
    push_registers
    .irp register, rbx, rbp, r12, r13, r14, r15, rcx, rdx, rsi, rdi, r8, r9, r10, r11
    movq $-1, %\register
    .endr
    pcmpeqd %xmm0, %xmm0
    pcmpeqd %xmm15, %xmm15
    movl $20000, %ecx           /* time for a thief */
1:  pause
    decl %ecx
    jnz 1b
    pop_registers
    ret
    .cfi_endproc
    .size unit_trash, . - unit_trash

/* unit_alignment: rsp at entry, modulo 16. */
    .globl unit_alignment
    .type unit_alignment, @function
unit_alignment:
    .cfi_startproc
    movq %rsp, %rax
    andl $15, %eax
    ret
    .cfi_endproc
    .size unit_alignment, . - unit_alignment

    .section .note.GNU-stack, "", @progbits
