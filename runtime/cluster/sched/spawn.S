/*
 * ucilk_abi_spawn and its variants _0 to _4, in programs for clusters: the fast
 * path of a spawn.
 *
 *     spawn(a0, ... an, task, frame)
 *
 * calls task->body(a0, ... an) as a child: the arguments are already in the
 * registers in which the body takes them.
 *
 * In: the callee-saved registers are the parent's context.  Out: rax is NULL
 * and rdx is what the body returned in rax; or, where a thief or the ready
 * queue resumed the parent from what is saved here, rax is the handle.  The
 * callee-saved registers are the parent's.
 *
 * layout.h draws the frame of a spawn.  The words below sp are the child's.
 * The code behind the call of the body reads nothing at or above sp before the
 * pop has succeeded: if the parent was stolen, another thread's bytes may be
 * there.  This code runs only in the worker that pushed: a thread that is put
 * elsewhere has its bottom cut (ucilk_stolen, below).  So t may be kept on the
 * stack, which is faster than to wait for T.  On the way back no register is
 * restored, since the body has preserved the callee-saved ones.
 *
 * One compare of the stack pointer with the limit chooses the path.  The limit
 * is the upper end of the region, so that stacks outside of the region take the
 * slow path; or 0, when every spawn has to (spawn_slow.c says when).
 */
#include "cluster/world/process_layout.h"
#include "arch/x86_64/registers.h"

#define T uci_self+UCI_WORKER_T(%rip)
#define H uci_self+UCI_WORKER_H(%rip)
#define LIMIT uci_self+UCI_WORKER_LIMIT(%rip)
#define SLACK uci_self+UCI_WORKER_SLACK(%rip)

    .text

    .macro tally point              /* changes the flags; see points.h */
#ifdef UCI_TEST_BUILD
    incq uci_self+UCI_WORKER_SPAWN_HITS+8*\point(%rip)
#endif
    .endm

    .macro spawn task
    .cfi_startproc
    push_registers
    cmpq LIMIT, %rsp
    jae 2f
    tally UCI_HIT_PUSH_FAST
    movq T, %rax
    movq %rsp, (%rax)               /* slot[t].sp = sp */
    pushq \task
    .cfi_def_cfa_offset 64
    pushq %rdi                      /* a0: args where there are such */
    .cfi_def_cfa_offset 72
    pushq %rax                      /* t */
    .cfi_def_cfa_offset 80
    addq $UCI_SLOT_SIZE, %rax
    movq %rax, T                    /* release, by TSO; deque rule D1 */
    call *(\task)                   /* task->body(a0, ...) */
    movq (%rsp), %rcx               /* t */
    movq %rcx, T                    /* deque rule D2 */
    movq %rax, %rdx
    subq SLACK, %rcx
    cmpq %rcx, H                    /* with its lock bit */
    ja near                         /* thieves may be close: rule D3 */
    tally UCI_HIT_POP_FAR
    addq $72, %rsp
    .cfi_def_cfa_offset 8
    xorl %eax, %eax
    ret
    .cfi_def_cfa_offset 56
    .endm

    /* The begin of the slow path: the same words, with the frame in place of
     * t. */
    .macro spawn_slowly task, frame
2:  pushq \task
    .cfi_def_cfa_offset 64
    pushq %rdi
    .cfi_def_cfa_offset 72
    pushq \frame
    .cfi_def_cfa_offset 80
    .endm

    /* The public names.  A spawn apart is the same, since stacks are copied. */
    .macro names suffix
    .globl ucilk_abi_spawn\suffix, ucilk_abi_apart_spawn\suffix
    .type ucilk_abi_spawn\suffix, @function
    .type ucilk_abi_apart_spawn\suffix, @function
    .p2align 6
ucilk_abi_spawn\suffix:
ucilk_abi_apart_spawn\suffix:
    .endm

    .globl ucilk_abi_spawn, ucilk_abi_apart_spawn
    .type ucilk_abi_spawn, @function
    .type ucilk_abi_apart_spawn, @function
    names _1
ucilk_abi_spawn:
ucilk_abi_apart_spawn:
    spawn %rsi
    spawn_slowly %rsi, %rdx
slow:                               /* from here on common to all variants */
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    .cfi_def_cfa_offset 128
    leaq 72(%rsp), %rdi
    movq 48(%rsp), %rsi
    call uci_spawn_push             /* (sp, frame) */
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    .cfi_def_cfa_offset 80
    movq 16(%rsp), %rax
    call *(%rax)                    /* task->body(a0, ...) */
    movq %rax, (%rsp)
    call uci_deque_pop              /* true: the entry is ours */
    jmp decided
near:
    tally UCI_HIT_POP_NEAR
    lock orl $0, (%rsp)             /* full fence: with a thief's CAS */
    addq SLACK, %rcx
    cmpq %rcx, H
    jbe done
    movq %rdx, (%rsp)
    call uci_deque_conflict         /* true: the entry is ours */
decided:
    movq (%rsp), %rdx
    testb %al, %al
    jz stolen
done:
    addq $72, %rsp
    .cfi_def_cfa_offset 8
    xorl %eax, %eax
    ret
    .cfi_def_cfa_offset 80
stolen:
    tally UCI_HIT_CHILD_POPPED
    movq %rsp, %rdi
    movq %rdx, %rsi
    movq uci_sched_stack(%rip), %rsp
    .cfi_undefined rip
    call uci_child_end              /* (words, value), on another stack */
    ud2
    .cfi_endproc
    .size ucilk_abi_spawn, . - ucilk_abi_spawn

    .macro variant suffix, task, frame
    names \suffix
    spawn \task
    spawn_slowly \task, \frame
    jmp slow
    .cfi_endproc
    .size ucilk_abi_spawn\suffix, . - ucilk_abi_spawn\suffix
    .endm

    variant _0, %rdi, %rsi
    variant _2, %rdx, %rcx
    variant _3, %rcx, %r8
    variant _4, %r8, %r9

/*
 * S4: the bottom of a copied thread: the body at its bottom returns to here
 * instead of into ucilk_abi_spawn, whose frame was not copied.  There is
 * nothing to pop; the child's end follows.  Backtraces end here.
 */
    .globl ucilk_stolen
    .type ucilk_stolen, @function
    .p2align 4
ucilk_stolen:
    .cfi_startproc
    .cfi_def_cfa rsp, 80
    .cfi_undefined rip
    nop                             /* unwinders look up return - 1 */
    .globl ucilk_stolen_return
ucilk_stolen_return:
    tally UCI_HIT_CHILD_CUT
    movq %rsp, %rdi
    movq %rax, %rsi
    movq uci_sched_stack(%rip), %rsp
    call uci_child_end
    ud2
    .cfi_endproc
    .size ucilk_stolen, . - ucilk_stolen

    .section .note.GNU-stack, "", @progbits
