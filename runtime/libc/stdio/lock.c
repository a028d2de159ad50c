/* The lock of a stream, and the functions that are about it.  See stdio.h. */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "libc/libc.h"
#include "libc/locks/locks.h"
#include "trace/points.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio_ext.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SPINS = 100 };

static uintptr_t self(void)
{
    return (uintptr_t)__builtin_thread_pointer();
}

/* Workers are processes: not a private futex. */
static void sleep_on(_Atomic uint32_t *word, const struct timespec *limit)
{
    int saved = errno;
    syscall(SYS_futex, word, FUTEX_WAIT, 2, limit, NULL, 0);
    errno = saved;
}

static bool take(struct uci_stream_lock *l)
{
    uint32_t no = 0;
    return uci_cas_seqcst(&l->word, &no, 1);
}

/* Somebody has it.  Who sleeps leaves 2 behind: the next may not be the last
 * who waits. */
static __attribute__((noinline)) void wait_for(struct uci_stream_lock *l)
{
    for (unsigned i = 0; i < SPINS; i++) {
        if (uci_load_relaxed(&l->word) == 0 && take(l))
            return;
        uci_pause();
    }
    while (uci_exchange_seqcst(&l->word, 2) != 0)
        sleep_on(&l->word, NULL);
}

/* The owner's word is its own: no other thread ever writes this one's id
 * there, so relaxed is enough to know oneself. */
void uci_lock(struct uci_stream_lock *l)
{
    if (uci_load_relaxed(&l->owner) == self()) {
        l->depth++;
        return;
    }
    if (!take(l))
        wait_for(l);
    uci_store_relaxed(&l->owner, self());
}

bool uci_lock_try(struct uci_stream_lock *l)
{
    if (uci_load_relaxed(&l->owner) == self()) {
        l->depth++;
        return true;
    }
    if (!take(l))
        return false;
    uci_store_relaxed(&l->owner, self());
    return true;
}

bool uci_lock_as(struct uci_stream_lock *l, uintptr_t owner, unsigned ms)
{
    const struct timespec step = {.tv_nsec = 1000000};
    for (; uci_exchange_seqcst(&l->word, 2) != 0; ms--) {
        if (ms == 0)
            return false;
        sleep_on(&l->word, &step);
    }
    uci_store_relaxed(&l->owner, owner);
    return true;
}

void uci_unlock(struct uci_stream_lock *l)
{
    if (l->depth > 0) {
        l->depth--;
        return;
    }
    uci_store_relaxed(&l->owner, 0);
    /* With the exchange of who comes next: it sees the stream as it is now. */
    if (uci_unlikely(uci_exchange_seqcst(&l->word, 0) == 2))
        syscall(SYS_futex, &l->word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

FILE *uci_stream_enter(FILE *f)
{
    f = uci_stream_of(f);
    if (!uci_stream_is_shared(f))
        return f;
    uci_lock(uci_stream_lock(f));
    if (uci_unlikely(!f->_IO_buf_base) && uci_stream_is_standard(f))
        uci_stream_give_buffer(f);
    uci_point(stream_locked);
    return f;
}

void uci_stream_leave(FILE *f)
{
    if (uci_stream_is_shared(f))
        uci_unlock(uci_stream_lock(f));
}

/* UCILK_CHECK_LOCKS: as any lock, not over a spawn or a sync. */
UCI_STDIO(void, flockfile, (FILE * f))
{
    if (!uci_stream_is_shared(f))
        UCI_STDIO_REAL(flockfile)(f);
    else
        f = uci_stream_enter(f);
    if (uci_unlikely(uci_locks_checked))
        uci_held_add(f, "stream", __builtin_return_address(0));
}

UCI_STDIO(int, ftrylockfile, (FILE * f))
{
    int busy = 0;
    f = uci_stream_of(f);
    if (!uci_stream_is_shared(f))
        busy = UCI_STDIO_REAL(ftrylockfile)(f);
    else if (!uci_lock_try(uci_stream_lock(f)))
        busy = 1;
    if (uci_unlikely(uci_locks_checked) && !busy)
        uci_held_add(f, "stream", __builtin_return_address(0));
    return busy;
}

UCI_STDIO(void, funlockfile, (FILE * f))
{
    f = uci_stream_of(f);
    if (uci_unlikely(uci_locks_checked))
        uci_held_remove(f);
    if (!uci_stream_is_shared(f))
        UCI_STDIO_REAL(funlockfile)(f);
    else
        uci_stream_leave(f);
}

/* Who locks by itself only locks once more. */
UCI_STDIO(int, __fsetlocking, (FILE * f, int type))
{
    bool may_be_ours = uci_libc_is_shared() || uci_stream_standard(0);
    if (!may_be_ours || !uci_stream_is_shared(f))
        return UCI_STDIO_REAL(__fsetlocking)(f, type);
    f = uci_stream_enter(f);
    struct uci_stream_lock *l = uci_stream_lock(f);
    int old = l->by_caller ? FSETLOCKING_BYCALLER : FSETLOCKING_INTERNAL;
    if (type != FSETLOCKING_QUERY)
        l->by_caller = type == FSETLOCKING_BYCALLER;
    uci_stream_leave(f);
    return old;
}
