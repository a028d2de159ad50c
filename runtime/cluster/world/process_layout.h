/*
 * Sizes and offsets that assembly and C share, in programs for clusters
 * (one_machine/thread_layout.h has the others).  C asserts them.
 */
#pragma once

/* In struct uci_worker (cluster/world/worker_process.h). */
#if defined(UCI_CHILD_BUILD) /* all of a block is in one page */
#define UCI_WORKER_T 2880    /* with its counters */
#elif defined(UCI_SIM_BUILD)
#define UCI_WORKER_T 2816
#else /* elsewhere in a page fib(40) takes 6 % more */
#define UCI_WORKER_T (2 * 4096)
#endif
#define UCI_WORKER_LIMIT (UCI_WORKER_T + 8)
#define UCI_WORKER_SPAWN_HITS (UCI_WORKER_T + 16)
#define UCI_WORKER_SLACK (UCI_WORKER_T + 56)
#define UCI_WORKER_H (UCI_WORKER_T + 64)
#define UCI_WORKER_SLOTS (UCI_WORKER_T + 256)

/* struct uci_slot (sched/deque.h). */
#define UCI_SLOT_SIZE 16

/* In test builds: the points that spawn.S counts, from `push_fast' on. */
#define UCI_HIT_PUSH_FAST 0
#define UCI_HIT_POP_FAR 1
#define UCI_HIT_POP_NEAR 2
#define UCI_HIT_CHILD_POPPED 3
#define UCI_HIT_CHILD_CUT 4
#define UCI_N_SPAWN_HITS 5

/* Rule D3: K. */
#define UCI_POP_SLACK 8

/*
 * What ucilk_abi_spawn leaves on the stack, from the return address into the
 * parent downwards.  `sp' is the value that goes into the slot.  The three
 * words below it are the *child's words*.
 *
 *     sp + 48   return address into the parent
 *     sp ..     rbp rbx r12 r13 r14 r15      the parent's context
 *     sp - 8    task                          here the child's segment begins
 *     sp - 16   first argument of body: args, but for direct tasks
 *     sp - 24   t, or the frame on the slow path
 *     sp - 32   return address of body
 */
#define UCI_CONTEXT_SIZE 48
#define UCI_SPAWN_TASK 8
#define UCI_SPAWN_RETURN 32

/* The least distance of two entries of a deque on the stack: a spawn's context
 * and return address, the child's words, the return addresses of body and
 * child, and one word of the frame. */
#define UCI_MIN_SEGMENT 104
