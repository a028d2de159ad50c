/*
 * Messages about the user's program: place, text, source line, caret.  They
 * are collected over all passes and printed in the order of the text.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

struct uk_error {
    unsigned offset;
    const char *text;
};

void uk_source_error(struct uk_source *s, unsigned offset, const char *format,
                     ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = uk_arena_get(&s->arena, (size_t)length + 1);
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
    s->errors =
        uk_arena_grow(&s->arena, s->errors, s->n_errors, sizeof *s->errors);
    s->errors[s->n_errors++] = (struct uk_error){offset, text};
}

static void print(const struct uk_source *s, const struct uk_error *error)
{
    struct uk_place place = uk_source_place(s, error->offset);
    bool colour = s->request->colour;
    const char *bold = colour ? "\033[1m" : "";
    const char *red = colour ? "\033[1;31m" : "";
    const char *green = colour ? "\033[1;32m" : "";
    const char *plain = colour ? "\033[0m" : "";
    const char *line = s->text + place.line_start;
    const char *end = memchr(line, '\n', s->size - place.line_start);
    int length = (int)((end != NULL ? end : s->text + s->size) - line);
    fprintf(stderr, "%s%s:%u:%u:%s %serror:%s %s\n%5u | %.*s\n      | ", bold,
            place.file, place.line, place.column, plain, red, plain,
            error->text, place.line, length, line);
    for (unsigned i = 0; i + 1 < place.column; i++)
        if (((unsigned char)line[i] & 0xc0) != 0x80) /* not within a letter */
            fputc(line[i] == '\t' ? '\t' : ' ', stderr);
    fprintf(stderr, "%s^%s\n", green, plain);
}

static int compare(const void *a, const void *b)
{
    const struct uk_error *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void uk_source_report(struct uk_source *s)
{
    if (s->n_errors > 0)
        qsort(s->errors, (size_t)s->n_errors, sizeof *s->errors, compare);
    for (int i = 0; i < s->n_errors; i++)
        print(s, &s->errors[i]);
}
