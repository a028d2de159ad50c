/*
 * The C library for a program that is many processes.
 *
 * The parts of this folder define functions of libc anew, each of which works
 * on what all workers share, and calls libc's own for the rest.  A part is
 * told of the program's life by the functions below (start/ calls them), and
 * keeps what all workers share in a struct of its own from uci_libc_shared.
 */
#ifndef UCI_LIBC_H
#define UCI_LIBC_H

#include "seam/worker.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* libc's function of this name, or the next in the order of libraries. */
#define UCI_LIBC_REAL(name)                                                    \
    ({                                                                         \
        static __typeof__(&name) uci_real;                                     \
        if (uci_unlikely(!uci_real))                                           \
            *(void **)&uci_real = uci_libc_find(#name);                        \
        uci_real;                                                              \
    })
void *uci_libc_find(const char *name);

/* code.c: is it in libc's code, or the dynamic linker's?  To be found first,
 * not in a handler. */

/* For a function of libc's name: a program may have one of its own. */
#define UCI_LIBC_WEAK(name) UCI_LIBC_PRAGMA(weak name)
#define UCI_LIBC_PRAGMA(text) _Pragma(#text)

/* Zeroed memory that all workers see, for good; before the workers start. */
void *uci_libc_shared(size_t size);

/* All signals but those that an instruction causes: UCILK_CHECK_MEMORY lives by
 * them, and there is a message for others. */
void uci_libc_fill_mask(sigset_t *mask);

/* Memory that all workers see, as malloc's; NULL where there is none.  And a
 * copy in such memory.  To be given back by free. */
void *uci_libc_allocate(size_t size);
void *uci_libc_share_bytes(const void *bytes, size_t size);
char *uci_libc_share_text(const char *text);

/* Are there several workers, which have been started?  False in a forked
 * child.  Do they share one heap, and .data?  That holds from before main. */
extern bool uci_libc_has_workers;

static inline bool uci_libc_is_shared(void)
{
    return uci_world && uci_world->shares_memory;
}

/* Something has changed that each worker must do for itself: they look when
 * they get a strand that may rely on it (sched_see_changes in sched.h). */
void uci_libc_announce_change(void);

/* Worker 0, before main: the world exists, heap and .data are shared. */
void uci_libc_start(void);
/* Worker 0, before it clones the others; and when they are there, in a thread
 * that takes no signals. */
void uci_libc_start_workers(void);
void uci_libc_workers_started(void);
/* Another worker, when it has just been cloned. */
void uci_libc_start_worker(void);
/* exit(): workers that still run tasks are about to be killed: none is to be in
 * the middle of what it would leave unusable. */
void uci_libc_hold(void);
/* exit(): the other workers have ended, libc has not flushed its streams. */
void uci_libc_finish(void);
/* A fork: does the child get a copy of the heap?  Before the workers start, and
 * where the program's memory is private; else it can only read the heap. */
bool uci_libc_fork_copies_heap(void);
/* The child, which is about to become a program of one worker. */
void uci_libc_fork_child(bool has_copy);
/* Is it one that cannot write to this address, its parent's heap? */
bool uci_libc_is_parents(const void *address);

/* A process that ends writes out what is its own: streams on a private heap. */
void uci_libc_flush(void);

/* Moves data of libraries that are not shared yet into shared memory; start/
 * sets it where there are several workers. */
extern void (*uci_libc_share_libraries)(void);

/* inner.c */
void uci_inner_start_workers(void);

/* environment.c: the array of a forked child is its parent's. */
void uci_environment_fork_child(void);
/* The same words, set aside while another rank's data take the place of this
 * one's: the environment is each rank's own. */
struct uci_environment {
    char **environ, **own;
    size_t n_places;
};
void uci_environment_keep(struct uci_environment *kept);
void uci_environment_put_back(const struct uci_environment *kept);

/* A sanitizer's, which must be the first to hear of every block, and may call
 * before it is ready for anything else. */
void *__interceptor_malloc(size_t) __attribute__((weak));
static inline bool uci_libc_has_sanitizer(void)
{
    return __interceptor_malloc != NULL;
}

/* malloc.c: what the program allocates from now on is private. */
void uci_libc_use_private_heap(void);
/* The same, and it comes from a window of this worker's (mem/own.h). */
void uci_libc_use_own_heap(unsigned worker);
/* And what the shared heap holds stays as it is: in a forked child. */
void uci_libc_leave_heap(void);

#endif
