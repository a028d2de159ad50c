#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "temp.h"

void uk_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("ucilkcc: error: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

void uk_die_no_memory(void)
{
    uk_error("out of memory");
    uk_temp_remove_all();
    exit(1);
}
