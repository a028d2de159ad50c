/*
 * err, warn, error and their kin: one message, one call.
 *
 * Those that end the program do so with no stream locked, by exit(): in a
 * task that is worker 0's to carry out.
 */
#define _GNU_SOURCE
#include "libc/stdio.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "libc/libc.h"

UCI_STDIO(void, warn, (const char *format, ...))
{
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}

UCI_STDIO(void, warnx, (const char *format, ...))
{
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

UCI_STDIO(void, verr, (int status, const char *format, va_list list))
{
    vwarn(format, list);
    exit(status);
}

UCI_STDIO(void, verrx, (int status, const char *format, va_list list))
{
    vwarnx(format, list);
    exit(status);
}

UCI_STDIO(void, err, (int status, const char *format, ...))
{
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}

UCI_STDIO(void, errx, (int status, const char *format, ...))
{
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}

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
