/* Messages: see message.h. */
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void say(const char *format, va_list arguments)
{
    char line[1024];
    int n = snprintf(line, sizeof line, "ucilk: ");
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
    say(format, arguments);
    va_end(arguments);
}

void uci_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    _exit(UCI_EXIT_ERROR);
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
