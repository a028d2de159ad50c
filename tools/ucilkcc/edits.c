/*
 * The text with its edits.  Behind each edit a line marker and as many blanks
 * as the user's line has before the column put the compiler back to where the
 * user is.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "source.h"

struct uk_edit {
    unsigned start, end;
    int order; /* of edits with the same start: as they were added */
    char *text;
};

void uk_edit_add(struct uk_source *s, unsigned start, unsigned end,
                 const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = uk_arena_get(&s->arena, (size_t)length + 1);
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
    s->edits = uk_arena_grow(&s->arena, s->edits, s->n_edits, sizeof *s->edits);
    s->edits[s->n_edits] = (struct uk_edit){start, end, s->n_edits, text};
    s->n_edits++;
}

static int compare(const void *a, const void *b)
{
    const struct uk_edit *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->order - y->order;
}

void uk_source_align(const struct uk_source *s, unsigned offset,
                     struct uk_buffer *output)
{
    struct uk_place place = uk_source_place(s, offset);
    uk_buffer_print(output, "\n# %u \"%s\"\n", place.line, place.file);
    for (unsigned i = place.line_start; i < offset; i++) {
        unsigned char c = (unsigned char)s->text[i];
        if ((c & 0xc0) != 0x80)
            uk_buffer_add(output, c == '\t' ? "\t" : " ", 1);
    }
}

void uk_edit_apply(struct uk_source *s, struct uk_buffer *output)
{
    if (s->n_edits != 0)
        qsort(s->edits, (size_t)s->n_edits, sizeof *s->edits, compare);
    unsigned at = 0;
    for (int i = 0; i < s->n_edits; i++) {
        const struct uk_edit *e = &s->edits[i];
        uk_buffer_add(output, s->text + at, e->start - at);
        uk_buffer_print(output, "%s", e->text);
        at = e->end;
        /* Edits that touch need the marker once. */
        if (i + 1 == s->n_edits || s->edits[i + 1].start != at)
            uk_source_align(s, at, output);
    }
    uk_buffer_add(output, s->text + at, s->size - at);
}
