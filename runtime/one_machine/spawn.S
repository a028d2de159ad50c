/*
 * ucilk_abi_spawn and its variants, in programs of one process: the fast paths
 * of spawns below and apart, and the slow path that all share.
 *
 *     spawn(a0, ... an, task, frame)
 *
 * calls task->body(a0, ... an) as a child: the arguments are already in the
 * registers in which the body takes them.  If the task is not direct, a0 points
 * to args in the parent's frame, and a stolen parent may use that memory for
 * something else.  So the child gets a copy of args, and its result goes back
 * to the frame only when the parent's entry has been popped (K2).
 *
 * In: the callee-saved registers are the parent's context.  Out: rax is NULL
 * and rdx is what the body returned in rax; or, where a thief or the ready
 * queue resumed the parent from what is saved here, rax is the handle.  The
 * callee-saved registers are the parent's.
 *
 * layout.h draws the words that a spawn leaves on the stack.  The code behind
 * the call of the body runs only in the worker that pushed: a thread that goes
 * on elsewhere has its bottom cut (ucilk_stolen, below).
 */
#include "arch/x86_64/registers.h"
#include "one_machine/thread_layout.h"

    .macro self reg
    movq ucilk_abi_worker@gottpoff(%rip), \reg
    movq %fs:(\reg), \reg
    .endm

    .macro tally point, worker      /* changes the flags; see points.h */
#ifdef UCI_TEST_BUILD
    incq UCI_WORKER_SPAWN_HITS+8*\point(\worker)
#endif
    .endm

    /* Of code that calls a body: what unwinds ends there (home.md, the end). */
    .macro calls_body
    .cfi_personality 0x1b, uci_spawn_personality /* relative, of 4 bytes */
    .endm

    /* Is a thief close to the entry rcx of worker r11 (rule D3)?  Goes to `ours'
     * if not; or else on, to ask uci_deque_conflict. */
    .macro look_for_thief ours
    tally UCI_HIT_POP_NEAR, %r11
    lock orl $0, (%rsp)             /* full fence: with a thief's CAS */
    cmpq $0, UCI_WORKER_UNWINDS(%r11) /* inlets.md A6 */
    jne 8f
    cmpq %rcx, UCI_WORKER_H(%r11)   /* with its lock bit */
    jbe \ours
8:
    .endm

    /* The child has ended: calls the function, with what is in rdi and rsi, on
     * the stack of worker r11's scheduler. */
    .macro end_child function, point
    tally \point, %r11
    movq UCI_WORKER_SCHED_STACK(%r11), %rsp
    .cfi_undefined rip
    call \function
    ud2
    .endm

    .hidden uci_spawn_personality, uci_promoted, uci_promoted_return
    .text

    /* The spawn of a direct task below. */
    .macro spawn_below suffix, task, frame
    function ucilk_abi_spawn\suffix, 6
    calls_body
    push_registers
    self %rax
    cmpq UCI_WORKER_LIMIT(%rax), %rsp
    jae 2f
    tally UCI_HIT_PUSH_FAST, %rax
    movq UCI_WORKER_T(%rax), %r10
    movq %rsp, (%r10)               /* slot[t].sp = sp */
    push \task
    push \frame
    push %r10                       /* t */
    addq $UCI_SLOT_SIZE, %r10
    movq %r10, UCI_WORKER_T(%rax)   /* release, by TSO; deque rule D1 */
    call *(\task)                   /* task->body(a0, ...) */
    movq (%rsp), %rcx               /* t */
    movq %rax, %rdx
    self %r11
    movq %rcx, UCI_WORKER_T(%r11)   /* deque rule D2 */
    cmpq %rcx, UCI_WORKER_NEAR(%r11)
    ja near                         /* thieves may be close: rule D3 */
    tally UCI_HIT_POP_FAR, %r11
    addq $72, %rsp
    .cfi_def_cfa_offset 8
    xorl %eax, %eax
    ret
    .cfi_def_cfa_offset 56
2:  movq \task, %r10
    movq \frame, %r11
    xorl %eax, %eax
    jmp slow
    end_function ucilk_abi_spawn\suffix
    .endm

    spawn_below _0, %rdi, %rsi
    spawn_below _1, %rsi, %rdx
    spawn_below _2, %rdx, %rcx
    spawn_below _3, %rcx, %r8
    spawn_below _4, %r8, %r9

    .type near, @function
near:                               /* rcx: t; rdx: the value; r11: worker */
    .cfi_startproc
    registers_are_pushed 24
    look_for_thief 1f
    movq %rdx, (%rsp)
    call uci_deque_conflict         /* true: the entry is ours */
    movq (%rsp), %rdx
    testb %al, %al
    jnz 1f
    self %r11
    movq %rsp, %rdi
    movq %rdx, %rsi
    end_child uci_child_end, UCI_HIT_CHILD_POPPED /* (words, value) */
1:  addq $72, %rsp
    .cfi_def_cfa_offset 8
    xorl %eax, %eax
    ret
    end_function near

/*
 * K2: copies args, which rdi points to, of task r10, to below rsp, which is
 * upper - 24.  Writes the words at UCI_SPAWN_ARGS and UCI_SPAWN_CALL_SP.  Out:
 * r12 is the copy's address, equal to that of args modulo 64; rsp is where the
 * body is called.  Changes rcx and r8.
 */
    .macro copy_args
    movl UCI_TASK_ARGS_SIZE(%r10), %ecx
    leaq -96(%rsp), %r12
    subq %rcx, %r12
    movl %edi, %r8d
    andl $63, %r8d
    subq %r8, %r12
    andq $-64, %r12
    addq %r8, %r12
    movq %r12, -8(%rsp)             /* upper - UCI_SPAWN_ARGS */
    movq %r12, %r8
    andq $-16, %r8
    movq %r8, -16(%rsp)             /* upper - UCI_SPAWN_CALL_SP */
    movq %r8, %rsp
    addq $7, %rcx
    andq $-8, %rcx
    jz 4f
3:  movq -8(%rdi,%rcx), %r8
    movq %r8, -8(%r12,%rcx)
    subq $8, %rcx
    jnz 3b
4:
    .endm

/* Copies the result to the parent's args, r13, from the child's copy, r12, or,
 * if the task has UCILK_ABI_TASK_RETURNS, from r15, which the body has
 * returned. rbx is upper. */
    .macro copy_result
    movq -UCI_SPAWN_TASK(%rbx), %r10
    movl UCI_TASK_RESULT_SIZE(%r10), %ecx
    movl UCI_TASK_RESULT_OFFSET(%r10), %edi
    leaq (%r12,%rdi), %rsi
    testl $UCI_TASK_RETURNS, UCI_TASK_FLAGS(%r10)
    cmovnzq %r15, %rsi
    addq %r13, %rdi
    cmpl $8, %ecx
    jne 5f
    movq (%rsi), %rcx
    movq %rcx, (%rdi)
    jmp 6f
5:  rep movsb
6:
    .endm

    /* The registers that pass arguments, where unwinders do not count from rsp. */
    .macro push_arguments
    .irp register, %rdi, %rsi, %rdx, %rcx, %r8, %r9
    pushq \register
    .endr
    push_xmm
    .endm
    .macro pop_arguments
    pop_xmm
    .irp register, %r9, %r8, %rcx, %rdx, %rsi, %rdi
    popq \register
    .endr
    .endm

    /* The eight of them that pass floating-point arguments, at rsp; `frame' is 64
     * where unwinders count from rsp. */
    .macro push_xmm frame=0
    subq $64, %rsp
    .cfi_adjust_cfa_offset \frame
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq %xmm\n, 8*\n(%rsp)
    .endr
    .endm
    .macro pop_xmm frame=0
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq 8*\n(%rsp), %xmm\n
    .endr
    addq $64, %rsp
    .cfi_adjust_cfa_offset -\frame
    .endm

    /* The spawn of any task below.  rbx is sp, which is upper; r13 is the
     * parent's args, r12 the copy. */
    function ucilk_abi_spawn, 6
    calls_body
    push_registers
    self %rax
    cmpq UCI_WORKER_LIMIT(%rax), %rsp
    jae 2f
    tally UCI_HIT_PUSH_FAST, %rax
    movq %rsp, %rbx
    .cfi_def_cfa_register rbx
    movq %rdi, %r13
    movq %rsi, %r10
    movq UCI_WORKER_T(%rax), %r14
    movq %rsp, (%r14)               /* slot[t].sp = sp */
    pushq %rsi
    pushq %rdx
    pushq %r14                      /* t */
    copy_args
    addq $UCI_SLOT_SIZE, %r14
    movq %r14, UCI_WORKER_T(%rax)   /* D1, with the args read: K2 */
    movq %r12, %rdi
    call *(%r10)                    /* task->body(args) */
    movq %rax, %r15
    movq -24(%rbx), %rcx            /* t */
    self %r11
    movq %rcx, UCI_WORKER_T(%r11)   /* D2 */
    cmpq %rcx, UCI_WORKER_NEAR(%r11)
    ja near_args
    tally UCI_HIT_POP_FAR, %r11
done_args:
    copy_result
    movq %rbx, %rsp
    .cfi_def_cfa rsp, 56
    pop_registers
    xorl %eax, %eax
    ret
    .cfi_def_cfa rbx, 56
near_args:
    look_for_thief done_args
    call uci_deque_conflict
    testb %al, %al
    jnz done_args
stolen:                             /* rbx is upper; r15 the value */
    .cfi_undefined rip
    self %r11
    leaq -24(%rbx), %rdi
    movq %r15, %rsi
    end_child uci_child_end, UCI_HIT_CHILD_POPPED /* (words, value) */
    .cfi_endproc
    .cfi_startproc
    calls_body
    registers_are_pushed
2:  movq %rsi, %r10
    movq %rdx, %r11
    xorl %eax, %eax
    /* fall through */

    /* r15 = the value of the body, or where it is.  rbx is upper. */
    .macro take_value
    movq %rax, %rsi
    movq -UCI_SPAWN_TASK(%rbx), %rdi
    call uci_spawn_value            /* (task, rax, rdx, xmm0, xmm1) */
    movq %rax, %r15
    .endm

/*
 * The slow path of all spawns.  In: r10 is the task, r11 the frame object, eax
 * the kind.  uci_spawn_prepare says where the child's words and its stack are.
 * When uci_spawn_publish has pushed the entry nothing of the parent's stack is
 * used any more, unless the child runs below.  rbx is upper, r14 is sp, r13 is
 * the parent's args.
 */
slow:
    movq %rsp, %r14
    .cfi_def_cfa_register r14
    orq %rax, %r11
    pushq %r10                      /* sp - UCI_SPAWN_TASK */
    pushq %r11                      /* sp - UCI_SPAWN_FRAME */
    pushq $0                        /* sp - UCI_SPAWN_UPPER */
    push_arguments
    movq %rdi, %r13
    movq %r14, %rdi
    .cfi_remember_state
    .cfi_undefined rip              /* W5: it may wait, and the spawn has not
                                     * pushed yet */
    call uci_spawn_prepare          /* (sp) -> upper */
    movq %rax, %rbx
    .cfi_restore_state
    pop_xmm
    movq -32(%r14), %rdi
    movq -40(%r14), %rsi
    movq -48(%r14), %rdx
    movq -56(%r14), %rcx
    movq -64(%r14), %r8
    movq -72(%r14), %r9
    movq -UCI_SPAWN_TASK(%r14), %r10
    leaq -24(%rbx), %rsp
    testl $UCI_TASK_DIRECT, UCI_TASK_FLAGS(%r10)
    jz 1f
    movl UCI_TASK_ARGS_SIZE(%r10), %eax
    subq %rax, %rsp                 /* arguments on the stack, behind the return
                                     * address */
    jmp 5f
4:  movq 48(%r14,%rax), %r11
    movq %r11, -8(%rsp,%rax)
    subq $8, %rax
5:  testq %rax, %rax
    jnz 4b
    push_arguments
    movq %r14, %rdi
    .cfi_remember_state
    .cfi_undefined rip              /* from here to the pop: as at 7 */
    call uci_spawn_publish          /* (sp) */
    pop_arguments
    movq -UCI_SPAWN_TASK(%rbx), %r10
    testl $UCI_KIND_APART, -UCI_SPAWN_FRAME(%rbx)
    jnz 7f
    .cfi_restore_state
    call *(%r10)                    /* task->body(a0, ...) */
    jmp 2f
1:  copy_args
    movq %r14, %rdi
    .cfi_remember_state
    .cfi_undefined rip
    call uci_spawn_publish          /* (sp) */
    movq %r12, %rdi
    movq -UCI_SPAWN_TASK(%rbx), %r10
    testl $UCI_KIND_APART, -UCI_SPAWN_FRAME(%rbx)
    jnz 7f
    .cfi_restore_state
    call *(%r10)                    /* task->body(args) */
    jmp 2f
7:  .cfi_remember_state
    .cfi_undefined rip              /* a stolen parent uses its stack below sp
                                     * for other frames, so backtraces, also of
                                     * signal handlers, end here */
    call *(%r10)
    take_value
    call uci_deque_pop              /* true: the entry is ours */
    jmp 3f
    .cfi_restore_state
2:  take_value
    call uci_deque_pop
    .cfi_remember_state
    .cfi_undefined rip
3:  testb %al, %al
    jz stolen
    .cfi_restore_state
    movq -UCI_SPAWN_TASK(%rbx), %r10
    testl $UCI_TASK_DIRECT, UCI_TASK_FLAGS(%r10)
    jnz 1f
    copy_result
1:  movq -UCI_SPAWN_TASK(%rbx), %r10
    movl UCI_TASK_FLAGS(%r10), %r13d
    movl -UCI_SPAWN_FRAME(%rbx), %r12d
    movq %rbx, %rdi
    movq %r15, %rsi
    call uci_spawn_popped           /* (upper, value) -> sp, stack pointer */
    movq %rdx, %rsp
    movq %r15, %r8
    xorl %r9d, %r9d
    testl $UCI_KIND_SITE, %r12d
    jz 1f
    movq %r15, %r9                  /* written out: rax is the value */
    andl $UCI_TASK_DIRECT|UCI_TASK_RETURNS, %r13d
    cmpl $UCI_TASK_DIRECT|UCI_TASK_RETURNS, %r13d
    jne 1f
    movq UCI_RETURNED_RAX(%r15), %r9
    movq UCI_RETURNED_RDX(%r15), %r8
    movq UCI_RETURNED_XMM0(%r15), %xmm0
    movq UCI_RETURNED_XMM1(%r15), %xmm1
1:
    .cfi_def_cfa rax, 56
    movq 0(%rax), %r15
    movq 8(%rax), %r14
    movq 16(%rax), %r13
    movq 24(%rax), %r12
    movq 32(%rax), %rbx
    movq 40(%rax), %rbp
    movq 48(%rax), %rcx
    movq %r8, %rdx
    .cfi_undefined rip              /* from here on rax is not sp any more */
    movq %r9, %rax
    jmp *%rcx
    end_function ucilk_abi_spawn

/*
 * The slow path of a spawn that is written out (UCILK_ABI_SPAWN_ASM in
 * ucilk/abi.h).  In: r10 is the task, rax the frame object, r11 the return
 * address.  If uci_spawn_poll says so, the call is made as on the fast path, or
 * else the entry is pushed here.  Out: rax is the value.
 */
    function ucilk_abi_spawn_slow
    .cfi_def_cfa rsp, 0
    .cfi_register rip, r11
    push %r11
    .cfi_offset rip, -8
    push_registers
    .cfi_remember_state
    movq %rsp, %r11
    .irp register, %rdi, %rsi, %rdx, %rcx, %r8, %r9, %r10, %rax
    push \register
    .endr
    push_xmm 64
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    movq %r11, %rdi
    movq %r10, %rsi
    call uci_spawn_poll             /* (sp, task) */
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop_xmm 64
    testb %al, %al
    /* These keep the flags.  r11 is the frame object. */
    .irp register, %r11, %r10, %r9, %r8, %rcx, %rdx, %rsi, %rdi
    pop \register
    .endr
    .cfi_restore_state
    jz 1f
    addq $UCI_CONTEXT_SIZE, %rsp
    .cfi_adjust_cfa_offset -UCI_CONTEXT_SIZE
    jmp *(%r10)                     /* task->body(a0, ...) */
    .cfi_adjust_cfa_offset UCI_CONTEXT_SIZE
1:  movl $UCI_KIND_SITE, %eax
    jmp slow
    end_function ucilk_abi_spawn_slow

/* W3: the child of a promoted spawn returns to here, and pops; rsp is that of
 * the parent.  Keeps rax, and goes on at the spawn if the entry is the owner's.
 * Until then the return address below rsp stays as it is: a thief may be reading
 * it.  Unwinders find what it was in the shadow. */
    .globl uci_promoted_return
    function uci_promoted
    calls_body
    .cfi_def_cfa rsp, 0
    /* The return address is at rsp / 2 + *UCI_SHADOW_PAGE: DW_CFA_expression of
     * 16, 13 bytes: breg7 0, lit1, shr, const4u of the page's number, lit12,
     * shl, deref, plus. */
    .cfi_escape 0x10, 16, 13, 0x77, 0, 0x31, 0x25, 0x0c
    .cfi_escape UCI_SHADOW_PAGE >> 12 & 255, UCI_SHADOW_PAGE >> 20 & 255
    .cfi_escape UCI_SHADOW_PAGE >> 28 & 255, UCI_SHADOW_PAGE >> 36 & 255
    .cfi_escape 0x3c, 0x24, 0x06, 0x22
    nop                             /* unwinders look up return - 1 */
uci_promoted_return:
    movq %rsp, %r8
    shrq $1, %r8
    addq uci_chunk_to_shadow(%rip), %r8
    movq (%r8), %rcx
    self %r11
    subq $UCI_SLOT_SIZE, UCI_WORKER_T(%r11)
    subq $16, %rsp
    .cfi_adjust_cfa_offset 16
    .cfi_offset rip, -8             /* uci_promoted_return once more */
    push %rcx
    push %rax
    tally UCI_HIT_POP_NEAR, %r11
    lock orl $0, (%rsp)             /* full fence: with a thief's CAS */
    movq UCI_WORKER_T(%r11), %r8
    cmpq $0, UCI_WORKER_UNWINDS(%r11)
    jne 3f
    cmpq %r8, UCI_WORKER_H(%r11)    /* with its lock bit */
    jbe 1f
3:  subq $32, %rsp                  /* the rest of the body's value */
    .cfi_adjust_cfa_offset 32
    movq %rdx, (%rsp)
    movq %xmm0, 8(%rsp)
    movq %xmm1, 16(%rsp)
    call uci_deque_conflict         /* true: the entry is ours */
    movq (%rsp), %rdx
    movq 8(%rsp), %xmm0
    movq 16(%rsp), %xmm1
    addq $32, %rsp
    .cfi_adjust_cfa_offset -32
    testb %al, %al
    jz 2f
1:  pop %rax
    pop %rcx
    addq $16, %rsp
    .cfi_adjust_cfa_offset -16
    jmp *%rcx
    .cfi_adjust_cfa_offset 32
2:  self %r11
    movq (%rsp), %rsi
    leaq 32(%rsp), %rdi             /* (upper, rax, rdx, xmm0, xmm1) */
    end_child uci_child_end_site, UCI_HIT_CHILD_POPPED
    end_function uci_promoted

/*
 * K13: the child runs apart, on the first chunk of the worker's pool.  From the
 * store of T on nothing of the parent's stack is used.
 */

    /* Takes chunk r11 out of the pool, writes the words on the parent's stack
     * and the child's words, and goes to the chunk; r10 is t. */
    .macro go_apart task, frame, worker, next, upper
    movq UCI_CHUNK_NEXT(%r11), \next
    movq \next, UCI_WORKER_CHUNKS(\worker)
    movq %rsp, UCI_CHUNK_SP(%r11)
    leaq UCI_KIND_APART(\frame), \next
    leaq -UCI_CHUNK_UPPER(%r11), \upper
    movq \task, -UCI_SPAWN_TASK(%rsp)
    movq \next, -UCI_SPAWN_FRAME(%rsp)
    movq \upper, -UCI_SPAWN_UPPER(%rsp)
    movq \task, -UCI_SPAWN_TASK(\upper)
    movq \next, -UCI_SPAWN_FRAME(\upper)
    movq %r10, -24(\upper)
    leaq -24(\upper), %rsp
    .endm

    /* Puts chunk rcx into the pool of worker r11. */
    .macro give_chunk
    movq UCI_WORKER_CHUNKS(%r11), %r8
    movq %r8, UCI_CHUNK_NEXT(%rcx)
    movq %rcx, UCI_WORKER_CHUNKS(%r11)
    .endm

    /* The spawn of a direct task apart. */
    .macro spawn_apart suffix, task, frame
    function ucilk_abi_apart_spawn\suffix
    push_registers
    self %rax
    movq UCI_WORKER_CHUNKS(%rax), %r11
    cmpq $0, UCI_WORKER_LIMIT(%rax)
    je 2f
    testq %r11, %r11
    jz 2f
    tally UCI_HIT_PUSH_FAST, %rax
    movq UCI_WORKER_T(%rax), %r10
    movq %rsp, (%r10)               /* slot[t].sp = sp */
    go_apart \task, \frame, %rax, %rbx, %r12
    .cfi_remember_state
    .cfi_undefined rip              /* as at 7 in the slow path */
    addq $UCI_SLOT_SIZE, %r10
    movq %r10, UCI_WORKER_T(%rax)   /* D1 */
    call *(\task)                   /* task->body(a0, ...) */
    jmp popped_apart
    .cfi_restore_state
2:  movq \task, %r10
    movq \frame, %r11
    movl $UCI_KIND_APART, %eax
    jmp slow
    end_function ucilk_abi_apart_spawn\suffix
    .endm

    spawn_apart _0, %rdi, %rsi
    spawn_apart _1, %rsi, %rdx
    spawn_apart _2, %rdx, %rcx
    spawn_apart _3, %rcx, %r8
    spawn_apart _4, %r8, %r9

    .type popped_apart, @function
popped_apart:                       /* rax: the value; rsp is upper - 24 */
    .cfi_startproc
    .cfi_undefined rip
    movq (%rsp), %rcx               /* t */
    movq %rax, %rdx
    self %r11
    movq %rcx, UCI_WORKER_T(%r11)   /* D2 */
    cmpq %rcx, UCI_WORKER_NEAR(%r11)
    ja 2f
    tally UCI_HIT_POP_FAR, %r11
1:  leaq 24+UCI_CHUNK_UPPER(%rsp), %rcx
    give_chunk
    movq UCI_CHUNK_SP(%rcx), %rsp
    pop_registers
    xorl %eax, %eax
    ret
2:  look_for_thief 1b
    movq %rdx, (%rsp)
    call uci_deque_conflict         /* true: the entry is ours */
    movq (%rsp), %rdx
    self %r11
    testb %al, %al
    jnz 1b
    movq %rsp, %rdi
    movq %rdx, %rsi
    end_child uci_child_end, UCI_HIT_CHILD_POPPED /* (words, value) */
    end_function popped_apart

    /* The spawn of any task apart.  rbx is upper, r13 is the parent's args, r12
     * the copy. */
    function ucilk_abi_apart_spawn, 6
    push_registers
    self %rax
    movq UCI_WORKER_CHUNKS(%rax), %r11
    cmpq $0, UCI_WORKER_LIMIT(%rax)
    je 2f
    testq %r11, %r11
    jz 2f
    tally UCI_HIT_PUSH_FAST, %rax
    movq %rdi, %r13
    movq %rdx, %r14
    movq UCI_WORKER_T(%rax), %r10
    movq %rsp, (%r10)               /* slot[t].sp = sp */
    go_apart %rsi, %r14, %rax, %r15, %rbx
    .cfi_remember_state
    .cfi_undefined rip
    leaq UCI_SLOT_SIZE(%r10), %r14
    movq %rsi, %r10
    copy_args
    movq %r14, UCI_WORKER_T(%rax)   /* D1, with the args read: K2 */
    movq %r12, %rdi
    call *(%r10)                    /* task->body(args) */
    movq %rax, %r15
    movq -24(%rbx), %rcx            /* t */
    self %r11
    movq %rcx, UCI_WORKER_T(%r11)   /* D2 */
    cmpq %rcx, UCI_WORKER_NEAR(%r11)
    ja 4f
    tally UCI_HIT_POP_FAR, %r11
3:  copy_result
    leaq UCI_CHUNK_UPPER(%rbx), %rcx
    give_chunk
    movq UCI_CHUNK_SP(%rcx), %rsp
    pop_registers
    xorl %eax, %eax
    ret
4:  look_for_thief 3b
    call uci_deque_conflict
    self %r11
    testb %al, %al
    jnz 3b
    jmp stolen
    .cfi_restore_state
2:  movq %rsi, %r10
    movq %rdx, %r11
    movl $UCI_KIND_APART, %eax
    jmp slow
    end_function ucilk_abi_apart_spawn

/*
 * K5: the bottom of a thread that was cut: the body at its bottom returns to
 * here instead of to its spawn.  There is nothing to pop; the child's end
 * follows.  Backtraces end here.
 */
    function ucilk_stolen
    .cfi_undefined rip
    nop                             /* unwinders look up return - 1 */
    .globl ucilk_stolen_return
ucilk_stolen_return:                /* of a direct task: rsp is upper - 24, if
                                     * it has no arguments on the stack */
    movq %rsp, %rdi
    jmp 1f
    nop
    .globl ucilk_stolen_args_return
ucilk_stolen_args_return:           /* of any other: rbx is upper */
    leaq -24(%rbx), %rdi
1:  movq %rax, %rsi
    self %r11                       /* (words, rax, rdx, xmm0, xmm1) */
    end_child uci_child_end_cut, UCI_HIT_CHILD_CUT
    nop
    .globl ucilk_stolen_site_return
ucilk_stolen_site_return:           /* written out: rsp is upper */
    movq %rsp, %rdi
    movq %rax, %rsi
    self %r11                       /* (upper, rax, rdx, xmm0, xmm1) */
    end_child uci_child_end_site, UCI_HIT_CHILD_CUT
    end_function ucilk_stolen

    .section .note.GNU-stack, "", @progbits
