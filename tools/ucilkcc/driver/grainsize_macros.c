/*
 * Macros in the value of `#pragma cilk grainsize', which compilers leave as
 * they are in what they preprocess.
 */
#include "unit.h"

#include <ctype.h>
#include <string.h>

#include "process.h"
#include "temporary_files.h"
#include "text.h"

/* Stands before the values in what is preprocessed. */
static const char tag[] = "__ucilk_grain_of_a_loop";

struct line {
    const char *at, *end; /* without its end */
};

/* The next line from p on, or false. */
static bool next_line(const struct uk_buffer *text, const char **p,
                      struct line *line)
{
    const char *stop = text->bytes + text->size;
    if (*p == stop)
        return false;
    line->at = *p;
    line->end = memchr(*p, '\n', (size_t)(stop - *p));
    if (!line->end)
        line->end = stop;
    *p = line->end < stop ? line->end + 1 : stop;
    return true;
}

/* The # that a directive begins with, or NULL. */
static const char *hash_of(struct line line)
{
    const char *p = line.at;
    while (p < line.end && (*p == ' ' || *p == '\t'))
        p++;
    return p < line.end && *p == '#' ? p : NULL;
}

/* The value of `#pragma cilk grainsize = VALUE', or NULL. */
static const char *value_of(struct line line)
{
    const char *hash = hash_of(line);
    return hash ? uk_skip_grainsize(hash, line.end) : NULL;
}

static bool is_definition(struct line line)
{
    const char *hash = hash_of(line);
    return hash && (uk_skip_word(hash + 1, line.end, "define") ||
                    uk_skip_word(hash + 1, line.end, "undef"));
}

bool uk_grains_have_names(const struct uk_buffer *text)
{
    const char *p = text->bytes;
    struct line line;
    if (!memmem(text->bytes, text->size, "grainsize", 9))
        return false;
    while (next_line(text, &p, &line)) {
        const char *value = value_of(line);
        for (; value && value < line.end; value++)
            if (isalpha((unsigned char)*value) || *value == '_')
                return true;
    }
    return false;
}

static void add_line(struct uk_buffer *to, const char *at, const char *end)
{
    uk_buffer_add(to, at, (size_t)(end - at));
    uk_buffer_add(to, "\n", 1);
}

/* The definitions, and the values among them, as a source. */
static void write_values(const struct uk_buffer *definitions,
                         struct uk_buffer *to)
{
    const char *p = definitions->bytes;
    struct line line;
    while (next_line(definitions, &p, &line)) {
        const char *value = value_of(line);
        if (value) {
            uk_buffer_print(to, "%s ", tag);
            add_line(to, value, line.end);
        } else if (is_definition(line)) {
            add_line(to, line.at, line.end);
        }
    }
}

/* The next value of the preprocessed source, or false. */
static bool next_value(const struct uk_buffer *values, const char **p,
                       struct line *value)
{
    while (next_line(values, p, value)) {
        const char *at = uk_skip_word(value->at, value->end, tag);
        if (!at)
            continue;
        value->at = at;
        return true;
    }
    return false;
}

/* Each pragma of the text gets the value in its turn. */
static void put_values(struct uk_buffer *text, const struct uk_buffer *values)
{
    struct uk_buffer to = {0};
    const char *p = text->bytes, *q = values->bytes;
    struct line line, value;
    while (next_line(text, &p, &line)) {
        const char *at = value_of(line);
        if (at && next_value(values, &q, &value)) {
            uk_buffer_add(&to, line.at, (size_t)(at - line.at));
            add_line(&to, value.at, value.end);
        } else {
            add_line(&to, line.at, line.end);
        }
    }
    uk_buffer_free(text);
    *text = to;
}

/* `definitions' is the same source, preprocessed with -dD: the values are
 * expanded with the macros that are defined above the pragma. */
int uk_grains_expand(struct uk_buffer *text,
                     const struct uk_buffer *definitions,
                     struct uk_words *command)
{
    struct uk_buffer source = {0}, values = {0}, said = {0};
    write_values(definitions, &source);
    const char *path = uk_temp_file("grains.c", source.bytes, source.size);
    uk_buffer_free(&source);
    if (!path)
        return 1;
    uk_words_push(command, path);
    int status = uk_process_capture(command, 0, &values, &said);
    if (status == 0)
        put_values(text, &values);
    uk_buffer_free(&values);
    uk_buffer_free(&said);
    return status;
}
