/*
 * Messages about the user's program: place, text, source line, caret.  All of
 * them are reported; the caller goes on.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "source.h"

void uk_source_error(struct uk_source *s, unsigned offset, const char *format,
                     ...)
{
    struct uk_place place = uk_source_place(s, offset);
    bool colour = s->request->colour;
    const char *bold = colour ? "\033[1m" : "", *red = colour ? "\033[1;31m" : "";
    const char *green = colour ? "\033[1;32m" : "";
    const char *plain = colour ? "\033[0m" : "";
    fprintf(stderr, "%s%s:%u:%u:%s %serror:%s ", bold, place.file, place.line,
            place.column, plain, red, plain);
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);

    const char *line = s->text + place.line_start;
    const char *end = memchr(line, '\n', s->size - place.line_start);
    int length = (int)((end != NULL ? end : s->text + s->size) - line);
    fprintf(stderr, "\n%5u | %.*s\n      | ", place.line, length, line);
    for (unsigned i = 0; i + 1 < place.column; i++)
        if (((unsigned char)line[i] & 0xc0) != 0x80) /* not within a letter */
            fputc(line[i] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "%s^%s\n", green, plain);
    s->n_errors++;
}
