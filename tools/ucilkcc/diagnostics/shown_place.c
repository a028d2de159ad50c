/*
 * Where a message is shown: the line as it is in the user's file, and the
 * column as the compiler underneath counts.
 *
 * Like the compiler this reads the file that the line marker names.  Where
 * there is none the preprocessed line stands in for it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message_list.h"

/* The line without its end; false where the file has none such. */
static bool read_line(struct uk_arena *arena, struct uk_shown_place *at)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size = -1;
    FILE *file = fopen(at->file, "r");
    if (file == NULL)
        return false;
    for (unsigned n = 0; n < at->line; n++)
        if ((size = getline(&line, &room, file)) < 0)
            break;
    fclose(file);
    if (size >= 0) {
        at->text = uk_arena_print(arena, "%s", line);
        at->text_size = (unsigned)strcspn(at->text, "\r\n");
    }
    free(line);
    return size >= 0;
}

/* The code point at *i, which is moved behind it. */
static unsigned long decode(const struct uk_shown_place *at, unsigned *i)
{
    unsigned char c = (unsigned char)at->text[(*i)++];
    unsigned more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    unsigned long code = more == 0 ? c : c & (0x3fu >> more);
    for (; more > 0 && *i < at->text_size; more--, (*i)++) {
        c = (unsigned char)at->text[*i];
        if ((c & 0xc0) != 0x80)
            break;
        code = code << 6 | (c & 0x3f);
    }
    return code;
}

unsigned uk_shown_width(const struct uk_source *s,
                        const struct uk_shown_place *at, unsigned *i,
                        unsigned column)
{
    static const unsigned long wide[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff},
        {0x20000, 0x3fffd},
    };
    unsigned long code = decode(at, i);
    if (code == '\t') {
        unsigned stop = s->request->style->tab_stop;
        stop = stop == 0 ? 8 : stop;
        return stop - column % stop;
    }
    if (code >= 0x300 && code <= 0x36f) /* accents of their own */
        return 0;
    for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++)
        if (code >= wide[k][0] && code <= wide[k][1])
            return 2;
    return 1;
}

struct uk_shown_place uk_shown_place(const struct uk_source *s, unsigned offset)
{
    struct uk_place place = uk_source_place(s, offset);
    struct uk_shown_place at = {
        .file = place.file, .line = place.line, .column = place.column};
    /* The arena is the one part of the source that a reader may change. */
    if (!read_line((struct uk_arena *)&s->arena, &at)) {
        const char *line = s->text + place.line_start;
        const char *end = memchr(line, '\n', s->size - place.line_start);
        at.text = line;
        at.text_size =
            (unsigned)((end != NULL ? end : s->text + s->size) - line);
    }
    at.display = 1;
    for (unsigned i = 0; i < at.text_size && i + 1 < at.column;)
        at.display += uk_shown_width(s, &at, &i, at.display - 1);
    return at;
}
