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
    unsigned size, column, line;
    int match; /* index in the other list, or UK_NONE */
};

struct pieces {
    struct piece *at;
    int n, room;
};

struct file {
    struct file *next;
    char *name; /* as in the markers */
    struct uk_buffer text;
    const char **lines; /* n_lines + 1 */
    bool *in_comment;   /* the line begins within one */
    unsigned n_lines;
};

struct alignment {
    struct uk_arena arena;
    struct uk_buffer out;
    struct file *files, *file; /* all; the current one, NULL: none */
    char *name;                /* of the current one, with quotes */
    bool is_system;            /* says the last marker */
    bool is_clangs;
    unsigned line; /* of the file, that the next row is */
    struct pieces row, raw;
    unsigned raw_line; /* raw is of this line; its first `used' are done */
    int used;
    int macro, close; /* raw tokens: where an expansion comes from, UK_NONE;
                       * the end of its arguments */
};

/* The end of the comment that p is in; end, and *open, where it goes on. */
static const char *skip_comment(const char *p, const char *end, bool *open)
{
    for (; p + 1 < end; p++)
        if (p[0] == '*' && p[1] == '/')
            return p + 2;
    *open = true;
    return end;
}

static void add_piece(struct pieces *pieces, const char *line, const char *p,
                      const char *stop)
{
    if (pieces->n == pieces->room) {
        pieces->room = pieces->room ? 2 * pieces->room : 64;
        pieces->at =
            realloc(pieces->at, (size_t)pieces->room * sizeof pieces->at[0]);
        if (!pieces->at)
            uk_die_no_memory();
    }
    pieces->at[pieces->n++] = (struct piece){.at = p,
                                             .size = (unsigned)(stop - p),
                                             .column = (unsigned)(p - line),
                                             .match = UK_NONE};
}

/* Adds the tokens of a line, and its comments if asked for; *open: a comment
 * goes on from the line before, and into the next. */
static void split(struct pieces *pieces, const char *line, const char *end,
                  bool comments, bool *open)
{
    const char *p = line;
    while (p < end) {
        const char *stop;
        enum uk_kind kind;
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
        stop = uk_skip_piece(p, end, &kind);
        add_piece(pieces, line, p, stop);
        p = stop;
    }
}

/* --- the files --- */

static void find_lines(struct alignment *a, struct file *file)
{
    const char *p = file->text.bytes, *end = p + file->text.size;
    struct pieces ignored = {0};
    bool open = false;
    size_t room = 2;
    for (const char *c = p; c < end; c++)
        room += *c == '\n';
    file->lines = uk_arena_get(&a->arena, room * sizeof file->lines[0]);
    file->in_comment = uk_arena_get(&a->arena, room);
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline : end;
        file->in_comment[file->n_lines] = open;
        file->lines[file->n_lines++] = p;
        ignored.n = 0;
        if (open || memmem(p, (size_t)(stop - p), "/*", 2))
            split(&ignored, p, stop, false, &open);
        p = newline ? newline + 1 : end;
    }
    file->lines[file->n_lines] = end;
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
    file = uk_arena_get(&a->arena, sizeof *file);
    file->name = uk_arena_print(&a->arena, "%s", name);
    file->next = a->files;
    a->files = file;
    char *path = uk_arena_print(&a->arena, "%s", name), *to = path;
    for (; *name; name++) { /* without the backslashes of a marker */
        name += *name == '\\' && name[1];
        *to++ = *name;
    }
    *to = 0;
    if (uk_process_read_file(path, &file->text) == 0)
        find_lines(a, file);
    return file;
}

/* --- one row --- */

/* The character at *p, which is moved behind it; of names in any spelling. */
static unsigned long next_character(const char **p, const char *end)
{
    unsigned char c = (unsigned char)*(*p)++;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    unsigned long code = more == 0 ? c : c & (0x3fu >> more);
    if (c == '\\' && *p < end && (**p | 0x20) == 'u') {
        char digits[9] = {0};
        size_t size = **p == 'u' ? 4 : 8;
        if ((size_t)(end - *p) > size) {
            memcpy(digits, *p + 1, size);
            code = strtoul(digits, NULL, 16);
            *p += 1 + size;
        }
        return code;
    }
    for (; more > 0 && *p < end; more--)
        code = code << 6 | ((unsigned char)*(*p)++ & 0x3f);
    return code;
}

static bool equal(const struct piece *a, const struct piece *b)
{
    const char *p = a->at, *q = b->at;
    const char *p_end = p + a->size, *q_end = q + b->size;
    if (a->size == b->size && memcmp(p, q, a->size) == 0)
        return true;
    if (!memchr(p, '\\', a->size) && !memchr(q, '\\', b->size))
        return false;
    if (*p == '"' || *p == '\'')
        return false;
    while (p < p_end && q < q_end)
        if (next_character(&p, p_end) != next_character(&q, q_end))
            return false;
    return p == p_end && q == q_end;
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
    unsigned short *best = calloc(((size_t)n + 1) * wide, sizeof *best);
    if (!best)
        uk_die_no_memory();
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

/* Does the row go on at raw token j?  How far. */
static int run_at(const struct alignment *a, int i, int j)
{
    int n = 0;
    while (i + n < a->row.n && j + n < a->close &&
           a->row.at[i + n].match == UK_NONE &&
           equal(&a->row.at[i + n], &a->raw.at[j + n]))
        n++;
    return n;
}

/* Matches the longest run of tokens from i on that the macro's arguments have;
 * its length. */
static int match_argument(struct alignment *a, int i)
{
    int best = 0, at = 0;
    char c = *a->row.at[i].at;
    if (a->macro == UK_NONE || (!uk_continues_name(c) && c != '"' && c != '\''))
        return 0;
    for (int j = a->macro + 2; j < a->close; j++) {
        int n = run_at(a, i, j);
        if (n > best) {
            best = n;
            at = j;
        }
    }
    for (int k = 0; k < best; k++)
        a->row.at[i + k].match = at + k;
    return best;
}

/* Compares the row with what of its line is left; how many tokens match. */
static int compare(struct alignment *a, bool last)
{
    struct piece *row = a->row.at, *raw = a->raw.at;
    int i = 0, j = a->used, n = a->row.n, m = a->raw.n, found = 0;
    if (!last && match_argument(a, 0) == n)
        return n;
    for (int k = 0; k < n; k++)
        row[k].match = UK_NONE;
    for (; i < n && j < m && equal(&row[i], &raw[j]); i++, j++)
        match(row, raw, i, j);
    for (; last && n > i && m > j && equal(&row[n - 1], &raw[m - 1]); n--, m--)
        match(row, raw, n - 1, m - 1);
    match_inner(row, n - i, raw, m - j, i, j);
    for (i = 0; i < a->row.n; i++)
        found += row[i].match != UK_NONE;
    return found;
}

/* Can it be the name of the macro that tokens come from? */
static bool is_macro(const struct piece *raw)
{
    return raw->match == UK_NONE && uk_continues_name(*raw->at) &&
           !isdigit((unsigned char)*raw->at);
}

/* The row's next tokens come from the macro that raw token i may name. */
static void enter_macro(struct alignment *a, int i)
{
    int depth = 0;
    if (i >= a->raw.n || !is_macro(&a->raw.at[i]))
        return;
    a->macro = i;
    a->close = i + 1;
    for (int j = i + 1; j < a->raw.n; j++) {
        depth += *a->raw.at[j].at == '(';
        depth -= *a->raw.at[j].at == ')';
        if (depth == 0) {
            a->close = j == i + 1 ? i + 1 : j; /* without arguments */
            break;
        }
    }
}

/* Where the output is. */
struct at {
    unsigned line, column;
};

static void print_marker(struct alignment *a, unsigned line)
{
    uk_buffer_print(&a->out, "\n# %u %s%s", line, a->name,
                    a->is_system ? " 3" : "");
}

/* Goes on where a raw token is: by blanks, or on a new line; apart: something
 * is needed before it. */
static void move(struct alignment *a, struct at *at, const struct piece *to,
                 bool apart)
{
    const char *line = a->file->lines[to->line - 1];
    if (to->line != at->line || to->column < at->column ||
        (to->column == at->column && apart)) {
        print_marker(a, to->line);
        uk_buffer_add(&a->out, "\n", 1);
        *at = (struct at){to->line, 0};
    }
    for (; at->column < to->column; at->column++)
        uk_buffer_add(&a->out, line[at->column] == '\t' ? "\t" : " ", 1);
}

/* Tokens of a macro's body, so the compiler is to think, are where its name
 * is; its arguments where they are in the file. */
static void print_row(struct alignment *a, const char *line)
{
    struct piece *row = a->row.at, *raw = a->raw.at;
    struct at at = {a->line, 0};
    unsigned written = 0; /* of the row */
    for (int i = 0; i < a->row.n; i++) {
        unsigned blanks = row[i].column - written;
        bool apart = i > 0 && blanks > 0;
        bool first = i == 0 || row[i - 1].match != UK_NONE;
        if (row[i].match == UK_NONE && first)
            enter_macro(a, a->used);
        if (row[i].match == UK_NONE && a->macro != UK_NONE && !a->is_system)
            first |= match_argument(a, i) > 0;
        if (row[i].match != UK_NONE) {
            move(a, &at, &raw[row[i].match], apart);
            if (row[i].match >= a->used)
                a->used = row[i].match + 1;
            if (a->used > a->close)
                a->macro = UK_NONE;
        } else if (first && a->macro != UK_NONE && (i == 0 || blanks > 0)) {
            move(a, &at, &raw[a->macro], apart);
        } else {
            uk_buffer_print(&a->out, "%*s", (int)blanks, "");
            at.column += blanks;
        }
        uk_buffer_add(&a->out, row[i].at, row[i].size);
        at.column += row[i].size;
        written = (unsigned)(row[i].at - line) + row[i].size;
    }
    if (at.line != a->line)
        print_marker(a, a->line + 1);
}

/* Is the text behind a row another row of the same line? */
static bool goes_on(const struct alignment *a, const char *next,
                    const char *end)
{
    return end - next > 2 && next[0] == '#' && next[1] == ' ' &&
           strtoul(next + 2, NULL, 10) == a->line;
}

/* The tokens of the line of the file.  clang puts what follows a long comment
 * or a backslash into the same row. */
static void split_raw(struct alignment *a, bool comments)
{
    const struct file *file = a->file;
    unsigned line = a->line;
    bool open = file->in_comment[line - 1], more = true;
    a->raw.n = 0;
    for (; more && line <= file->n_lines; line++) {
        const char *start = file->lines[line - 1], *end = file->lines[line];
        while (end > start && (end[-1] == '\n' || end[-1] == '\r'))
            end--;
        int n = a->raw.n;
        bool joined = end > start && end[-1] == '\\';
        split(&a->raw, start, end - joined, comments, &open);
        for (; n < a->raw.n; n++)
            a->raw.at[n].line = line;
        more = a->is_clangs && (open || joined);
    }
    a->raw_line = a->line;
    a->used = 0;
    a->macro = UK_NONE;
}

/* The row [line, end), which is a line of the file. */
static void align_row(struct alignment *a, const char *line, const char *end,
                      const char *text_end, bool *open)
{
    bool was_open = *open;
    a->row.n = 0;
    split(&a->row, line, end, true, open);
    if (a->line != a->raw_line)
        split_raw(a, memmem(line, (size_t)(end - line), "/*", 2) ||
                         memmem(line, (size_t)(end - line), "//", 2));
    bool verbatim = was_open || *open || a->row.n == 0;
    if (!verbatim && !a->is_system) {
        /* Where most is not of this line, the file says something else. */
        int n = a->row.n < a->raw.n ? a->row.n : a->raw.n;
        bool last = !goes_on(a, end + 1, text_end);
        verbatim = 2 * compare(a, last) < n && a->used == 0 && n > 8;
    }
    if (verbatim)
        uk_buffer_add(&a->out, line, (size_t)(end - line));
    else
        print_row(a, line);
    /* The body of a system header's macro is rows of its own. */
    if (!verbatim && a->is_system && a->macro == a->used)
        a->used++;
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
        a->name = uk_arena_print(&a->arena, "%.*s", (int)size, name);
        a->file = NULL;
        a->raw_line = 0;
    }
    size = (size_t)(end - last) - 1;
    a->is_system = memchr(last + 1, '3', size) != NULL;
    if (memchr(last + 1, '1', size) || memchr(last + 1, '2', size))
        a->file = NULL; /* into a file or back */
    if (!a->file && !a->is_system && a->name[1] != '<')
        a->file =
            open_file(a, uk_arena_print(&a->arena, "%.*s",
                                        (int)strlen(a->name) - 2, a->name + 1));
}

bool uk_is_clangs(const struct uk_buffer *text)
{
    static const char marker[] = "# 1 \"<built-in>\" 3\n";
    size_t size = text->size < 4096 ? text->size : 4096;
    return memmem(text->bytes, size, marker, sizeof marker - 1) != NULL;
}

void uk_align(struct uk_buffer *text)
{
    struct alignment a = {.is_clangs = uk_is_clangs(text)};
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
            align_row(&a, p, stop, end, &open);
        if (newline)
            uk_buffer_add(&a.out, "\n", 1);
        a.line += !marker;
        p = stop + 1;
    }
    if (a.out.bytes) {
        uk_buffer_free(text);
        *text = a.out;
    }
    for (; a.files; a.files = a.files->next)
        uk_buffer_free(&a.files->text);
    free(a.row.at);
    free(a.raw.at);
    uk_arena_free(&a.arena);
}
