/*
 * What chooses by a type that the parser takes for another.
 *
 * It reads _Float32 and its kin as float, double and long double, and an old
 * one nullptr as a void *.  A _Generic may tell them apart, and with it a type,
 * or a constant, that the parser has read.  Where the file has such words, that
 * cannot be decided, and is an error.
 */
#include <stdlib.h>

#include "clang.h"
#include "diagnostics.h"
#include "types.h"
#include "walk.h"

const char uk_floats_read_as_others[] =
    "_Float16 _Float32 _Float64 _Float32x _Float64x";

struct selections {
    struct uk_source *source;
    bool has_floats, has_null; /* that are read as others */
};

static bool is_float(CXType type)
{
    return type.kind == CXType_Float || type.kind == CXType_Double ||
           type.kind == CXType_LongDouble || type.kind == CXType_Complex;
}

static bool is_void_pointer(CXType type)
{
    return type.kind == CXType_Pointer &&
           uk_type_kind(clang_getPointeeType(type)) == CXType_Void;
}

static void check(const struct selections *x, CXType type, int token)
{
    struct uk_source *s = x->source;
    if (!uk_token_is(s, token, "_Generic") || s->tokens[token].is_system)
        return;
    if ((x->has_floats && is_float(type)) ||
        (x->has_null && is_void_pointer(type)))
        uk_source_doubt(s, s->tokens[token].start,
                        "%s cannot tell %s, and this _Generic may: move it to "
                        "a function without keywords",
                        uk_clang_version(),
                        is_float(type) ? "float and double from _Float32 and "
                                         "its kin"
                                       : "nullptr from a void pointer");
}

UK_VISITOR(visit, cursor)
{
    const struct selections *x = data;
    if (cursor.kind == CXCursor_GenericSelectionExpr) /* by the first */
        check(x, uk_cursor_type(uk_cursor_children(cursor).first),
              uk_cursor_token(x->source, cursor));
    return CXChildVisit_Recurse;
}

/* To the compiler it is two types, where one was compared with the other. */
static void check_compared(const struct selections *x, int token,
                           const char *text)
{
    const struct uk_source *s = x->source;
    if (x->has_floats && !s->tokens[token].is_system &&
        uk_token_is(s, token, "__builtin_types_compatible_p") &&
        text[s->tokens[token].start] != ' ')
        uk_source_doubt(x->source, s->tokens[token].start,
                        "%s cannot tell float and double from _Float32 and its "
                        "kin: move this to a function without keywords",
                        uk_clang_version());
}

void uk_source_check_selections(struct uk_source *s, CXTranslationUnit unit,
                                const char *text)
{
    struct selections x = {.source = s};
    bool reads_null = uk_standard_is_c23(s) && atoi(uk_clang_number()) < 17;
    bool chooses = false;
    for (int i = 0; i < s->n_tokens; i++) {
        if (s->tokens[i].is_system)
            continue;
        x.has_floats =
            x.has_floats || uk_token_is_any(s, i, uk_floats_read_as_others);
        x.has_null = x.has_null ||
                     (reads_null && uk_token_is_any(s, i, "nullptr nullptr_t"));
        chooses = chooses || uk_token_is(s, i, "_Generic");
    }
    for (int i = 0; i < s->n_tokens; i++)
        check_compared(&x, i, text);
    if (chooses && (x.has_floats || x.has_null))
        clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &x);
}
