/*
 * AddressSanitizer, LeakSanitizer and ThreadSanitizer, where the program is
 * built with one: they are told of every change of stacks.  The runtime itself
 * is not instrumented, and finds them by weak references when it starts; and
 * valgrind.
 *
 * With any of them every spawn takes the slow path and runs its child apart
 * (K13): so a stack is one piece, has one bound at each end, and is a fiber of
 * its own.  `uci_worker.on' is the stack that a worker is on, as they know it;
 * it changes while the worker runs code of the runtime, right before or after
 * the stack pointer does, and before anybody else can go on with the stack that
 * is left:
 *
 *   from            to              in
 *   parent          child's chunk   uci_spawn_publish, before the push
 *   child, popped   parent          uci_spawn_popped
 *   child, stolen   scheduler's     uci_stack_leave, before J3 or F1
 *   any, waiting    scheduler's     uci_thread_evacuate, before F3 (4)
 *   scheduler's     any             uci_stack_continue, go_on
 *
 * ThreadSanitizer knows no lock or atomic of the runtime's.  What orders
 * strands is said in its words: at a spawn; from a child's end to the sync, by
 * the record; from a future's end to its gets and to the end of its region.  A
 * child that is popped goes on as if its parent had been stolen, so that a sync
 * comes by here, and what races is found with one worker, too.
 */
#ifndef UCI_SANITIZER_H
#define UCI_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uci_worker;

/* A stack, as sanitizers know it: a chunk's, or a thread's own. */
struct uci_stack {
    uintptr_t low, high;
    void *fiber;      /* ThreadSanitizer's */
    void *fake;       /* AddressSanitizer's, for frames that outlive a return */
    uintptr_t rooted; /* LeakSanitizer: [rooted, high) is a root region; or 0 */
};

enum {
    UCI_SANITIZER_ADDRESS = 1,
    UCI_SANITIZER_LEAK = 2,
    UCI_SANITIZER_THREAD = 4,
    UCI_SANITIZER_VALGRIND = 8 /* need not be told, but frames must stay */
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

/* Looks which are there. */
void uci_sanitizer_start(void);

/* A new chunk's stack; and where it is unmapped. */
void uci_sanitizer_make(struct uci_stack *stack, uintptr_t low, uintptr_t high);
void uci_sanitizer_unmake(struct uci_stack *stack);

/* The calling thread becomes a worker, on its own stack; `scheduler' is null
 * where its scheduler runs there. */
void uci_sanitizer_enter(struct uci_worker *w, struct uci_stack *scheduler);

/* The worker goes on on the stack to which the context at `sp' belongs, or on
 * its scheduler's, and leaves where it is now: for good, or with a thread whose
 * context is at `stays', if that is not 0. */
void uci_sanitizer_go(uintptr_t sp, uintptr_t stays);
void uci_sanitizer_go_to_scheduler(uintptr_t stays);

/* The child of the spawn at sp, on the stack of upper end `upper'. */
void uci_sanitizer_spawn(uintptr_t sp, uintptr_t upper);

/* Is that a variable of the running thread's whose scope has been left? */
bool uci_sanitizer_is_gone(uintptr_t address);

/* Words of the runtime's, for LeakSanitizer: what is in use may stand there. */
void uci_sanitizer_add_roots(const void *low, size_t size);

/* Calls of malloc and free between are the runtime's: no accesses, and no
 * leaks. */
void uci_sanitizer_hide(void);
void uci_sanitizer_show(void);

/* memcpy that counts as no access. */
void uci_sanitizer_copy(void *to, const void *from, size_t size);

/* Order, for ThreadSanitizer: `word' is a word of memory by whose address
 * strands meet.  Renewed it orders nothing that has met there before. */
void uci_sanitizer_release(const void *word);
void uci_sanitizer_acquire(const void *word);
void uci_sanitizer_renew(void *word);

#endif
