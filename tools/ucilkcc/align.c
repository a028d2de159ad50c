/*
 * A row is one line of preprocessed text.  Its tokens and those of the line
 * of the file that it comes from are compared: from the left, from the right,
 * and what is in between by a longest common subsequence.  What is only in the
 * text comes from a macro, whose column its first token gets.  Where an
 * expansion is too long for what follows it, a line marker starts the column
 * anew.  All columns are bytes, from 0.
 */
#include "align.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "process.h"
#include "source.h"

struct piece { /* a token or comment */
    const char *at;
    unsigned size, column;
    int match; /* index in the other list, or UK_NONE */
};

struct pieces {
    struct piece *at;
    int n, room;
};

struct file {
    struct file *next;
    char *name; /* as in the markers */
    struct uk_text text;
    const char **lines; /* n_lines + 1 */
    bool *in_comment;   /* the line begins within one */
    unsigned n_lines;
};

struct alignment {
    struct uk_buffer out;
    struct file *files, *file; /* all; the current one, NULL: none */
    char *name;                /* of the current one, with quotes */
    bool is_system;            /* says the last marker */
    unsigned line;             /* of the file, that the next row is */
    struct pieces row, raw;
    unsigned raw_line; /* raw is of this line; its first `used' are done */
    int used;
};

static bool continues_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static const char *skip_literal(const char *p, const char *end)
{
    char quote = *p++;
    while (p < end && *p != quote)
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    return p < end ? p + 1 : end;
}

/* The end of the comment that p is in; end, and *open, where it goes on. */
static const char *skip_comment(const char *p, const char *end, bool *open)
{
    for (; p + 1 < end; p++)
        if (p[0] == '*' && p[1] == '/')
            return p + 2;
    *open = true;
    return end;
}

static const char *skip_piece(const char *p, const char *end)
{
    if (*p == '"' || *p == '\'')
        return skip_literal(p, end);
    if (isdigit((unsigned char)*p) || continues_name(*p)) {
        const char *stop = p;
        while (stop < end && continues_name(*stop))
            stop++;
        if (stop < end && (*stop == '"' || *stop == '\'') && stop - p <= 2 &&
            strchr("LuU", *p) != NULL)
            return skip_literal(stop, end);
        return stop;
    }
    return p + 1;
}

static void add_piece(struct pieces *pieces, const char *line, const char *p,
                      const char *stop)
{
    if (pieces->n == pieces->room) {
        pieces->room = pieces->room ? 2 * pieces->room : 64;
        pieces->at = realloc(pieces->at,
                             (size_t)pieces->room * sizeof pieces->at[0]);
        if (!pieces->at)
            uk_die_no_memory();
    }
    pieces->at[pieces->n++] = (struct piece){p, (unsigned)(stop - p),
                                             (unsigned)(p - line), UK_NONE};
}

/* The tokens of a line, and its comments if asked for; *open: a comment goes
 * on from the line before, and into the next. */
static void split(struct pieces *pieces, const char *line, const char *end,
                  bool comments, bool *open)
{
    const char *p = line;
    pieces->n = 0;
    while (p < end) {
        const char *stop;
        if (*open) {
            *open = false;
            p = skip_comment(p, end, open);
            continue;
        }
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        if (*p == '/' && p + 1 < end && (p[1] == '*' || p[1] == '/')) {
            stop = p[1] == '/' ? end : skip_comment(p + 2, end, open);
            if (comments)
                add_piece(pieces, line, p, stop);
            p = stop;
            continue;
        }
        stop = skip_piece(p, end);
        add_piece(pieces, line, p, stop);
        p = stop;
    }
}

/* --- the files --- */

static void *need(void *memory)
{
    if (!memory)
        uk_die_no_memory();
    return memory;
}

/* Without the backslashes of a marker. */
static void unescape(char *to, const char *name)
{
    for (; *name; name++) {
        if (*name == '\\' && name[1])
            name++;
        *to++ = *name;
    }
    *to = 0;
}

static void find_lines(struct file *file)
{
    const char *p = file->text.bytes, *end = p + file->text.size;
    struct pieces ignored = {0};
    bool open = false;
    unsigned room = 0;
    for (;;) {
        if (file->n_lines + 1 >= room) {
            room = room ? 2 * room : 1024;
            file->lines =
                need(realloc(file->lines, room * sizeof file->lines[0]));
            file->in_comment = need(
                realloc(file->in_comment, room * sizeof file->in_comment[0]));
        }
        file->lines[file->n_lines] = p;
        if (p >= end)
            break;
        file->in_comment[file->n_lines++] = open;
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline : end;
        if (open || memmem(p, (size_t)(stop - p), "/*", 2))
            split(&ignored, p, stop, false, &open);
        p = newline ? newline + 1 : end;
    }
    free(ignored.at);
}

/* The file of a marker: an empty one if it cannot be read. */
static struct file *open_file(struct alignment *a, const char *name)
{
    struct file *file = a->files;
    while (file && strcmp(file->name, name) != 0)
        file = file->next;
    if (file)
        return file;
    file = need(calloc(1, sizeof *file));
    file->name = need(strdup(name));
    file->next = a->files;
    a->files = file;
    char *path = need(strdup(name));
    unescape(path, name);
    if (uk_process_read_file(path, &file->text) != 0)
        file->text = (struct uk_text){0};
    free(path);
    if (file->text.bytes)
        find_lines(file);
    return file;
}

/* --- one row --- */

static bool equal(const struct piece *a, const struct piece *b)
{
    return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

static void match(struct piece *a, struct piece *b, int i, int j)
{
    a[i].match = j;
    b[j].match = i;
}

/* Longest common subsequence of a[0, n) and b[0, m). */
static void match_inner(struct piece *a, int n, struct piece *b, int m, int i0,
                        int j0)
{
    enum { MOST = 250000 };
    if (n == 0 || m == 0 || (long)n * m > MOST)
        return;
    size_t wide = (size_t)m + 1;
    unsigned short *best = need(calloc(((size_t)n + 1) * wide, sizeof *best));
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--) {
            unsigned short down = best[(size_t)(i + 1) * wide + (size_t)j];
            unsigned short right = best[(size_t)i * wide + (size_t)j + 1];
            unsigned short here = down > right ? down : right;
            if (equal(&a[i0 + i], &b[j0 + j]))
                here = best[(size_t)(i + 1) * wide + (size_t)j + 1] + 1;
            best[(size_t)i * wide + (size_t)j] = here;
        }
    for (int i = 0, j = 0; i < n && j < m;) {
        if (equal(&a[i0 + i], &b[j0 + j])) {
            match(a, b, i0 + i++, j0 + j++);
        } else if (best[(size_t)(i + 1) * wide + (size_t)j] >=
                   best[(size_t)i * wide + (size_t)j + 1]) {
            i++;
        } else {
            j++;
        }
    }
    free(best);
}

/* Compares the row with what of its line is left; how many tokens match. */
static int compare(struct alignment *a)
{
    struct piece *row = a->row.at, *raw = a->raw.at;
    int i = 0, j = a->used, n = a->row.n, m = a->raw.n, found = 0;
    for (; i < n && j < m && equal(&row[i], &raw[j]); i++, j++)
        match(row, raw, i, j);
    for (; n > i && m > j && equal(&row[n - 1], &raw[m - 1]); n--, m--)
        match(row, raw, n - 1, m - 1);
    match_inner(row, n - i, raw, m - j, i, j);
    for (i = 0; i < a->row.n; i++)
        found += row[i].match != UK_NONE;
    return found;
}

/* Goes on at a column of the file's line: by blanks, or on a new line; apart:
 * something is needed before it. */
static void move(struct alignment *a, unsigned *column, unsigned to, bool apart)
{
    const char *line = a->file->lines[a->line - 1];
    if (to < *column || (to == *column && apart)) {
        uk_buffer_print(&a->out, "\n# %u %s%s\n", a->line, a->name,
                        a->is_system ? " 3" : "");
        *column = 0;
    }
    for (; *column < to; ++*column)
        uk_buffer_add(&a->out, line[*column] == '\t' ? "\t" : " ", 1);
}

/* Can it be the name of the macro that tokens come from? */
static bool is_macro(const struct piece *raw)
{
    return raw->match == UK_NONE && continues_name(*raw->at) &&
           !isdigit((unsigned char)*raw->at);
}

static void print_row(struct alignment *a, const char *line)
{
    struct piece *row = a->row.at, *raw = a->raw.at;
    unsigned column = 0, written = 0; /* in the output; of the row */
    int next = a->used;               /* of raw: behind the last match */
    for (int i = 0; i < a->row.n; i++) {
        bool first = i == 0 || row[i - 1].match != UK_NONE;
        unsigned blanks = row[i].column - written;
        if (row[i].match != UK_NONE) {
            next = row[i].match + 1;
            move(a, &column, raw[row[i].match].column, i > 0 && blanks > 0);
        } else if (first && next < a->raw.n && is_macro(&raw[next])) {
            move(a, &column, raw[next].column, i > 0 && blanks > 0);
        } else {
            uk_buffer_print(&a->out, "%*s", (int)blanks, "");
            column += blanks;
        }
        uk_buffer_add(&a->out, row[i].at, row[i].size);
        column += row[i].size;
        written = (unsigned)(row[i].at - line) + row[i].size;
    }
    a->used = next;
}

/* The row [line, end), which is a line of the file. */
static void align_row(struct alignment *a, const char *line, const char *end,
                      bool *open)
{
    bool was_open = *open;
    split(&a->row, line, end, true, open);
    if (a->line != a->raw_line) {
        bool raw_open = a->file->in_comment[a->line - 1];
        const char *raw = a->file->lines[a->line - 1];
        const char *raw_end = a->file->lines[a->line];
        bool comments = memmem(line, (size_t)(end - line), "/*", 2) ||
                        memmem(line, (size_t)(end - line), "//", 2);
        split(&a->raw, raw, raw_end - (raw_end > raw && raw_end[-1] == '\n'),
              comments, &raw_open);
        a->raw_line = a->line;
        a->used = 0;
    }
    bool verbatim = was_open || *open || a->row.n == 0;
    if (!verbatim && a->is_system) {
        /* From a system header's macro; without its arguments. */
        verbatim = a->used == a->raw.n || !is_macro(&a->raw.at[a->used]);
        if (!verbatim) {
            print_row(a, line);
            a->used++;
        }
    } else if (!verbatim) {
        verbatim = 2 * compare(a) < a->row.n && a->used == 0 && a->row.n > 8;
        if (!verbatim)
            print_row(a, line);
    }
    if (verbatim)
        uk_buffer_add(&a->out, line, (size_t)(end - line));
}

/* --- the text --- */

/* # LINE "FILE" FLAGS */
static void read_marker(struct alignment *a, const char *line, const char *end)
{
    char *rest;
    unsigned long n = strtoul(line + 2, &rest, 10);
    if (rest == line + 2)
        return;
    a->line = (unsigned)n;
    a->raw_line = a->raw_line == n ? a->raw_line : 0;
    const char *name = memchr(rest, '"', (size_t)(end - rest));
    const char *last = name ? memrchr(name, '"', (size_t)(end - name)) : NULL;
    if (!name || last == name)
        return;
    size_t size = (size_t)(last - name) + 1;
    if (!a->name || strlen(a->name) != size ||
        strncmp(a->name, name, size) != 0) {
        free(a->name);
        a->name = need(strndup(name, size));
        a->file = NULL;
        a->raw_line = 0;
    }
    size = (size_t)(end - last) - 1;
    a->is_system = memchr(last + 1, '3', size) != NULL;
    if (memchr(last + 1, '1', size) || memchr(last + 1, '2', size))
        a->file = NULL; /* into a file or back */
    if (!a->file && !a->is_system && a->name[1] != '<') {
        char *plain = need(strndup(a->name + 1, strlen(a->name) - 2));
        a->file = open_file(a, plain);
        free(plain);
    }
}

void uk_align(struct uk_text *text)
{
    struct alignment a = {0};
    const char *p = text->bytes, *end = p + text->size;
    bool open = false;
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline : end;
        bool marker = !open && stop - p > 2 && p[0] == '#' && p[1] == ' ' &&
                      isdigit((unsigned char)p[2]);
        if (marker)
            read_marker(&a, p, stop);
        if (marker || *p == '#' || !a.file || a.line == 0 ||
            a.line > a.file->n_lines || stop == p)
            uk_buffer_add(&a.out, p, (size_t)(stop - p));
        else
            align_row(&a, p, stop, &open);
        if (newline)
            uk_buffer_add(&a.out, "\n", 1);
        a.line += !marker;
        p = stop + 1;
    }
    if (a.out.bytes) {
        free(text->bytes);
        *text = (struct uk_text){a.out.bytes, a.out.size};
    }
    while (a.files) {
        struct file *file = a.files;
        a.files = file->next;
        free(file->text.bytes);
        free(file->lines);
        free(file->in_comment);
        free(file->name);
        free(file);
    }
    free(a.name);
    free(a.row.at);
    free(a.raw.at);
}
