/*
 * The text with its edits; a piece that is moved takes its own along.  Behind
 * each edit a line marker and as many blanks as the user's line has before the
 * column put the compiler back to where the user is.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "source.h"

struct uk_edit {
    unsigned start, end;
    int order;         /* of edits with the same start: as they were added */
    bool is_end;       /* it belongs to the text before it */
    const char *text;  /* NULL: that of [from, to), with its edits */
    unsigned from, to; /* of an end: from where on it is around the text */
};

void uk_edit_put(struct uk_source *s, unsigned start, unsigned end, int order,
                 const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = uk_arena_vprint(&s->arena, format, list);
    va_end(list);
    UK_PUSH(s, edits, (struct uk_edit){start, end, order, false, text, 0, 0});
}

/* Behind others that begin there, since these are about statements; what is
 * around more comes first, and ends last. */
void uk_edit_wrap(struct uk_source *s, unsigned start, unsigned end,
                  const char *before, const char *behind)
{
    enum { LATE = 1 << 30 };
    int n = s->n_edits;
    UK_PUSH(s, edits,
            (struct uk_edit){start, start, LATE + n, false, before, 0, 0});
    UK_PUSH(s, edits,
            (struct uk_edit){end, end, LATE - n, true, behind, start, 0});
}

void uk_edit_take(struct uk_source *s, unsigned start, unsigned end,
                  struct uk_buffer *text)
{
    uk_edit_add(s, start, end, "%s", text->bytes != NULL ? text->bytes : "");
    uk_buffer_free(text);
}

void uk_edit_move(struct uk_source *s, unsigned start, unsigned end,
                  unsigned to)
{
    /* Before the edits that are moved along. */
    int n = s->n_edits + 1;
    UK_PUSH(s, edits, (struct uk_edit){start, end, -1, false, "", 0, 0});
    UK_PUSH(s, edits, (struct uk_edit){to, to, n, false, NULL, start, end});
}

static int compare(const void *a, const void *b)
{
    const struct uk_edit *x = a, *y = b;
    bool x_inserts = x->start == x->end, y_inserts = y->start == y->end;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x_inserts != y_inserts && x->order >= 0 && y->order >= 0)
        return x_inserts ? -1 : 1;
    return x->order - y->order;
}

void uk_emit_mark(const struct uk_source *s, unsigned offset,
                  struct uk_buffer *out)
{
    struct uk_place place = uk_source_place(s, offset);
    uk_buffer_print(out, "\n# %u \"%s\" 3\n", place.line, place.file);
}

static void align(const struct uk_source *s, unsigned offset, bool quietly,
                  struct uk_buffer *output)
{
    struct uk_place place = uk_source_place(s, offset);
    uk_buffer_print(output, "\n# %u \"%s\"%s\n", place.line, place.file,
                    quietly ? " 3" : "");
    for (unsigned i = place.line_start; i < offset; i++) {
        /* compilers count bytes here */
        uk_buffer_add(output, s->text[i] == '\t' ? "\t" : " ", 1);
    }
}

void uk_source_align(const struct uk_source *s, unsigned offset,
                     struct uk_buffer *output)
{
    align(s, offset, false, output);
}

/* Is it in an inline function that is not static? */
static bool is_quiet(const struct uk_source *s, unsigned offset)
{
    int f = UK_FIRST(i, s->n_functions,
                     s->tokens[s->functions[i].close].end < offset);
    return f < s->n_functions && s->functions[f].is_inline;
}

void uk_edit_align(const struct uk_source *s, unsigned offset,
                   struct uk_buffer *output)
{
    align(s, offset, is_quiet(s, offset), output);
}

void uk_edit_render(const struct uk_source *s, unsigned at, unsigned end,
                    struct uk_buffer *output)
{
    unsigned begin = at, gone = at; /* [gone, at) is moved away */
    int i = UK_FIRST(k, s->n_sorted, s->edits[k].start < at);
    if (i < s->n_sorted && s->edits[i].order < 0 && s->edits[i].start == at &&
        s->edits[i].end == end)
        i++; /* what takes this piece away */
    for (; i < s->n_sorted; i++) {
        const struct uk_edit *e = &s->edits[i];
        if (e->start >= end && end < s->size &&
            !(e->start == end && e->is_end && begin < end))
            break;
        if (e->start < at) /* of what is replaced or moved as a whole */
            continue;
        if (e->is_end && (e->from < begin || (gone <= e->from && e->from < at)))
            continue; /* around more than this piece, or around what is gone */
        uk_buffer_add(output, s->text + at, e->start - at);
        if (e->text != NULL && is_quiet(s, e->start))
            uk_emit_mark(s, e->start, output);
        if (e->text != NULL) {
            uk_buffer_print(output, "%s", e->text);
        } else {
            uk_source_align(s, e->from, output);
            uk_edit_render(s, e->from, e->to, output);
        }
        if (e->order < 0)
            gone = e->start;
        else if (e->end > at)
            gone = e->end;
        at = e->end;
        /* Edits that touch need the marker once. */
        if (i + 1 == s->n_sorted || s->edits[i + 1].start != at)
            uk_source_align(s, at, output);
    }
    uk_buffer_add(output, s->text + at, end - at);
}

void uk_edit_sort(struct uk_source *s)
{
    if (s->n_edits != 0)
        qsort(s->edits, (size_t)s->n_edits, sizeof *s->edits, compare);
    s->n_sorted = s->n_edits;
}

void uk_edit_apply(struct uk_source *s, struct uk_buffer *output)
{
    uk_edit_sort(s);
    uk_edit_render(s, 0, (unsigned)s->size, output);
}
