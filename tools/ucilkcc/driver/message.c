#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "temporary_files.h"

static void say(const char *kind, const char *format, va_list list)
{
    fprintf(stderr, "ucilkcc: %s: ", kind);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}

void uk_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say("error", format, list);
    va_end(list);
}

void uk_warning(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say("warning", format, list);
    va_end(list);
}

void uk_note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say("note", format, list);
    va_end(list);
}

void uk_die_no_memory(void)
{
    uk_error("out of memory");
    uk_temp_remove_all();
    exit(1);
}
