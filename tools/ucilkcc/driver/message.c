#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "temporary_files.h"

void uk_say(const char *kind, const char *format, ...)
{
    va_list list;
    fprintf(stderr, "ucilkcc: %s: ", kind);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

void uk_die_no_memory(void)
{
    uk_error("out of memory");
    uk_temp_remove_all();
    exit(1);
}
