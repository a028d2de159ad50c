/*
 * Sizes and offsets that assembly and C share, in programs of one process
 * (cluster/world/process_layout.h has the others).  C asserts them.
 */
#pragma once

/* In struct uci_worker (one_machine/worker_thread.h). */
#define UCI_WORKER_T 0
#define UCI_WORKER_LIMIT 8
#define UCI_WORKER_SLACK 16
#define UCI_WORKER_CHUNKS 24
#define UCI_WORKER_SCHED_STACK 32
#define UCI_WORKER_SPAWN_HITS 40
#define UCI_WORKER_UNWINDS 104
#define UCI_WORKER_H 128
#define UCI_WORKER_NEAR 136
#define UCI_WORKER_RESULT 256

/* struct uci_slot (sched/deque.h). */
#define UCI_SLOT_SIZE 64

/* In test builds: the points that spawn.S counts, from `push_fast' on. */
#define UCI_HIT_PUSH_FAST 0
#define UCI_HIT_POP_FAR 1
#define UCI_HIT_POP_NEAR 2
#define UCI_HIT_CHILD_POPPED 3
#define UCI_HIT_CHILD_CUT 4
#define UCI_N_SPAWN_HITS 5

/* Rule D3: K. */
#define UCI_POP_SLACK 8

/* In struct uci_chunk (chunk.h). */
#define UCI_CHUNK_NEXT 0
#define UCI_CHUNK_SP 8
#define UCI_CHUNK_UPPER 8 /* keeps the stack aligned at calls */

/* In struct ucilk_abi_task. */
#define UCI_TASK_ARGS_SIZE 8
#define UCI_TASK_RESULT_OFFSET 12
#define UCI_TASK_RESULT_SIZE 16
#define UCI_TASK_FLAGS 20
#define UCI_TASK_DIRECT 1
#define UCI_TASK_RETURNS 16

/* From the value of a direct task that RETURNS, to the registers of which it is
 * made (uci_spawn_value). */
#define UCI_RETURNED_RAX 16
#define UCI_RETURNED_RDX 24
#define UCI_RETURNED_XMM0 32
#define UCI_RETURNED_XMM1 40

/*
 * P is the function that spawns.  A spawn that is written out in P
 * (UCILK_ABI_SPAWN_ASM in ucilk/abi.h) leaves only the child's return address
 * on the stack, below P's stack pointer, sp, which is a multiple of 16.  The
 * six registers are in the slot, and sp is the child's upper end.
 *
 * Any other spawn leaves on P's stack, from its return address downwards, what
 * follows.  `sp' is the value that goes into the slot, and is 8 above a
 * multiple of 16.
 *
 *     sp + 48   return address into P
 *     sp ..     rbp rbx r12 r13 r14 r15      P's context
 *     sp - 8    task
 *     sp - 16   P's frame object, and in its lowest bits the kind of spawn
 *     sp - 24   unless the child runs below: the child's upper end
 *
 * The child's words are those below its upper end, `upper'.  Where the child
 * runs below, upper is sp; otherwise it is UCI_CHUNK_UPPER bytes below the
 * header of the child's chunk.
 *
 *     upper - 8    task
 *     upper - 16   P's frame object and kind
 *     upper - 24   on the fast path t: the slot of P's entry
 *     upper - 32   direct tasks: arguments on the stack (args_size bytes), then
 *                  the return address of the body
 *                  others: the child's copy of args
 *     upper - 40   others: the stack pointer at the call of the body
 */
#define UCI_CONTEXT_SIZE 48
#define UCI_SYNC_WORDS 17 /* context at a sync: switch.S */
#define UCI_SPAWN_TASK 8
#define UCI_SPAWN_FRAME 16
#define UCI_SPAWN_UPPER 24
#define UCI_SPAWN_RETURN 32
#define UCI_SPAWN_ARGS 32
#define UCI_SPAWN_CALL_SP 40

/* The kinds of a spawn: K2, K13, K15. */
#define UCI_KIND_BELOW 0   /* the child runs below P; a stolen P is moved */
#define UCI_KIND_APART 1   /* the child has a chunk; P is not moved */
#define UCI_KIND_OPENING 2 /* the child has a chunk; P is moved in any case */
#define UCI_KIND_SITE 4    /* added to one: written out, but on the slow path */
#define UCI_KIND_MASK 7

/* K4: code of a spawn that is written out.  Bytes from its beginning, or what
 * of it is compared, to the child's return address; from the end of the jump to
 * the slow path to there; from that jump's target to the code that answers. */
#define UCI_SITE_SIZE 19
#define UCI_SITE_JUMP 5
#define UCI_SITE_ANSWERS 2

/* Where the distance from half of a stack pointer to the shadow of its stack is
 * (chunk.h), for unwinders of others. */
#define UCI_SHADOW_PAGE 0x7fffffff000
