/* Messages.  See message.h. */
#include "base/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static char host[64];
static void (*before_end)(void);

void uci_message_of_rank(void (*last)(void))
{
    gethostname(host, sizeof host - 1);
    before_end = last;
}

static void say(const char *format, va_list arguments, const char *where)
{
    char line[1024];
    int n = snprintf(line, sizeof line, "ucilk: %s%s%s",
                     *where ? "on host " : "", where, *where ? ": " : "");
    int m = vsnprintf(line + n, sizeof line - (size_t)n - 1, format, arguments);
    if (m < 0)
        return;
    size_t length = (size_t)n + (size_t)m;
    if (length > sizeof line - 2)
        length = sizeof line - 2;
    line[length++] = '\n';
    for (const char *p = line; length > 0;) {
        ssize_t written = write(STDERR_FILENO, p, length);
        if (written <= 0)
            return;
        p += written;
        length -= (size_t)written;
    }
}

void uci_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, "");
    va_end(arguments);
}

void uci_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, host);
    va_end(arguments);
    if (before_end)
        before_end();
    _exit(UCI_EXIT_ERROR);
}

/* True if the output is a pipe with bytes in it. */
static bool is_unread(int output)
{
    struct stat file;
    int n_bytes;
    return fstat(output, &file) == 0 && S_ISFIFO(file.st_mode) &&
           ioctl(output, FIONREAD, &n_bytes) == 0 && n_bytes > 0;
}

void uci_message_drain(void)
{
    for (unsigned n = 0; n < 1000; n++) {
        if (!is_unread(STDOUT_FILENO) && !is_unread(STDERR_FILENO))
            return;
        usleep(1000);
    }
}

void uci_check_failed(const char *file, int line, const char *what,
                      unsigned long a, unsigned long b)
{
    uci_message("internal error at %s:%d: %s does not hold (%#lx, %#lx); "
                "please report it",
                file, line, what, a, b);
    abort();
}

char *uci_size_text(char buffer[32], unsigned long bytes)
{
    static const char units[][4] = {"B", "KiB", "MiB", "GiB", "TiB"};
    unsigned u = 0;
    while (u < 4 && bytes >= 1024 && bytes % 1024 == 0) {
        bytes /= 1024;
        u++;
    }
    snprintf(buffer, 32, "%lu %s", bytes, units[u]);
    return buffer;
}
