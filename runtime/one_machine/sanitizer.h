/*
 * AddressSanitizer, LeakSanitizer and ThreadSanitizer: if the program is built
 * with one of them, the runtime tells it of every change of stacks.  The
 * runtime itself is not instrumented.  It finds the sanitizers by weak
 * references when it starts, and valgrind by a request.
 *
 * With any of them every spawn takes the slow path and runs its child apart
 * (K13).  So a stack is one piece with one bound at each end, and a fiber of
 * its own.  `uci_worker.on' is the stack that the sanitizer takes the worker to
 * be on.  It changes while the worker runs code of the runtime, right before or
 * after the stack pointer does, and before anybody else can go on with the
 * stack that is left:
 *
 *   from            to              in
 *   parent          child's chunk   uci_spawn_publish, before the push
 *   child, popped   parent          uci_spawn_popped
 *   child, stolen   scheduler's     uci_stack_leave, before J3 or F1
 *   any, waiting    scheduler's     uci_thread_evacuate, before F3 (4)
 *   scheduler's     any             uci_stack_continue, go_on
 *
 * ThreadSanitizer sees none of the runtime's locks and atomics.  The runtime
 * tells it what orders strands: a spawn; a child's end and the sync, by the
 * record; a future's end and its gets, and the end of its region.  When a child
 * is popped its parent goes on as if it had been stolen.  So it is told of
 * every sync, and finds races with one worker, too.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uci_worker;

/* A stack as sanitizers know it: that of a chunk, or a thread's own. */
struct uci_stack {
    uintptr_t low, high;
    void *fiber;      /* ThreadSanitizer's */
    void *fake;       /* AddressSanitizer's, for frames that outlive a return */
    uintptr_t rooted; /* LeakSanitizer's root region is [rooted, high), or 0 */
};

enum {
    UCI_SANITIZER_ADDRESS = 1,
    UCI_SANITIZER_LEAK = 2,
    UCI_SANITIZER_THREAD = 4,
    UCI_SANITIZER_VALGRIND = 8 /* only needs spawns to be apart */
};
extern unsigned uci_sanitizers;

static inline bool uci_sanitized(void)
{
    return __builtin_expect(uci_sanitizers != 0, 0);
}
static inline bool uci_thread_sanitized(void)
{
    return __builtin_expect(uci_sanitizers & UCI_SANITIZER_THREAD, 0);
}

/* Finds out which sanitizers there are. */
void uci_sanitizer_start(void);

/* Describes a new chunk's stack; and forgets it when the chunk is unmapped. */
void uci_sanitizer_make(struct uci_stack *stack, uintptr_t low, uintptr_t high);
void uci_sanitizer_unmake(struct uci_stack *stack);

/* The calling thread becomes a worker, on its own stack; `scheduler' is null if
 * its scheduler runs there, too. */
void uci_sanitizer_enter(struct uci_worker *w, struct uci_stack *scheduler);

/* The worker goes on on the stack that the context at `sp' lies on, or on its
 * scheduler's.  On the stack that it leaves a thread stays whose context is at
 * `stays'; 0 if none does. */
void uci_sanitizer_go(uintptr_t sp, uintptr_t stays);
void uci_sanitizer_go_to_scheduler(uintptr_t stays);

/* The spawn at sp goes on with its child, whose upper end is `upper'. */
void uci_sanitizer_spawn(uintptr_t sp, uintptr_t upper);

/* True if the running thread has a variable there whose scope has been left. */
bool uci_sanitizer_is_gone(uintptr_t address);

/* Tells LeakSanitizer that pointers in this memory keep blocks in use. */
void uci_sanitizer_add_roots(const void *low, size_t size);

/* Around calls of malloc and free that are the runtime's: they count as no
 * accesses, and their blocks are no leaks. */
void uci_sanitizer_hide(void);
void uci_sanitizer_show(void);

/* A memcpy that counts as no access. */
void uci_sanitizer_copy(void *to, const void *from, size_t size);

/* Tell ThreadSanitizer of an order between strands: what comes before a release
 * comes before what follows an acquire of the same address.  After a renewal
 * the address orders nothing that came before. */
void uci_sanitizer_release(const void *word);
void uci_sanitizer_acquire(const void *word);
void uci_sanitizer_renew(void *word);
