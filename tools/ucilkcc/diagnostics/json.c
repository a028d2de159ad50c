/* Messages in the form of gcc's -fdiagnostics-format=json. */
#include "message_list.h"

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
static void print_message(const struct uk_source *s, const struct uk_message *m,
                          struct uk_buffer *out)
{
    struct uk_shown_place at = uk_shown_place(s, m->offset);
    char option[64];
    uk_message_option(m, option, sizeof option);
    uk_buffer_print(
        out, "{\"kind\": \"%s\", \"message\": ", uk_message_kind_name(m));
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

int uk_message_print_json(const struct uk_source *s, int i,
                          struct uk_buffer *out)
{
    uk_buffer_print(out, "%s", out->size == 0 ? "" : ", ");
    print_message(s, &s->messages[i], out);
    uk_buffer_print(out, ", \"children\": [");
    for (int n = 0; i + 1 < s->n_messages && s->messages[i + 1].kind == UK_NOTE;
         n++) {
        uk_buffer_print(out, "%s", n == 0 ? "" : ", ");
        print_message(s, &s->messages[++i], out);
        uk_buffer_print(out, "}");
    }
    uk_buffer_print(out, "]}");
    return i;
}
