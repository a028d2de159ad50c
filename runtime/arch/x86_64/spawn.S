/*
 * ucilk_abi_spawn: the fast path of a spawn.
 *
 *     void *ucilk_abi_spawn(task = rdi, args = rsi, frame = rdx)
 *
 * In: the ABI's callee-saved registers are the parent's context.  Out: rax is
 * NULL, or the handle when a thief or the ready queue resumed the parent from
 * what is saved here; the callee-saved registers are the parent's.
 *
 * The frame of a spawn is drawn in layout.h.  The words below sp are the
 * child's: the code after the body reads nothing at or above sp before the
 * pop has succeeded, since a child that migrated has another thread's bytes
 * there (PROTOCOL rule 8).  On the way back nothing is restored: the body has
 * kept the callee-saved registers as the ABI demands.
 *
 * One compare of the stack pointer decides between fast and slow.  The limit
 * is the upper end of the region while spawns may go the fast way, so that a
 * stack outside of the region fails it; it is 0 outside of a parallel region,
 * before start, and when something wants attention.
 */
#include "arch/x86_64/layout.h"

    .text
    .globl ucilk_abi_spawn
    .type ucilk_abi_spawn, @function
    .p2align 6
ucilk_abi_spawn:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    pushq %rbx
    .cfi_def_cfa_offset 24
    .cfi_offset rbx, -24
    pushq %r12
    .cfi_def_cfa_offset 32
    .cfi_offset r12, -32
    pushq %r13
    .cfi_def_cfa_offset 40
    .cfi_offset r13, -40
    pushq %r14
    .cfi_def_cfa_offset 48
    .cfi_offset r14, -48
    pushq %r15
    .cfi_def_cfa_offset 56
    .cfi_offset r15, -56
    cmpq uci_self+UCI_WORKER_LIMIT(%rip), %rsp
    jae slow
    movq uci_self+UCI_WORKER_T(%rip), %rax
    movq %rsp, (%rax)                   /* slot[T].sp = sp */
    pushq %rdi
    .cfi_def_cfa_offset 64
    pushq %rsi
    .cfi_def_cfa_offset 72
    pushq %rax                          /* t, the entry's place */
    .cfi_def_cfa_offset 80
    addq $UCI_SLOT_SIZE, %rax
    movq %rax, uci_self+UCI_WORKER_T(%rip)  /* release: TSO; deque rule D1 */
    movq %rdi, %rax
    movq %rsi, %rdi
    call *(%rax)                        /* task->body(args) */
    /* Pop: deque rule D2. */
    movq (%rsp), %rax                   /* t */
    movq %rax, uci_self+UCI_WORKER_T(%rip)
    movq uci_self+UCI_WORKER_SLACK(%rip), %rcx
    addq uci_self+UCI_WORKER_H(%rip), %rcx  /* H with its lock bit */
    cmpq %rax, %rcx
    ja near                             /* thieves may be close: D3 */
done:
    addq $72, %rsp
    .cfi_def_cfa_offset 8
    xorl %eax, %eax
    ret

    .cfi_def_cfa_offset 80
    .p2align 4
near:
    lock orl $0, (%rsp)                 /* full fence: with a thief's CAS */
    cmpq %rax, uci_self+UCI_WORKER_H(%rip)
    jbe done
    call uci_deque_conflict             /* true: the entry is ours */
    testb %al, %al
    jnz done
stolen:
    movq %rsp, %rdi
    movq uci_sched_stack(%rip), %rsp
    .cfi_undefined rip
    call uci_child_end                  /* (words), on the scheduler's stack */
    ud2
    .cfi_restore rip

    .cfi_def_cfa_offset 56
    .p2align 4
slow:
    pushq %rdi
    .cfi_def_cfa_offset 64
    pushq %rsi
    .cfi_def_cfa_offset 72
    pushq %rdx
    .cfi_def_cfa_offset 80
    leaq 24(%rsp), %rdi
    movq %rdx, %rsi
    call uci_spawn_push                 /* (sp, frame) */
    movq 16(%rsp), %rax
    movq 8(%rsp), %rdi
    call *(%rax)
    movq (%rsp), %rdi
    call uci_spawn_pop                  /* (frame); true: the entry is ours */
    testb %al, %al
    jnz done
    jmp stolen
    .cfi_endproc
    .size ucilk_abi_spawn, . - ucilk_abi_spawn

/*
 * The bottom of a thread whose parent was stolen: whoever copies a segment to
 * a new place lets the body that lies at its bottom return to here instead of
 * into ucilk_abi_spawn, whose caller is not on this stack.  Nothing is left
 * to pop.  Backtraces end here.
 */
    .globl ucilk_stolen
    .type ucilk_stolen, @function
    .p2align 4
ucilk_stolen:
    .cfi_startproc
    .cfi_def_cfa rsp, 80
    .cfi_undefined rip
    nop                                 /* unwinders look up return - 1 */
    .globl ucilk_stolen_return
ucilk_stolen_return:
    movq %rsp, %rdi
    movq uci_sched_stack(%rip), %rsp
    call uci_child_end
    ud2
    .cfi_endproc
    .size ucilk_stolen, . - ucilk_stolen

    .section .note.GNU-stack, "", @progbits
