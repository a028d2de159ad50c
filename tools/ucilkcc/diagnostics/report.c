#include "report.h"

#include <stdio.h>
#include <string.h>

#include "clang.h"
#include "message.h"
#include "process.h"

static void add_objects(struct uk_report *report, const char *text, size_t size)
{
    report->has_array = true;
    if (size == 0)
        return;
    uk_buffer_print(&report->objects, "%s%.*s",
                    report->objects.size > 0 ? ", " : "", (int)size, text);
}

/* The bracket that closes the array, of several lines by gcc 14, if that ends a
 * line, or NULL. */
static const char *end_of_array(const char *text, const char *end)
{
    int depth = 0;
    bool in_string = false;
    for (const char *p = text; p < end; p++) {
        if (in_string && *p == '\\') {
            p++;
            continue;
        }
        if (in_string) {
            in_string = *p != '"';
            continue;
        }
        in_string = *p == '"';
        depth += *p == '[' || *p == '{';
        depth -= *p == ']' || *p == '}';
        if (depth == 0)
            return p + 1 == end || p[1] == '\n' ? p : NULL;
    }
    return NULL;
}

void uk_report_compiler(struct uk_report *report, const struct uk_buffer *said)
{
    const char *line = said->bytes, *end = line + said->size;
    while (said->size && line < end) {
        const char *close =
            report->is_json && *line == '[' ? end_of_array(line, end) : NULL;
        const char *from = close ? close : line;
        const char *newline = memchr(from, '\n', (size_t)(end - from));
        const char *stop = newline ? newline : end;
        if (close)
            add_objects(report, line + 1, (size_t)(close - line) - 1);
        else
            fprintf(stderr, "%.*s%s", (int)(stop - line), line,
                    newline ? "\n" : "");
        line = stop + 1;
    }
}

void uk_report_rewriter(struct uk_report *report, const struct uk_buffer *said)
{
    if (!said->size)
        return;
    if (report->is_json)
        add_objects(report, said->bytes, said->size);
    else
        fwrite(said->bytes, 1, said->size, stderr);
}

int uk_report_run(struct uk_report *report, const struct uk_words *command)
{
    if (!report->is_json)
        return uk_process_run(command);
    struct uk_buffer out = {0}, err = {0};
    int status = uk_process_capture(command, 0, &out, &err);
    fwrite(out.bytes, 1, out.size, stdout); /* -S -o - */
    fflush(stdout);
    uk_report_compiler(report, &err);
    uk_buffer_free(&out);
    uk_buffer_free(&err);
    return status;
}

void uk_report_end(struct uk_report *report)
{
    if (report->has_array)
        fprintf(stderr, "[%s]\n",
                report->objects.bytes ? report->objects.bytes : "");
    uk_buffer_free(&report->objects);
}

/* As diagnostics.c prints those that have a place. */
static void add_object(struct uk_report *report, const char *kind,
                       const char *said, const char *option)
{
    struct uk_buffer object = {0};
    uk_buffer_print(&object,
                    "{\"kind\": \"%s\", \"message\": \"%s\", "
                    "\"option\": \"%s\", \"locations\": [], "
                    "\"children\": []}",
                    kind, said, option);
    uk_report_rewriter(report, &object);
    uk_buffer_free(&object);
}

int uk_note_libclang(const struct uk_style *style, struct uk_report *report)
{
    const char *version = uk_clang_number();
    enum uk_setting setting = uk_style_setting(style, UK_W_UNTESTED_LIBCLANG);
    if (!version || setting == UK_SET_OFF || uk_clang_is_tested())
        return 0;
    bool is_error = setting == UK_SET_ERROR;
    char *said =
        uk_format("libclang %s is none of those that the tests of ucilk have "
                  "passed with (" UK_TESTED_LIBCLANGS
                  "): `ucilkcc --ucilk-self-test' tries it",
                  version);
    char *option = uk_format("-W%sucilk-%s", is_error ? "error=" : "",
                             uk_warning_name(UK_W_UNTESTED_LIBCLANG));
    const char *kind = is_error ? "error" : "note";
    if (report->is_json)
        add_object(report, kind, said, option);
    else
        uk_say(kind, "%s [%s]", said, option);
    return is_error ? 1 : 0;
}
