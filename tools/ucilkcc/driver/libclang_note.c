#include "libclang_note.h"

#include "clang.h"
#include "message.h"

/* As json.c prints those that have a place. */
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
