/*
 * Stack switches in programs of one process, and the entries of a sync.  See
 * switch.h.
 */
#include "arch/x86_64/avx.h"
#include "arch/x86_64/registers.h"
#include "one_machine/thread_layout.h"
    .text

    .globl uci_switch_load
    .hidden uci_switch_load
    .type uci_switch_load, @function
    .p2align 4
uci_switch_load:
    .cfi_startproc
    .cfi_undefined rip
    movq %rsi, %rax
    movq %rdx, %rsp
    movq 0(%rdi), %r15
    movq 8(%rdi), %r14
    movq 16(%rdi), %r13
    movq 24(%rdi), %r12
    movq 32(%rdi), %rbx
    movq 40(%rdi), %rbp
    movq 48(%rdi), %rcx
    jmp *%rcx
    .cfi_endproc
    .size uci_switch_load, . - uci_switch_load

/* K17: the beginning of a thread without a parent.  The return address of the
 * body, ucilk_stolen_args_return, is at rsp; rbx is upper, r12 args, r13 the
 * body. */
    .globl uci_thread_begin
    .hidden uci_thread_begin
    .type uci_thread_begin, @function
    .p2align 4
uci_thread_begin:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rdi
    jmp *%r13                       /* task->body(args) */
    .cfi_endproc
    .size uci_thread_begin, . - uci_thread_begin

    .globl uci_site_ask
    .hidden uci_site_ask
    .type uci_site_ask, @function
    .p2align 4
uci_site_ask:                       /* (code, registers, answer) */
    .cfi_startproc
    push_registers
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    movq 0(%rsi), %rbp
    movq 8(%rsi), %rbx
    movq 16(%rsi), %r12
    movq 24(%rsi), %r13
    movq 32(%rsi), %r14
    movq 40(%rsi), %r15
    call *%rdi                      /* -> rax, rdx, rcx */
    popq %rsi
    .cfi_adjust_cfa_offset -8
    movq %rax, 0(%rsi)
    movq %rdx, 8(%rsi)
    movq %rcx, 16(%rsi)
    pop_registers
    ret
    .cfi_endproc
    .size uci_site_ask, . - uci_site_ask

/*
 * ucilk_abi_sync(frame), ucilk_abi_sync_end(frame) and
 * ucilk_abi_sync_return(frame, end) keep the registers in which functions
 * return results, too.  A sync saves the context, asks uci_sync_begin where it
 * belongs (K9), moves it and the stack pointer there, and does the rest there.
 * rbx is the context's address, r12 the frame object, r13 whether the frame
 * ends, r14 the lowest address of live variables, or 0.
 */
    .macro save_context
    .cfi_startproc
    push_registers
    pushq %rax                      /* results of functions: abi.h */
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    subq $64, %rsp
    .cfi_adjust_cfa_offset 64
    save_xmm 0
    movq %rsp, %rbx
    .cfi_def_cfa_register rbx
    .endm

    .globl ucilk_abi_sync
    .type ucilk_abi_sync, @function
    .p2align 4
ucilk_abi_sync:
    save_context
    xorl %r13d, %r13d
    xorl %r14d, %r14d
begin:
    movq %rdi, %r12
    andq $-16, %rsp
    movq %r12, %rdi
    movq %rbx, %rsi
    movq %r13, %rdx
    movq %r14, %rcx
    call uci_sync_begin             /* (frame, sp, ends, live) -> home */
    cmpq %rax, %rbx
    je rest
    /* K9: moves the context, and goes on, on the frame's own chunk.  K11:
     * uci_sync_rest gives back the chunk that is left. */
    movl $UCI_SYNC_WORDS, %ecx
    movq %rbx, %rsi
    movq %rax, %rdi
    rep movsq
    movq %rbx, %rcx                 /* an address on the chunk that is left */
    movq %rax, %rbx
    jmp go
rest:
    xorl %ecx, %ecx
go:
    movq %rbx, %rsp
    andq $-16, %rsp
    movq %r12, %rdi
    movq %r13, %rsi
    movq %r14, %rdx
    movq %rbx, %r8
    call uci_sync_rest              /* (frame, ends, live, left, home) */
    movq %rbx, %rsp
    .cfi_def_cfa_register rsp
    restore_xmm 0
    addq $64, %rsp
    .cfi_adjust_cfa_offset -64
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    pop_registers
    ret
    .cfi_endproc
    .size ucilk_abi_sync, . - ucilk_abi_sync

    .globl ucilk_abi_sync_end
    .type ucilk_abi_sync_end, @function
    .p2align 4
ucilk_abi_sync_end:
    save_context
    movl $1, %r13d
    xorl %r14d, %r14d
    jmp begin
    .cfi_endproc
    .size ucilk_abi_sync_end, . - ucilk_abi_sync_end

    .globl ucilk_abi_sync_return
    .type ucilk_abi_sync_return, @function
    .p2align 4
ucilk_abi_sync_return:
    save_context
    movl $1, %r13d
    movq %rsi, %r14
    jmp begin
    .cfi_endproc
    .size ucilk_abi_sync_return, . - ucilk_abi_sync_return

    .globl uci_switch_sync
    .hidden uci_switch_sync
    .type uci_switch_sync, @function
    .p2align 4
uci_switch_sync:                    /* (home, frame, ends, live) */
    .cfi_startproc
    .cfi_undefined rip
    movq %rdi, %rbx
    movq %rsi, %r12
    movzbl %dl, %r13d
    movq %rcx, %r14
    jmp rest
    .cfi_endproc
    .size uci_switch_sync, . - uci_switch_sync

    .section .note.GNU-stack, "", @progbits
