/*
 * stdin, stdout and stderr.
 *
 * Before main the three are moved, with what they hold, from libc's data to a
 * mapping that all workers share, with room for their buffers: also where the
 * heap is private, and where a forked child may not write to the heap.  A
 * forked child gets a copy in its place, which is libc's to lock and to flush.
 * Whoever has kept the address of one of libc's own (a constructor) still
 * means ours: uci_stream_of.
 */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "base/message.h"
#include "libc/libc.h"

#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

enum {
    N = 3,
    FILE_BYTES = sizeof(FILE) + sizeof(void *), /* and its functions */
    WIDE_BYTES = 512, /* more than a struct _IO_wide_data has */
    FORK_WAIT = 20,   /* ms, for a call that another task is in */
};

struct standard {
    _Alignas(16) char file[FILE_BYTES];
    _Alignas(16) char wide[WIDE_BYTES];
    struct uci_stream_lock lock;
    char buffer[BUFSIZ];
    wchar_t wide_buffer[BUFSIZ];
};

static struct standard *standard;
static FILE *original[N];

void _IO_link_in(FILE *f);
void _IO_wsetb(FILE *f, wchar_t *start, wchar_t *end, int is_libcs);

FILE *uci_stream_of(FILE *f)
{
    for (unsigned i = 0; i < N; i++)
        if (uci_unlikely(f == original[i]))
            return (FILE *)standard[i].file;
    return f;
}

bool uci_stream_is_standard(const FILE *f)
{
    return standard &&
           (uintptr_t)f - (uintptr_t)standard < N * sizeof *standard;
}

FILE *uci_stream_standard(unsigned i)
{
    return standard && i < N ? (FILE *)standard[i].file : NULL;
}

/* As libc would choose it, but not from the heap. */
void uci_stream_give_buffer(FILE *f)
{
    struct standard *s = (struct standard *)f;
    int saved = errno;
    if (f->_flags & UCI_FILE_UNBUFFERED) {
        UCI_LIBC_REAL(setvbuf)(f, NULL, _IONBF, 0);
        errno = saved;
        return;
    }
    int mode = f->_flags & UCI_FILE_LINE_BUF ? _IOLBF : _IOFBF;
    size_t size = BUFSIZ;
    struct stat about;
    if (f->_fileno >= 0 && fstat(f->_fileno, &about) == 0) {
        if (S_ISCHR(about.st_mode) && isatty(f->_fileno))
            mode = _IOLBF;
        if (about.st_blksize > 0 && about.st_blksize < BUFSIZ)
            size = (size_t)about.st_blksize;
    }
    UCI_LIBC_REAL(setvbuf)(f, s->buffer, mode, size);
    _IO_wsetb(f, s->wide_buffer, s->wide_buffer + size, 0);
    errno = saved;
}

/* Words that point into a range that has moved, its end among it. */
static void follow(void *words, size_t bytes, const void *from, size_t size,
                   const void *to)
{
    for (uintptr_t *w = words; w < (uintptr_t *)words + bytes / sizeof *w; w++)
        if (*w - (uintptr_t)from <= size)
            *w += (uintptr_t)to - (uintptr_t)from;
}

static void follow_in(struct standard *s, const void *from, size_t size,
                      const void *to)
{
    follow(s->file, FILE_BYTES, from, size, to);
    follow(s->wide, WIDE_BYTES, from, size, to);
}

/* What it holds, so that libc's own never writes that. */
static void empty(FILE *f)
{
    f->_IO_read_ptr = f->_IO_read_end = f->_IO_read_base = NULL;
    f->_IO_write_ptr = f->_IO_write_end = f->_IO_write_base = NULL;
    f->_IO_buf_base = f->_IO_buf_end = NULL;
    f->_IO_save_base = f->_IO_save_end = f->_IO_backup_base = NULL;
}

static FILE *move(FILE *old, struct standard *s)
{
    FILE *f = (FILE *)s->file;
    size_t size = (size_t)(old->_IO_buf_end - old->_IO_buf_base);
    memcpy(s->file, old, FILE_BYTES);
    memcpy(s->wide, old->_wide_data, WIDE_BYTES);
    if (size > 1 && size <= sizeof s->buffer &&
        !(f->_flags & UCI_FILE_USER_BUF)) {
        memcpy(s->buffer, old->_IO_buf_base, size);
        follow_in(s, old->_IO_buf_base, size, s->buffer);
        f->_flags |= UCI_FILE_USER_BUF;
    }
    follow_in(s, old, FILE_BYTES - 1, s->file);
    follow_in(s, old->_wide_data, WIDE_BYTES - 1, s->wide);
    f->_lock = &s->lock;
    f->_chain = NULL;
    f->_flags &= ~UCI_FILE_LINKED;
    f->_flags |= _IO_USER_LOCK;
    empty(old);
    old->_flags |= _IO_USER_LOCK;
    return f;
}

void uci_standard_start(void)
{
    static const char names[N][16] = {"_IO_2_1_stdin_", "_IO_2_1_stdout_",
                                      "_IO_2_1_stderr_"};
    FILE **variables[N] = {&stdin, &stdout, &stderr};
    standard = mmap(NULL, N * sizeof *standard, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (standard == MAP_FAILED)
        uci_fatal("cannot share stdin, stdout and stderr: %s", strerror(errno));
    for (unsigned i = 0; i < N; i++) {
        FILE *old = uci_libc_find(names[i]), *f = move(old, &standard[i]);
        original[i] = old;
        if (*variables[i] == old)
            *variables[i] = f;
    }
}

/* May libc read from a terminal for this? */
static bool asks(FILE *f)
{
    int saved = errno;
    bool yes = f->_flags & (UCI_FILE_LINE_BUF | UCI_FILE_UNBUFFERED) ||
               (!f->_IO_buf_base && f->_fileno >= 0 && isatty(f->_fileno));
    errno = saved;
    return yes;
}

/* What waits in stdout for its line to end is written out first, as libc does
 * it: but it would look for stdout on its own list. */
FILE *uci_stream_enter_input(FILE *f)
{
    FILE *out = uci_stream_of(stdout);
    if (uci_stream_is_shared(out) && out->_flags & UCI_FILE_LINE_BUF &&
        uci_stream_is_pending(out) && asks(uci_stream_of(f))) {
        uci_stream_enter(out);
        UCI_LIBC_REAL(fflush)(out);
        uci_stream_leave(out);
    }
    return uci_stream_enter(f);
}

/* Who forks is in no call on a stream, but perhaps inside flockfile, and goes
 * on as a thread of the same name as the child's. */
static void copy(struct standard *to, struct standard *from)
{
    uintptr_t me = (uintptr_t)__builtin_thread_pointer();
    bool mine = uci_load_relaxed(&from->lock.owner) == me;
    bool locked = !mine && uci_lock_as(&from->lock, me + 1, FORK_WAIT);
    memcpy(to, from, sizeof *to);
    if (locked)
        uci_unlock(&from->lock);
    FILE *f = (FILE *)to->file;
    if (!mine && !locked) /* in the middle of a call */
        empty(f);
    memset(&to->lock, 0, sizeof to->lock);
    f->_flags &= ~(_IO_USER_LOCK | UCI_FILE_LINKED);
}

void uci_standard_fork_child(void)
{
    struct standard *copies =
        mmap(NULL, N * sizeof *copies, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copies == MAP_FAILED)
        uci_fatal("fork: cannot copy stdin, stdout and stderr: %s",
                  strerror(errno));
    for (unsigned i = 0; i < N; i++)
        copy(&copies[i], &standard[i]);
    if (mremap(copies, N * sizeof *copies, N * sizeof *copies,
               MREMAP_MAYMOVE | MREMAP_FIXED, standard) == MAP_FAILED)
        uci_fatal("fork: cannot remap stdin, stdout and stderr: %s",
                  strerror(errno));
    for (unsigned i = 0; i < N; i++)
        _IO_link_in((FILE *)standard[i].file);
}
