/*
 * Comments in front of labels: gcc's -Wimplicit-fallthrough reads them, and
 * cc -E drops them.
 *
 * They are taken from the user's files and put back behind the line before
 * the label's, so that lines and columns stay.  cc -E -C would keep them too,
 * but also those of all headers, and those in the arguments of macros.
 */
#include "unit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "align.h"
#include "process.h"
#include "text.h"

/* The comments right before a label, and the label's first word; of a
 * directive, only the line. */
struct note {
    unsigned line; /* the label's */
    const char *comment, *word;
    size_t comment_length, word_length;
};

/* A file of the user's, with its notes in order. */
struct file {
    struct file *next;
    char *name;
    struct uk_buffer text;
    struct note *notes;
    int n;
};

struct files {
    struct uk_arena arena;
    struct file *first;
};

static bool is_label(const char *word, size_t length)
{
    if ((length == 4 && !memcmp(word, "case", 4)) ||
        (length == 7 && !memcmp(word, "default", 7)))
        return true;
    return word[length + strspn(word + length, " \t")] == ':';
}

static void add_note(struct files *files, struct file *file, struct note note)
{
    UK_ADD(&files->arena, file->notes, file->n, note);
}

static void find_notes(struct files *files, struct file *file)
{
    const char *p = file->text.bytes, *end = p + file->text.size;
    const char *comment = NULL, *comment_end = NULL;
    unsigned line = 1, last = 0; /* last: of the token before */
    bool in_directive = false;
    while (p < end) {
        const char *start = p;
        if (*p == '\n' && in_directive && p[-1] != '\\') {
            in_directive = false;
            comment = NULL;
        }
        if (*p == '#' && last != line) {
            in_directive = true;
            add_note(files, file, (struct note){.line = line});
        }
        if (!isspace((unsigned char)*p))
            last = line;
        if (*p == '/' && (p[1] == '/' || p[1] == '*')) {
            p = comment_end = uk_skip_comment(p, end);
            comment = comment ? comment : start;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (uk_continues_name(*p)) {
            while (uk_continues_name(*p))
                p++;
            if (comment && is_label(start, (size_t)(p - start)))
                add_note(files, file,
                         (struct note){line, comment, start,
                                       (size_t)(comment_end - comment),
                                       (size_t)(p - start)});
            comment = NULL;
        } else {
            p = *p == '"' || *p == '\'' ? uk_skip_quoted(p, end) : p + 1;
            comment = NULL;
        }
        for (; start < p; start++)
            line += *start == '\n';
    }
}

static struct file *open_file(struct files *files, const char *name,
                              size_t length)
{
    for (struct file *file = files->first; file; file = file->next)
        if (strlen(file->name) == length && !memcmp(file->name, name, length))
            return file;
    struct file *file = uk_arena_get(&files->arena, sizeof *file);
    file->name = uk_arena_print(&files->arena, "%.*s", (int)length, name);
    file->next = files->first;
    files->first = file;
    if (*name != '<' && uk_process_read_file(file->name, &file->text) == 0)
        find_notes(files, file);
    return file;
}

static const struct note *note_at(const struct file *file, unsigned line)
{
    int i = UK_FIRST(k, file->n, file->notes[k].line < line);
    return i < file->n && file->notes[i].line == line ? &file->notes[i] : NULL;
}

/* The comments on one line, each one that can stand before more text. */
static void print_comments(struct uk_buffer *output, const struct note *note)
{
    const char *p = note->comment, *end = p + note->comment_length;
    while (p < end) {
        const char *stop = uk_skip_comment(p, end);
        bool ends_line = p[1] == '/';
        uk_buffer_print(output, "/*");
        for (p += 2; p < stop; p++) {
            bool closes = ends_line && p[-1] == '*' && p[0] == '/';
            bool opens = p[-1] == '/' && p[0] == '*';
            bool is_blank = closes || opens || *p == '\n' || *p == '\r';
            uk_buffer_add(output, is_blank ? " " : p, 1);
        }
        uk_buffer_print(output, ends_line ? " */" : "");
        p += strspn(p, " \t\r\n\f\v");
    }
}

/* Where the text is in the user's files. */
struct place {
    const struct file *file; /* NULL in system headers */
    unsigned line;
};

/* Of `# LINE "FILE" FLAGS'. */
static void read_marker(struct files *files, const char *p, const char *end,
                        struct place *place)
{
    char *name;
    unsigned long line = strtoul(p + 2, &name, 10);
    if (name == p + 2 || name + 2 > end || strncmp(name, " \"", 2) != 0)
        return;
    name += 2;
    const char *stop = memchr(name, '"', (size_t)(end - name));
    bool is_system = stop && memchr(stop, '3', (size_t)(end - stop));
    place->line = (unsigned)line;
    place->file = stop && !is_system
                      ? open_file(files, name, (size_t)(stop - name))
                      : NULL;
}

/* The note's label in the line, or NULL. */
static const char *find_label(const struct note *note, const char *p,
                              const char *end)
{
    const char *start = p;
    while ((p = memmem(p, (size_t)(end - p), note->word, note->word_length))) {
        if ((p == start || !uk_continues_name(p[-1])) &&
            !uk_continues_name(p[note->word_length]))
            return p;
        p += note->word_length;
    }
    return NULL;
}

/* clang's -Wmisleading-indentation wants to know that there was a directive:
 * a marker is one.  Its line is empty. */
static void print_directive(struct uk_buffer *output, const struct file *file,
                            const struct note *note, const char *line,
                            const char **printed)
{
    if (*line != '\n')
        return;
    uk_buffer_add(output, *printed, (size_t)(line - *printed));
    uk_buffer_print(output, "# %u \"%s\"\n", note->line + 1, file->name);
    *printed = line + 1;
}

/* Prints what comes before the label of a line, from *printed on, and the
 * note's comments. */
static void print_note(struct uk_buffer *output, const struct uk_buffer *text,
                       const struct file *file, const struct note *note,
                       const char *line, const char *end, const char **printed)
{
    if (!note->word) {
        print_directive(output, file, note, line, printed);
        return;
    }
    const char *label = find_label(note, line, end);
    if (!label)
        return;
    if (line == text->bytes ||
        line + strspn(line, " \t") != label) { /* something else is first */
        const char *blanks = label;
        while (blanks > line && blanks[-1] == ' ')
            blanks--;
        uk_buffer_add(output, *printed, (size_t)(blanks - *printed));
        size_t column = output->size + (size_t)(label - blanks);
        print_comments(output, note);
        do
            uk_buffer_add(output, " ", 1);
        while (output->size < column);
        *printed = label;
        return;
    }
    const char *before =
        memrchr(text->bytes, '\n', (size_t)(line - 1 - text->bytes));
    before = before ? before + 1 : text->bytes;
    bool is_directive = *before == '#' || *printed == line;
    uk_buffer_add(output, *printed, (size_t)(line - *printed) - !is_directive);
    if (is_directive)
        uk_buffer_print(output, "# %u \"%s\"\n", note->line - 1, file->name);
    print_comments(output, note);
    uk_buffer_add(output, "\n", 1);
    *printed = line;
}

void uk_comments_restore(struct uk_buffer *text)
{
    struct uk_buffer output = {0};
    struct files files = {0};
    struct place place = {0};
    bool by_clang = uk_is_clangs(text);
    const char *p = text->bytes, *end = p + text->size, *printed = p;
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline + 1 : end;
        const struct note *note = NULL;
        if (p[0] == '#' && p[1] == ' ')
            read_marker(&files, p, stop, &place);
        else if (place.file)
            note = note_at(place.file, place.line++);
        if (note && (note->word || by_clang))
            print_note(&output, text, place.file, note, p, stop, &printed);
        p = stop;
    }
    if (output.size > 0) {
        uk_buffer_add(&output, printed, (size_t)(end - printed));
        uk_buffer_free(text);
        *text = output;
    }
    for (struct file *file = files.first; file; file = file->next)
        uk_buffer_free(&file->text);
    uk_arena_free(&files.arena);
}
