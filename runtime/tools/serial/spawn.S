/*
 * What code with spawns that are written out (UCILK_ABI_IS_INLINE in
 * ucilk/abi.h) calls.  The limit in the block of ucilk_abi_worker is 0, so each
 * of these spawns takes its slow path.
 */

#include "arch/x86_64/avx.h"
#include "arch/x86_64/registers.h"

/* In struct ucilk_abi_task. */
#define UCI_TASK_ARGS_SIZE 8
#define UCI_TASK_FLAGS 20
#define UCI_TASK_DIRECT 1

    .text

/* In: r10 is the task, rax the frame object, r11 the return address, and the
 * body's arguments are in their registers and on the stack.  Out: the value of the
 * body, in its registers. */
    function ucilk_abi_spawn_slow
    .cfi_def_cfa rsp, 0
    .cfi_register rip, r11
    push %r11
    .cfi_offset rip, -8
    push_register rbp
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    pushq %rbx
    .cfi_offset rbx, -24
    pushq %r12
    .cfi_offset r12, -32
    .irp register, %rdi, %rsi, %rdx, %rcx, %r8, %r9
    pushq \register
    .endr
    andq $-16, %rsp
    subq $64, %rsp
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq %xmm\n, 8*\n(%rsp)
    .endr
    movq %r10, %r12
    movq %r10, %rdi
    movq %rax, %rsi
    call uci_serial_begin           /* (task, frame) -> level */
    movq %rax, %rbx
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq 8*\n(%rsp), %xmm\n
    .endr
    movq -24(%rbp), %rdi
    movq -32(%rbp), %rsi
    movq -40(%rbp), %rdx
    movq -48(%rbp), %rcx
    movq -56(%rbp), %r8
    movq -64(%rbp), %r9
    testl $UCI_TASK_DIRECT, UCI_TASK_FLAGS(%r12)
    jz 2f
    movl UCI_TASK_ARGS_SIZE(%r12), %eax
    subq %rax, %rsp                 /* arguments on the stack */
    jmp 1f
3:  movq 8(%rbp,%rax), %r11
    movq %r11, -8(%rsp,%rax)
    subq $8, %rax
1:  testq %rax, %rax
    jnz 3b
2:  call *(%r12)                    /* task->body(...) */
    movq %rax, -24(%rbp)
    movq %rdx, -32(%rbp)
    movq %xmm0, -40(%rbp)
    movq %xmm1, -48(%rbp)
    movq %rbx, %rdi
    call uci_serial_end             /* (level) */
    movq -24(%rbp), %rax
    movq -32(%rbp), %rdx
    movq -40(%rbp), %xmm0
    movq -48(%rbp), %xmm1
    leaq -16(%rbp), %rsp
    popq %r12
    popq %rbx
    popq %rbp
    .cfi_def_cfa rsp, 8
    ret
    end_function ucilk_abi_spawn_slow

/* A sync is a call that keeps the registers in which functions return results,
 * also at the end of a function whose result is already in one. */
    .macro sync name, function
    function \name
    push_register rbp
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    subq $80, %rsp
    andq $-16, %rsp
    movq %rax, (%rsp)
    movq %rdx, 8(%rsp)
    save_xmm 16
    call \function
    movq (%rsp), %rax
    movq 8(%rsp), %rdx
    restore_xmm 16
    leave
    .cfi_def_cfa rsp, 8
    ret
    end_function \name
    .endm

    sync ucilk_abi_sync, uci_serial_sync
    sync ucilk_abi_sync_end, uci_serial_sync_end
    sync ucilk_abi_sync_return, uci_serial_sync_end

    .section .note.GNU-stack, "", @progbits
