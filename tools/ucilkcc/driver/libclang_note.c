#include "libclang_note.h"

#include <stdlib.h>
#include <string.h>

#include "clang.h"
#include "message.h"

/* As json.c prints those that have a place. */
static void add_object(struct uk_report *report, const char *kind,
                       const char *said, const char *option)
{
    char *object = uk_format("{\"kind\": \"%s\", \"message\": \"%s\", "
                             "\"option\": \"%s\", \"locations\": [], "
                             "\"children\": []}",
                             kind, said, option);
    uk_report_rewriter(report, &(struct uk_text){object, strlen(object)});
    free(object);
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
    if (report->is_json)
        add_object(report, is_error ? "error" : "note", said, option);
    else if (is_error)
        uk_error("%s [%s]", said, option);
    else
        uk_note("%s [%s]", said, option);
    free(option);
    free(said);
    return is_error ? 1 : 0;
}
