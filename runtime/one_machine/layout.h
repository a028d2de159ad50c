/*
 * Sizes and offsets that assembly and C share; C asserts them.
 */
#ifndef UCI_THREADS_LAYOUT_H
#define UCI_THREADS_LAYOUT_H

/* In struct uci_worker (one_machine/words/worker.h). */
#define UCI_WORKER_T 0
#define UCI_WORKER_LIMIT 8
#define UCI_WORKER_SLACK 16
#define UCI_WORKER_CHUNKS 24
#define UCI_WORKER_SCHED_STACK 32
#define UCI_WORKER_SPAWN_HITS 40
#define UCI_WORKER_PUBLISHED 96
#define UCI_WORKER_UNWINDS 112
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

/* Deque rule D3. */
#define UCI_POP_SLACK 8

/* In struct uci_chunk (chunk.h). */
#define UCI_CHUNK_NEXT 0
#define UCI_CHUNK_SP 8
#define UCI_CHUNK_UPPER 8 /* for the alignment of calls */

/* In struct ucilk_abi_task. */
#define UCI_TASK_ARGS_SIZE 8
#define UCI_TASK_RESULT_OFFSET 12
#define UCI_TASK_RESULT_SIZE 16
#define UCI_TASK_FLAGS 20
#define UCI_TASK_DIRECT 1
#define UCI_TASK_RETURNS 16

/*
 * A spawn that is written out in the spawner, P (UCILK_ABI_SPAWN_ASM in
 * ucilk/abi.h), leaves its return address below P's stack pointer, sp, which is a
 * multiple of 16; the six registers go into the slot.  sp is also the upper end
 * of the child.
 *
 * What any other spawn leaves on P's stack, from its return address
 * downwards; `sp' is the word that goes into the deque, 8 above a multiple of 16.
 *
 *     sp + 48   return address into P
 *     sp ..     rbp rbx r12 r13 r14 r15      P's context
 *     sp - 8    task
 *     sp - 16   P's frame object, and in its lowest bits the kind of spawn
 *     sp - 24   not below: the upper end of the child's words
 *
 * The child's words are the three words below `upper': with a spawn below, upper
 * is sp; else it is UCI_CHUNK_UPPER bytes below the header of the child's chunk.
 *
 *     upper - 8    task
 *     upper - 16   P's frame object and kind
 *     upper - 24   on the fast path t: the slot of P's entry
 *     upper - 32   direct tasks: return address of the body
 *                  others: the child's copy of args
 *     upper - 40   others: the stack pointer at the call of the body
 */
#define UCI_CONTEXT_SIZE 48
#define UCI_SYNC_WORDS 13 /* context at a sync: switch.S */
#define UCI_SPAWN_TASK 8
#define UCI_SPAWN_FRAME 16
#define UCI_SPAWN_UPPER 24
#define UCI_SPAWN_RETURN 32
#define UCI_SPAWN_ARGS 32
#define UCI_SPAWN_CALL_SP 40

/* The kinds. */
#define UCI_KIND_BELOW 0 /* a stolen P is moved to a chunk of its own */
#define UCI_KIND_APART 1 /* P is not moved */
#define UCI_KIND_OPENING 2 /* P is moved, also when its entry is popped */
#define UCI_KIND_SITE 4    /* and: written out, but on the slow path */
#define UCI_KIND_MASK 7

/* Where a spawn is written out: from the return address of the child to the last
 * jump of the pop, that jump's length, and from its target to the answers. */
#define UCI_SITE_JUMP 25
#define UCI_SITE_JUMP_SIZE 6
#define UCI_SITE_ANSWERS 13

#endif
