/*
 * Messages about the user's program: place, text, source line, caret.  They
 * are collected over all passes and printed in the order of the text, each
 * with its notes behind it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message_list.h"

bool uk_source_say(struct uk_source *s, int what, unsigned offset,
                   const char *format, ...)
{
    bool is_warning = what >= 0, is_note = what == UK_SAY_NOTE;
    enum uk_setting level =
        is_warning ? uk_style_setting(s->request->style, (enum uk_warning)what)
                   : UK_SET_ERROR;
    if (!is_note)
        s->is_muted = is_warning && (level == UK_SET_OFF ||
                                     s->request->serial || s->request->elides);
    if (s->is_muted)
        return false;
    struct uk_message m = {.kind = is_note                 ? UK_NOTE
                                   : level == UK_SET_ERROR ? UK_ERROR
                                                           : UK_WARNING,
                           .warning = is_warning ? what : UK_N_WARNINGS,
                           .is_doubt = what == UK_SAY_DOUBT,
                           .offset = offset,
                           .sort_by = offset,
                           .order = s->n_messages};
    if (is_note && s->n_messages > 0)
        m.sort_by = s->messages[s->n_messages - 1].sort_by;
    va_list list;
    va_start(list, format);
    m.text = uk_arena_vprint(&s->arena, format, list);
    va_end(list);
    UK_PUSH(s, messages, m);
    s->n_errors += m.kind == UK_ERROR && !m.is_doubt;
    s->is_broken |= m.is_doubt;
    return true;
}

bool uk_source_has_error(const struct uk_source *s, unsigned start,
                         unsigned end)
{
    for (int i = 0; i < s->n_messages; i++)
        if (s->messages[i].kind == UK_ERROR && s->messages[i].offset >= start &&
            s->messages[i].offset < end)
            return true;
    return false;
}

/* " [-Wucilk-x]", " [-Werror=ucilk-x]" or nothing. */
static void print_option(const struct uk_message *m, char *to, size_t size)
{
    *to = 0;
    if (m->warning != UK_N_WARNINGS)
        snprintf(to, size, "-W%sucilk-%s", m->kind == UK_ERROR ? "error=" : "",
                 uk_warning_name((enum uk_warning)m->warning));
}

static const char *const kind_names[] = {
    [UK_ERROR] = "error", [UK_WARNING] = "warning", [UK_NOTE] = "note"};

struct colours {
    const char *bold, *kind, *caret, *plain;
};

static struct colours colours_of(const struct uk_source *s,
                                 const struct uk_message *m)
{
    static const char *const kinds[] = {[UK_ERROR] = "\033[1;31m",
                                        [UK_WARNING] = "\033[1;35m",
                                        [UK_NOTE] = "\033[1;36m"};
    if (!s->request->style->colour)
        return (struct colours){"", "", "", ""};
    return (struct colours){"\033[1m", kinds[m->kind], "\033[1;32m", "\033[0m"};
}

/* file:line:col: in the style that is asked for. */
static void print_place(const struct uk_source *s,
                        const struct uk_shown_place *at, struct uk_buffer *out)
{
    const struct uk_style *style = s->request->style;
    if (style->format == UK_FORMAT_MSVC)
        uk_buffer_print(out, "%s(%u", at->file, at->line);
    else if (style->format == UK_FORMAT_VI)
        uk_buffer_print(out, "%s +%u", at->file, at->line);
    else
        uk_buffer_print(out, "%s:%u", at->file, at->line);
    if (!style->no_column)
        uk_buffer_print(out, style->format == UK_FORMAT_MSVC ? ",%u" : ":%u",
                        style->byte_columns ? at->column : at->display);
    uk_buffer_print(out, style->format == UK_FORMAT_MSVC ? "):" : ":");
}

/* Tabs become blanks, so that the caret stands below its letter. */
static void print_line(const struct uk_source *s,
                       const struct uk_shown_place *at, struct uk_buffer *out)
{
    for (unsigned i = 0, column = 0; i < at->text_size;) {
        unsigned next = i, width = uk_shown_width(s, at, &next, column);
        if (at->text[i] == '\t')
            uk_buffer_print(out, "%*s", (int)width, "");
        else
            uk_buffer_add(out, at->text + i, next - i);
        column += width;
        i = next;
    }
}

static void print(const struct uk_source *s, const struct uk_message *m,
                  struct uk_buffer *out)
{
    const struct uk_style *style = s->request->style;
    struct colours c = colours_of(s, m);
    struct uk_shown_place at = uk_shown_place(s, m->offset);
    char option[64];
    print_option(m, option, sizeof option);
    uk_buffer_print(out, "%s", c.bold);
    print_place(s, &at, out);
    uk_buffer_print(out, "%s %s%s:%s %s", c.plain, c.kind, kind_names[m->kind],
                    c.plain, m->text);
    if (*option != 0 && !style->no_option)
        uk_buffer_print(out, " [%s%s%s]", c.kind, option, c.plain);
    uk_buffer_print(out, "\n");
    if (style->no_caret)
        return;
    if (style->no_numbers)
        uk_buffer_print(out, " ");
    else
        uk_buffer_print(out, "%5u | ", at.line);
    print_line(s, &at, out);
    uk_buffer_print(out, "\n%s%*s%s^%s\n", style->no_numbers ? " " : "      | ",
                    (int)at.display - 1, "", c.caret, c.plain);
}

/* --- in the form of gcc's -fdiagnostics-format=json --- */

static void print_string(const char *text, struct uk_buffer *out)
{
    uk_buffer_add(out, "\"", 1);
    for (; *text != 0; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            uk_buffer_print(out, "\\%c", c);
        else if (c < 0x20)
            uk_buffer_print(out, "\\u%04x", c);
        else
            uk_buffer_add(out, text, 1);
    }
    uk_buffer_add(out, "\"", 1);
}

/* All but the closing brace and the notes. */
static void print_object(const struct uk_source *s, const struct uk_message *m,
                         struct uk_buffer *out)
{
    struct uk_shown_place at = uk_shown_place(s, m->offset);
    char option[64];
    print_option(m, option, sizeof option);
    uk_buffer_print(out,
                    "{\"kind\": \"%s\", \"message\": ", kind_names[m->kind]);
    print_string(m->text, out);
    if (*option != 0)
        uk_buffer_print(out, ", \"option\": \"%s\"", option);
    uk_buffer_print(out, ", \"locations\": [{\"caret\": {\"file\": ");
    print_string(at.file, out);
    uk_buffer_print(out,
                    ", \"line\": %u, \"column\": %u, \"display-column\": %u, "
                    "\"byte-column\": %u}}], \"column-origin\": 1, "
                    "\"escape-source\": false",
                    at.line,
                    s->request->style->byte_columns ? at.column : at.display,
                    at.display, at.column);
}

static int print_json(const struct uk_source *s, int i, struct uk_buffer *out)
{
    uk_buffer_print(out, "%s", out->size == 0 ? "" : ", ");
    print_object(s, &s->messages[i], out);
    uk_buffer_print(out, ", \"children\": [");
    for (int n = 0; i + 1 < s->n_messages && s->messages[i + 1].kind == UK_NOTE;
         n++) {
        uk_buffer_print(out, "%s", n == 0 ? "" : ", ");
        print_object(s, &s->messages[++i], out);
        uk_buffer_print(out, "}");
    }
    uk_buffer_print(out, "]}");
    return i;
}

static int compare(const void *a, const void *b)
{
    const struct uk_message *x = a, *y = b;
    if (x->sort_by != y->sort_by)
        return x->sort_by < y->sort_by ? -1 : 1;
    return x->order - y->order;
}

void uk_source_report(struct uk_source *s, struct uk_said *said)
{
    if (s->n_messages > 0)
        qsort(s->messages, (size_t)s->n_messages, sizeof *s->messages, compare);
    for (int i = 0; i < s->n_messages; i++) {
        const struct uk_message *m = &s->messages[i];
        struct uk_buffer *out = m->is_doubt ? &said->doubts : &said->now;
        if (s->request->style->format == UK_FORMAT_JSON)
            i = print_json(s, i, out);
        else
            print(s, m, out);
    }
}
