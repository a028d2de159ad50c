/*
 * pthread_once and call_once, whose waiters may be other processes: libc's
 * have no bit that says so.
 *
 * The word is 0, then STARTED and the generation of the process that runs the
 * function, then DONE; libc's DONE is the same.  A forked child runs what its
 * parent's other threads had begun once more: another generation.
 *
 * Compiled with -fexceptions: a C++ exception that leaves the function, or the
 * cancellation of the thread, puts the word back to 0.  The latter only
 * in a program that is linked with the unwinder (-lgcc_s), as those in C++ are:
 * it is not brought into every program for this.
 */
#define _GNU_SOURCE
#include "libc/locks/locks.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(pthread_once) UCI_LIBC_WEAK(call_once)
__asm__(".weak __gcc_personality_v0, _Unwind_Resume");
/* clang-format on */

enum { STARTED = 1, DONE = 2, AWAITED = 4, GENERATION = 8 };

typedef _Atomic int once_word;

static int generation; /* of this process */

void uci_once_fork_child(void)
{
    generation += GENERATION;
}

static void become(once_word *word, int state)
{
    /* Release: what the function did, with the acquire of whoever finds
     * DONE. */
    if (uci_exchange_seqcst(word, state) & AWAITED)
        syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* The function is left without having returned. */
static void abandon(once_word **word)
{
    if (!*word)
        return;
    if (uci_locks_checked)
        uci_held_remove(*word);
    become(*word, 0);
}

static void run(once_word *word, void (*function)(void))
{
    __attribute__((cleanup(abandon))) once_word *running = word;
    function();
    running = NULL;
    become(word, DONE);
}

static bool is_running(int state)
{
    return state & STARTED && (state & -GENERATION) == generation;
}

/* True: this thread is to run the function. */
static bool start_or_wait(once_word *word)
{
    int state = uci_load_acquire(word);
    while (!(state & DONE)) {
        if (!is_running(state)) {
            if (uci_cas_seqcst(word, &state, generation | STARTED))
                return true;
        } else if (state & AWAITED ||
                   uci_cas_seqcst(word, &state, state | AWAITED)) {
            syscall(SYS_futex, word, FUTEX_WAIT, state | AWAITED, NULL, NULL,
                    0);
            state = uci_load_acquire(word);
        }
    }
    return false;
}

static __attribute__((noinline)) void once(once_word *word,
                                           void (*function)(void),
                                           const char *what, const void *place)
{
    if (!start_or_wait(word))
        return;
    if (uci_locks_checked)
        uci_held_add(word, what, place);
    run(word, function);
    if (uci_locks_checked)
        uci_held_remove(word);
}

static inline bool is_libcs(void)
{
    return uci_locks_alone && !uci_locks_checked;
}

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    once_word *word = (once_word *)control;
    if (uci_unlikely(is_libcs()))
        return UCI_LIBC_REAL(pthread_once)(control, function);
    /* Acquire: with the release in become. */
    if (uci_unlikely(!(uci_load_acquire(word) & DONE)))
        once(word, function, "pthread_once", __builtin_return_address(0));
    return 0;
}

void call_once(once_flag *flag, void (*function)(void))
{
    once_word *word = (once_word *)flag;
    if (uci_unlikely(is_libcs()))
        UCI_LIBC_REAL(call_once)(flag, function);
    else if (uci_unlikely(!(uci_load_acquire(word) & DONE)))
        once(word, function, "call_once", __builtin_return_address(0));
}
