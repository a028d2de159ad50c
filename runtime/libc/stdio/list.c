/* All streams that workers share, and what is done to all.  See stdio.h. */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "libc/libc.h"

#include <stdio_ext.h>
#include <string.h>

enum { HOLD_WAIT = 500 }; /* ms, for all calls that tasks are in */

static struct uci_streams own;
struct uci_streams *uci_streams = &own;

void _IO_link_in(FILE *f);
void _IO_un_link(FILE *f);

void uci_stream_take(FILE *f)
{
    _IO_un_link(f);
}

void uci_stream_add(FILE *f)
{
    if (uci_stream_is_standard(f))
        return;
    uci_lock(&uci_streams->lock);
    f->_chain = uci_streams->first;
    uci_streams->first = f;
    uci_unlock(&uci_streams->lock);
}

/* Those in memory are on no list: there is nowhere to flush them to. */
FILE *uci_stream_adopt(FILE *f)
{
    if (!f || !uci_libc_is_shared() || uci_streams->done)
        return f;
    bool linked = f->_flags & UCI_FILE_LINKED;
    uci_stream_take(f);
    f->_flags |= _IO_USER_LOCK;
    if (linked)
        uci_stream_add(f);
    return f;
}

void uci_stream_drop(FILE *f)
{
    uci_lock(&uci_streams->lock);
    for (FILE **p = &uci_streams->first; *p; p = &(*p)->_chain)
        if (*p == f) {
            *p = f->_chain;
            break;
        }
    uci_unlock(&uci_streams->lock);
}

bool uci_stream_is_pending(const FILE *f)
{
    return __fpending((FILE *)f) > 0;
}

static int each_standard(int (*act)(FILE *))
{
    int result = 0;
    FILE *f;
    for (unsigned i = 0; (f = uci_stream_standard(i)) != NULL; i++)
        if (uci_stream_is_shared(f))
            result |= act(f);
    return result;
}

static int each(int (*act)(FILE *))
{
    int result = each_standard(act);
    uci_lock(&uci_streams->lock);
    for (FILE *f = uci_streams->first; f; f = f->_chain)
        result |= act(f);
    uci_unlock(&uci_streams->lock);
    return result;
}

/* One that a task waits in for input holds up nobody. */
static int flush(FILE *f)
{
    if (!uci_stream_is_pending(f))
        return 0;
    uci_stream_enter(f);
    int result = UCI_LIBC_REAL(fflush)(f);
    uci_stream_leave(f);
    return result;
}

static int flush_lines(FILE *f)
{
    return f->_flags & UCI_FILE_LINE_BUF ? flush(f) : 0;
}

static int unbuffer(FILE *f)
{
    uci_stream_enter(f);
    UCI_LIBC_REAL(setvbuf)(f, NULL, _IONBF, 0);
    uci_stream_leave(f);
    return 0;
}

UCI_STDIO(int, fflush, (FILE * f))
{
    if (!f)
        return each(flush) | UCI_STDIO_REAL(fflush)(NULL);
    if (!uci_stream_is_shared(f))
        return UCI_STDIO_REAL(fflush)(f);
    f = uci_stream_enter(f);
    int result = UCI_STDIO_REAL(fflush)(f);
    uci_stream_leave(f);
    return result;
}

UCI_STDIO(void, _flushlbf, (void))
{
    each(flush_lines);
    UCI_STDIO_REAL(_flushlbf)();
}

/* libc's closes none either. */
UCI_STDIO(int, fcloseall, (void))
{
    int result = each(flush);
    each(unbuffer);
    return result | UCI_STDIO_REAL(fcloseall)();
}

void uci_stdio_flush_own(void)
{
    UCI_LIBC_REAL(fflush)(NULL);
}

void uci_stdio_start(void)
{
    if (uci_world->n_forked == 1)
        return;
    if (uci_libc_is_shared())
        uci_streams = uci_libc_shared(sizeof *uci_streams);
    uci_standard_start();
    /* Those that constructors have opened. */
    FILE **list = uci_libc_find("_IO_list_all"), *next;
    for (FILE *f = *list; f; f = next) {
        next = f->_chain;
        if (uci_stream_of(f) == f)
            uci_stream_adopt(f);
    }
}

static int prepare(FILE *f)
{
    uci_stream_leave(uci_stream_enter(f));
    return 0;
}

void uci_stdio_start_workers(void)
{
    each_standard(prepare);
}

static unsigned patience; /* ms that are left for uci_stdio_hold */
static bool holds;        /* the end, in the middle of a region */

static bool hold_lock(struct uci_stream_lock *l)
{
    uintptr_t me = (uintptr_t)__builtin_thread_pointer();
    if (uci_lock_try(l) || uci_lock_as(l, me, patience))
        return true;
    patience = 0;
    return false;
}

static int hold(FILE *f)
{
    if (!(f->_flags & UCI_FILE_NO_WRITES))
        hold_lock(uci_stream_lock(f));
    return 0;
}

/* Kept until all is over: where another thread than worker 0's own runs exit,
 * that one may be printing, too, and is not killed. */
void uci_stdio_hold(void)
{
    holds = true;
    patience = HOLD_WAIT;
    each_standard(hold);
    if (!hold_lock(&uci_streams->lock))
        return;
    for (FILE *f = uci_streams->first; f; f = f->_chain)
        hold(f);
}

/* Whoever has it is gone, or has had the time it takes. */
static void seize(struct uci_stream_lock *l)
{
    uci_store_relaxed(&l->owner,
                      holds ? (uintptr_t)__builtin_thread_pointer() : 0);
    l->depth = 0;
    uci_store_seqcst(&l->word, holds);
}

static int give_back(FILE *f)
{
    seize(uci_stream_lock(f));
    _IO_link_in(f);
    return 0;
}

static void give_back_others(void)
{
    FILE *next;
    for (FILE *f = uci_streams->first; f; f = next) {
        next = f->_chain;
        give_back(f);
    }
    uci_streams->first = NULL;
}

void uci_stdio_finish(void)
{
    seize(&uci_streams->lock);
    uci_streams->done = true;
    each_standard(give_back);
    give_back_others();
}

/* Without a copy of the heap the streams on it stay the parent's. */
void uci_stdio_fork_child(bool has_copy)
{
    uci_standard_fork_child();
    if (has_copy) {
        for (FILE *f = uci_streams->first; f; f = f->_chain)
            f->_flags &= ~_IO_USER_LOCK;
        give_back_others();
    }
    uci_streams = &own;
    memset(uci_streams, 0, sizeof *uci_streams);
}
