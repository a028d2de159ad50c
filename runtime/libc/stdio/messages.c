/*
 * err, warn, error and their kin: one message, one call.
 *
 * Those that end the program do so with no stream locked, by exit(): in a
 * task that is worker 0's to carry out.
 */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "libc/libc.h"

static void say_warning(void real(const char *, va_list), const char *format,
                        va_list list)
{
    FILE *f = uci_stream_enter(stderr);
    real(format, list);
    uci_stream_leave(f);
}

static void say_vwarn(const char *format, va_list list)
{
    say_warning(UCI_LIBC_REAL(vwarn), format, list);
}

static void say_vwarnx(const char *format, va_list list)
{
    say_warning(UCI_LIBC_REAL(vwarnx), format, list);
}

#define WARNING(name, v_name)                                                  \
    UCI_STDIO(void, v_name, (const char *format, va_list list))                \
    {                                                                          \
        say_##v_name(format, list);                                            \
    }                                                                          \
    UCI_STDIO(void, name, (const char *format, ...))                           \
    {                                                                          \
        va_list list;                                                          \
        va_start(list, format);                                                \
        say_##v_name(format, list);                                            \
        va_end(list);                                                          \
    }
#define END(name, v_name, warning)                                             \
    UCI_STDIO(void, v_name, (int status, const char *format, va_list list))    \
    {                                                                          \
        say_##warning(format, list);                                           \
        exit(status);                                                          \
    }                                                                          \
    UCI_STDIO(void, name, (int status, const char *format, ...))               \
    {                                                                          \
        va_list list;                                                          \
        va_start(list, format);                                                \
        say_##warning(format, list);                                           \
        exit(status);                                                          \
    }

WARNING(warn, vwarn)
WARNING(warnx, vwarnx)
END(err, verr, vwarn)
END(errx, verrx, vwarnx)

/* libc's looks at stdout while it has stderr; this does one after the other. */
static void say(int number, const char *file, unsigned line, bool has_line,
                const char *format, va_list list)
{
    fflush(stdout);
    flockfile(stderr);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, has_line ? "%s:" : "%s: ", program_invocation_name);
    if (has_line)
        fprintf(stderr, file ? "%s:%u: " : " ", file, line);
    vfprintf(stderr, format, list);
    error_message_count++;
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    putc('\n', stderr);
    fflush(stderr);
    funlockfile(stderr);
}

UCI_STDIO(void, error, (int status, int number, const char *format, ...))
{
    va_list list;
    va_start(list, format);
    say(number, NULL, 0, false, format, list);
    va_end(list);
    if (status)
        exit(status);
}

/* As libc: a second message about the same line is not printed if so set. */
UCI_STDIO(void, error_at_line,
          (int status, int number, const char *file, unsigned line,
           const char *format, ...))
{
    static const char *old_file;
    static unsigned old_line;
    bool again =
        error_one_per_line && line == old_line &&
        (file == old_file || (file && old_file && strcmp(file, old_file) == 0));
    old_file = file;
    old_line = line;
    if (!again) {
        va_list list;
        va_start(list, format);
        say(number, file, line, true, format, list);
        va_end(list);
        if (status)
            exit(status);
    }
}
