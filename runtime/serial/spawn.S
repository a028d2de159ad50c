/*
 * What code with spawns that are written out (UCILK_ABI_IS_INLINE in
 * ucilk/abi.h) calls.  The limit in the block of ucilk_abi_worker is 0, so each
 * of these spawns takes its slow path.
 */

    .text

/* In: r10 is the task, rax the frame object, r11 the return address, and the
 * body's arguments are in their registers.  Out: rax is the value. */
    .globl ucilk_abi_spawn_slow
    .type ucilk_abi_spawn_slow, @function
    .p2align 4
ucilk_abi_spawn_slow:
    .cfi_startproc
    .cfi_def_cfa rsp, 0
    .cfi_register rip, r11
    pushq %r11
    .cfi_def_cfa_offset 8
    .cfi_offset rip, -8
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    andq $-16, %rsp
    movq %r10, %r8
    movq %rax, %r9
    call uci_serial_spawn           /* (a0, a1, a2, a3, task, frame) */
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size ucilk_abi_spawn_slow, . - ucilk_abi_spawn_slow

/* A sync is a call that keeps the registers in which functions return results,
 * also at the end of a function whose result is already in one. */
    .macro sync name, function
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    subq $48, %rsp
    andq $-16, %rsp
    movq %rax, (%rsp)
    movq %rdx, 8(%rsp)
    movups %xmm0, 16(%rsp)
    movups %xmm1, 32(%rsp)
    call \function
    movq (%rsp), %rax
    movq 8(%rsp), %rdx
    movups 16(%rsp), %xmm0
    movups 32(%rsp), %xmm1
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size \name, . - \name
    .endm

    sync ucilk_abi_sync, uci_serial_sync
    sync ucilk_abi_sync_end, uci_serial_sync_end
    sync ucilk_abi_sync_return, uci_serial_sync_end

    .section .note.GNU-stack, "", @progbits
