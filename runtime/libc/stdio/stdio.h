/*
 * Streams that all workers share.
 *
 * Where tasks share memory, a FILE that any of them opens is on the heap that
 * all share, and no longer libc's: it is not on libc's list, and libc is told
 * not to lock it (_IO_USER_LOCK).  It is on a list of our own, and locked
 * around each call by a lock of our own, in the words that libc had for its
 * own.  stdin, stdout and stderr, which are in libc's private data, are moved
 * before main to memory of their own, which is shared also where the heap is
 * private; a forked child gets a copy of that.
 *
 *   stdio.def, stdio_calls.c   functions that work on a stream, locked
 *   stdio_lock.c               the lock; flockfile and its kin
 *   stdio_std.c                stdin, stdout, stderr
 *   stdio_list.c               all of them; what comes at the program's end
 *   stdio_open.c               where streams begin and end; their buffers
 *   stdio_popen.c              popen, pclose
 *   stdio_messages.c           err, warn, error and their kin
 *
 * With one worker nothing of this happens: each function sees by the flag that
 * the stream is libc's, and calls libc's.
 */
#ifndef UCI_STDIO_H
#define UCI_STDIO_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Flags of a FILE that <stdio.h> does not name; they are part of the ABI. */
enum {
    UCI_FILE_USER_BUF = 1, /* not libc's to free */
    UCI_FILE_UNBUFFERED = 2,
    UCI_FILE_NO_WRITES = 8,
    UCI_FILE_LINKED = 0x80, /* on libc's list */
    UCI_FILE_LINE_BUF = 0x200,
};

/* A recursive lock: 0, 1, or 2 where somebody may wait; who has it (a thread
 * pointer, which no two threads of all workers share), and how often more. */
struct uci_stream_lock {
    _Atomic uint32_t word;
    uint32_t depth : 31;
    uint32_t by_caller : 1; /* what __fsetlocking was told */
    _Atomic uintptr_t owner;
};
_Static_assert(sizeof(struct uci_stream_lock) == 16, "the words of _IO_lock_t");

struct uci_popened;

/* What all workers share, beside the streams; private where memory is. */
struct uci_streams {
    struct uci_stream_lock lock; /* of the rest; before any stream's */
    FILE *first;                 /* linked by _chain */
    struct uci_popened *popened; /* stdio_popen.c */
    bool done;                   /* libc has them all, at the end */
};
extern struct uci_streams *uci_streams;

/* Defines NAME, in place of libc's, and a pointer to that.  Weak: a program may
 * have a function of its own by that name. */
#define UCI_STDIO(type, name, parameters)                                      \
    type uci_stdio_##name parameters __asm__(#name) __attribute__((weak));     \
    type uci_stdio_##name parameters
#define UCI_STDIO_REAL(name)                                                   \
    ({                                                                         \
        static __typeof__(&uci_stdio_##name) uci_real;                         \
        if (uci_unlikely(!uci_real))                                           \
            *(void **)&uci_real = uci_libc_find(#name);                        \
        uci_real;                                                              \
    })

/* Is the stream ours to lock? */
static inline bool uci_stream_is_shared(const FILE *f)
{
    return uci_unlikely(f->_flags & _IO_USER_LOCK);
}

/* Recursive: the thread that has it gets it once more. */
void uci_lock(struct uci_stream_lock *l);
bool uci_lock_try(struct uci_stream_lock *l);
void uci_unlock(struct uci_stream_lock *l);
/* For that owner; false if it takes longer. */
bool uci_lock_as(struct uci_stream_lock *l, uintptr_t owner, unsigned ms);

static inline struct uci_stream_lock *uci_stream_lock(FILE *f)
{
    return (struct uci_stream_lock *)f->_lock;
}

/* Begins a call on the stream, or what stands for it: that is returned, locked
 * where it is shared.  The second, of what reads, writes out first what may
 * be a question to who sits at the terminal. */
FILE *uci_stream_enter(FILE *f);
FILE *uci_stream_enter_input(FILE *f);
void uci_stream_leave(FILE *f);

/* The stream itself, unless it is one of libc's that has been replaced. */
FILE *uci_stream_of(FILE *f);
bool uci_stream_is_standard(const FILE *f);
/* Standard stream i; NULL while libc's are in use. */
FILE *uci_stream_standard(unsigned i);
/* libc is about to give the standard stream a buffer: it gets ours. */
void uci_stream_give_buffer(FILE *f);

/* A stream that libc has just made becomes one of ours, where tasks share
 * memory; NULL is passed through. */
FILE *uci_stream_adopt(FILE *f);
/* Off libc's list; on ours, and off it. */
void uci_stream_take(FILE *f);
void uci_stream_add(FILE *f);
void uci_stream_drop(FILE *f);
int uci_stream_close(FILE *f);
/* Closes one that popen has made and waits for its end; false for others. */
bool uci_popen_end(FILE *f, int *status);

/* Text that waits to be written? */
bool uci_stream_is_pending(const FILE *f);

/* The program's life, for libc.c. */
void uci_stdio_start(void);
void uci_stdio_start_workers(void);
void uci_stdio_hold(void);
void uci_stdio_flush_own(void); /* what is still libc's */
void uci_stdio_finish(void);
void uci_stdio_fork_child(bool has_copy);
void uci_standard_start(void);
void uci_standard_fork_child(void);

#endif
