/*
 * The functions of stdio.def: libc's own, with the stream locked around.
 *
 * Each is defined under another name than its own, which the assembler gets to
 * see: the headers may define the name as a macro or an inline function, or
 * give it another one.
 */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "libc/libc.h"

#include <grp.h>
#include <gshadow.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <signal.h>
#include <stdarg.h>
#include <wchar.h>

/* Where nothing is shared the call is libc's, by a jump. */
#define VOID(how, name, parameters, arguments)                                 \
    UCI_STDIO(void, name, parameters)                                          \
    {                                                                          \
        if (!uci_stream_is_shared(f)) {                                        \
            UCI_STDIO_REAL(name) arguments;                                    \
            return;                                                            \
        }                                                                      \
        f = how(f);                                                            \
        UCI_STDIO_REAL(name) arguments;                                        \
        uci_stream_leave(f);                                                   \
    }

#define VOID_STANDARD(how, name, stream, parameters, arguments)                \
    UCI_STDIO(void, name, parameters)                                          \
    {                                                                          \
        FILE *f = how(stream);                                                 \
        UCI_STDIO_REAL(name) arguments;                                        \
        uci_stream_leave(f);                                                   \
    }

#define ON(how, type, name, parameters, arguments)                             \
    UCI_STDIO(type, name, parameters)                                          \
    {                                                                          \
        if (!uci_stream_is_shared(f))                                          \
            return UCI_STDIO_REAL(name) arguments;                             \
        f = how(f);                                                            \
        type result = UCI_STDIO_REAL(name) arguments;                          \
        uci_stream_leave(f);                                                   \
        return result;                                                         \
    }

#define ON_STANDARD(how, type, name, stream, parameters, arguments)            \
    UCI_STDIO(type, name, parameters)                                          \
    {                                                                          \
        if (!uci_stream_is_shared(stream))                                     \
            return UCI_STDIO_REAL(name) arguments;                             \
        FILE *f = how(stream);                                                 \
        type result = UCI_STDIO_REAL(name) arguments;                          \
        uci_stream_leave(f);                                                   \
        return result;                                                         \
    }

#define FORMAT(how, name, v_name, parameters, last, arguments)                 \
    UCI_STDIO(int, name, parameters)                                           \
    {                                                                          \
        bool shared = uci_stream_is_shared(f);                                 \
        if (shared)                                                            \
            f = how(f);                                                        \
        va_list l;                                                             \
        va_start(l, last);                                                     \
        int result = UCI_STDIO_REAL(v_name) arguments;                         \
        va_end(l);                                                             \
        if (shared)                                                            \
            uci_stream_leave(f);                                               \
        return result;                                                         \
    }

#define FORMAT_STANDARD(how, name, v_name, stream, parameters, last,           \
                        arguments)                                             \
    UCI_STDIO(int, name, parameters)                                           \
    {                                                                          \
        FILE *f = stream;                                                      \
        bool shared = uci_stream_is_shared(f);                                 \
        if (shared)                                                            \
            f = how(f);                                                        \
        va_list l;                                                             \
        va_start(l, last);                                                     \
        int result = UCI_STDIO_REAL(v_name) arguments;                         \
        va_end(l);                                                             \
        if (shared)                                                            \
            uci_stream_leave(f);                                               \
        return result;                                                         \
    }

#include "libc/stdio/stdio.def"
