/*
 * Stack switches in programs of one process, and the entries of a sync.  See
 * switch.h.
 */
#include "arch/x86_64/avx.h"
#include "arch/x86_64/registers.h"
#include "one_machine/thread_layout.h"
    .text
    .hidden uci_switch_load, uci_thread_begin, uci_site_ask, uci_switch_sync

    function uci_switch_load
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
    end_function uci_switch_load

/* K17: the beginning of a thread without a parent.  The return address of the
 * body, ucilk_stolen_args_return, is at rsp; rbx is upper, r12 args, r13 the
 * body. */
    function uci_thread_begin
    .cfi_undefined rip
    movq %r12, %rdi
    jmp *%r13                       /* task->body(args) */
    end_function uci_thread_begin

    /* (code, registers, answer) */
    function uci_site_ask
    push_registers
    push %rdx
    movq 0(%rsi), %rbp
    movq 8(%rsi), %rbx
    movq 16(%rsi), %r12
    movq 24(%rsi), %r13
    movq 32(%rsi), %r14
    movq 40(%rsi), %r15
    call *%rdi                      /* -> rax, rdx, rcx */
    pop %rsi
    movq %rax, 0(%rsi)
    movq %rdx, 8(%rsi)
    movq %rcx, 16(%rsi)
    pop_registers
    ret
    end_function uci_site_ask

/*
 * ucilk_abi_sync(frame), ucilk_abi_sync_end(frame) and
 * ucilk_abi_sync_return(frame, end) keep the registers in which functions
 * return results, too.  A sync saves the context, asks uci_sync_begin where it
 * belongs (K9), moves it and the stack pointer there, and does the rest there.
 * rbx is the context's address, r12 the frame object, r13 whether the frame
 * ends, r14 the lowest address of live variables, or 0.
 */
    .macro save_context
    push_registers
    push %rax                       /* results of functions: abi.h */
    push %rdx
    subq $64, %rsp
    .cfi_adjust_cfa_offset 64
    save_xmm 0
    movq %rsp, %rbx
    .cfi_def_cfa_register rbx
    .endm

    function ucilk_abi_sync
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
    pop %rdx
    pop %rax
    pop_registers
    ret
    end_function ucilk_abi_sync

    function ucilk_abi_sync_end
    save_context
    movl $1, %r13d
    xorl %r14d, %r14d
    jmp begin
    end_function ucilk_abi_sync_end

    function ucilk_abi_sync_return
    save_context
    movl $1, %r13d
    movq %rsi, %r14
    jmp begin
    end_function ucilk_abi_sync_return

    /* (home, frame, ends, live) */
    function uci_switch_sync
    .cfi_undefined rip
    movq %rdi, %rbx
    movq %rsi, %r12
    movzbl %dl, %r13d
    movq %rcx, %r14
    jmp rest
    end_function uci_switch_sync

    .section .note.GNU-stack, "", @progbits
