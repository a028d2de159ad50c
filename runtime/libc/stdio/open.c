/* Where streams begin and end, and what they buffer in.  See stdio.h. */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "libc/libc.h"
#include "mem/malloc.h"
#include "mem/region.h"

#include <mntent.h>
#include <string.h>
#include <wchar.h>

int _IO_file_close_it(FILE *f);

enum { MODE_MAX = 256 };

/* Without the m, by which libc maps the file in this process alone. */
static const char *without_map(const char *mode, char buffer[MODE_MAX])
{
    size_t end = strcspn(mode, ","), n = 0;
    if (!uci_libc_is_shared() || !memchr(mode, 'm', end) ||
        strlen(mode) >= MODE_MAX)
        return mode;
    for (size_t i = 0; mode[i]; i++)
        if (mode[i] != 'm' || i > end)
            buffer[n++] = mode[i];
    buffer[n] = '\0';
    return buffer;
}

#define OPEN(name, parameters, arguments)                                      \
    UCI_STDIO(FILE *, name, parameters)                                        \
    {                                                                          \
        char buffer[MODE_MAX];                                                 \
        mode = without_map(mode, buffer);                                      \
        return uci_stream_adopt(UCI_STDIO_REAL(name) arguments);               \
    }
#define MAKE(name, parameters, arguments)                                      \
    UCI_STDIO(FILE *, name, parameters)                                        \
    {                                                                          \
        return uci_stream_adopt(UCI_STDIO_REAL(name) arguments);               \
    }

OPEN(fopen, (const char *path, const char *mode), (path, mode))
OPEN(fopen64, (const char *path, const char *mode), (path, mode))
OPEN(fdopen, (int fd, const char *mode), (fd, mode))
OPEN(setmntent, (const char *path, const char *mode), (path, mode))
MAKE(tmpfile, (void), ())
MAKE(tmpfile64, (void), ())
MAKE(fmemopen, (void *start, size_t size, const char *mode),
     (start, size, mode))
MAKE(open_memstream, (char **start, size_t *size), (start, size))
MAKE(open_wmemstream, (wchar_t * *start, size_t *size), (start, size))
MAKE(fopencookie,
     (void *cookie, const char *mode, cookie_io_functions_t functions),
     (cookie, mode, functions))

/*
 * libc closes the stream, which clears all flags, puts the new one on its
 * list, and then releases a lock that it has not taken: it gets one for that.
 */
static FILE *reopen(FILE *real(const char *, const char *, FILE *),
                    const char *path, const char *mode, FILE *f)
{
    char buffer[MODE_MAX];
    struct uci_stream_lock libcs = {0};
    f = uci_stream_of(f);
    bool shared = uci_stream_is_shared(f);
    if (!shared)
        return real(path, mode, f);
    uci_stream_drop(f);
    uci_stream_enter(f);
    void *ours = f->_lock;
    f->_lock = &libcs;
    FILE *result = real(path, without_map(mode, buffer), f);
    f->_lock = ours;
    f->_flags |= _IO_USER_LOCK;
    uci_stream_take(f);
    uci_stream_leave(f);
    uci_stream_add(f);
    return result;
}

UCI_STDIO(FILE *, freopen, (const char *path, const char *mode, FILE *f))
{
    return reopen(UCI_STDIO_REAL(freopen), path, mode, f);
}

UCI_STDIO(FILE *, freopen64, (const char *path, const char *mode, FILE *f))
{
    return reopen(UCI_STDIO_REAL(freopen64), path, mode, f);
}

/* Who goes on to use it gets errors, as with libc's. */
static int close_standard(FILE *f)
{
    bool shared = uci_stream_is_shared(f);
    uci_stream_enter(f);
    int result = _IO_file_close_it(f);
    if (shared)
        f->_flags |= _IO_USER_LOCK;
    uci_stream_leave(f);
    return result;
}

int uci_stream_close(FILE *f)
{
    int (*real)(FILE *) = UCI_LIBC_REAL(fclose);
    f = uci_stream_of(f);
    if (uci_stream_is_standard(f))
        return close_standard(f);
    if (!uci_stream_is_shared(f))
        return real(f);
    uci_stream_drop(f);
    uci_stream_enter(f); /* after all calls; the lock goes with the stream */
    return real(f);
}

UCI_STDIO(int, fclose, (FILE * f))
{
    int status;
    return uci_popen_end(f, &status) ? status : uci_stream_close(f);
}

UCI_STDIO(int, endmntent, (FILE * f))
{
    if (f)
        uci_stream_close(f);
    return 1;
}

/* Memory that other workers do not see is replaced by some that they do, which
 * is libc's to free. */
static int set_buffer(FILE *f, char *buffer, int mode, size_t size)
{
    int (*real)(FILE *, char *, int, size_t) = UCI_LIBC_REAL(setvbuf);
    if (!uci_stream_is_shared(f))
        return real(f, buffer, mode, size);
    f = uci_stream_enter(f);
    bool replace =
        buffer && mode != _IONBF && size > 0 &&
        (!uci_libc_is_shared() || uci_region_holds((uintptr_t)buffer));
    if (replace)
        buffer = uci_malloc(size);
    int result = replace && !buffer ? EOF : real(f, buffer, mode, size);
    if (replace && result == 0)
        f->_flags &= ~UCI_FILE_USER_BUF;
    uci_stream_leave(f);
    return result;
}

UCI_STDIO(int, setvbuf, (FILE * f, char *buffer, int mode, size_t size))
{
    return set_buffer(f, buffer, mode, size);
}

UCI_STDIO(void, setbuf, (FILE * f, char *buffer))
{
    set_buffer(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

UCI_STDIO(void, setbuffer, (FILE * f, char *buffer, size_t size))
{
    set_buffer(f, buffer, buffer ? _IOFBF : _IONBF, size);
}

UCI_STDIO(void, setlinebuf, (FILE * f))
{
    set_buffer(f, NULL, _IOLBF, 0);
}
