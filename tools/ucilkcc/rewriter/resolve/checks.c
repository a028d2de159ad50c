/*
 * The compiler's checks that look at the name of the function that is called:
 * a spawned call goes by another name, so they are asked for separately.
 */
#include "clang.h"
#include "types.h"
#include "walk.h"

struct found {
    struct uk_source *source;
    struct uk_site *site;
};

UK_VISITOR(visit, cursor)
{
    static const char nonnull[] = "nonnull __nonnull__";
    struct found *f = data;
    int first = uk_cursor_token(f->source, cursor);
    if (cursor.kind == CXCursor_WarnUnusedResultAttr)
        f->site->must_use = true;
    if (cursor.kind == CXCursor_UnexposedAttr &&
        uk_token_is_any(f->source, first, nonnull))
        f->site->nonnull = uk_arena_print(
            &f->source->arena, "%.*s",
            (int)(uk_cursor_end(cursor) - f->source->tokens[first].start),
            f->source->text + f->source->tokens[first].start);
    return CXChildVisit_Continue;
}

/* Is the attribute, by its names, written around the function's declarator, not
 * within its parameters? */
static bool is_attributed(const struct uk_source *s, CXCursor function,
                          const char *words)
{
    static const char ends[] = "; { }";
    int name = uk_token_at(s, uk_cursor_place(function));
    bool found = false;
    for (int i = name - 1; i >= 0 && !uk_token_is_any(s, i, ends); i--)
        if (s->tokens[i].match != UK_NONE && s->tokens[i].match < i) {
            found = found || uk_tokens_have(s, s->tokens[i].match, i, words);
            i = s->tokens[i].match;
        }
    for (int i = name + 2; i < s->n_tokens && !uk_token_is_any(s, i, ends); i++)
        if (uk_token_is(s, i, "(") && uk_token_is(s, i + 1, "("))
            found = found || uk_tokens_have(s, i, s->tokens[i].match, words);
    return found;
}

/* What the tokens have, and the tree does not. */
static void check_attributes(struct uk_source *s, const struct uk_site *site,
                             CXCursor function, CXType type)
{
    static const char nonnull[] = "nonnull __nonnull__";
    static const char must_use[] =
        "warn_unused_result __warn_unused_result__ nodiscard";
    bool has_pointer = false;
    for (int i = 0; i < clang_getNumArgTypes(type); i++)
        has_pointer |=
            clang_getArgType(type, (unsigned)i).kind == CXType_Pointer;
    if ((site->nonnull == NULL && has_pointer &&
         is_attributed(s, function, nonnull)) ||
        (!site->must_use && site->result != NULL &&
         is_attributed(s, function, must_use)) ||
        (!site->is_deprecated &&
         is_attributed(s, function, "deprecated __deprecated__")))
        uk_source_doubt(s, uk_cursor_place(function),
                        "%s does not show the attributes of this function",
                        uk_clang_version());
}

/* Can the argument be written down twice? */
static bool is_simple(const struct uk_source *s, const struct uk_site *site,
                      int argument)
{
    int at = site->open + 1;
    for (int i = 0; i < argument; i++)
        at = uk_argument_end(s, at) + 1;
    int end = uk_argument_end(s, at);
    if (s->tokens[at].kind == UK_NAME)
        return end == at + 1;
    while (at < end && s->tokens[at].kind == UK_LITERAL)
        at++;
    return at == end;
}

void uk_walk_find_checks(struct uk_source *s, struct uk_site *site,
                         CXCursor call, CXType function)
{
    CXType type = clang_getCanonicalType(function);
    CXCursor named = clang_getCursorReferenced(call);
    const char *why = "";
    site->format = UK_NONE;
    if (site->callee == NULL || site->args == NULL) /* or an error before */
        return;
    struct found found = {s, site};
    clang_visitChildren(clang_getCanonicalCursor(named), visit, &found);
    clang_visitChildren(named, visit, &found);
    site->is_deprecated =
        clang_getCursorAvailability(named) == CXAvailability_Deprecated;
    check_attributes(s, site, named, type);
    int n = clang_getNumArgTypes(type);
    if (!clang_isFunctionTypeVariadic(type) || n < 1 || n > site->n_args)
        return;
    /* The last parameter before the dots, where it is a string. */
    CXType last = clang_getArgType(type, (unsigned)n - 1);
    CXType letter = clang_getPointeeType(last);
    if ((letter.kind == CXType_Char_S || letter.kind == CXType_Char_U) &&
        is_simple(s, site, n - 1))
        site->format = n - 1;
    for (int i = 0; site->format != UK_NONE && i < site->n_args; i++) {
        CXCursor arg = clang_Cursor_getArgument(call, (unsigned)i);
        CXType promoted = clang_getCursorType(arg);
        CXType written = clang_getCursorType(uk_cursor_strip(arg, true));
        enum CXTypeKind kind = uk_type_kind(written);
        bool is_number = kind == CXType_Enum ||
                         (kind >= CXType_Bool && kind <= CXType_Float);
        site->args[i].checked =
            uk_type_print(s, is_number ? written : promoted, &why);
        if (site->args[i].checked == NULL)
            site->format = UK_NONE;
    }
}

/*
 * A call that never runs, with the user's format: arguments are checked in
 * calls of printf and its like only.
 */
void uk_emit_format_check(struct uk_source *s, const struct uk_site *site,
                          struct uk_buffer *out)
{
    int n = (int)(site - s->sites), at = site->open + 1;
    uk_buffer_print(out, "if (0)");
    uk_source_align(s, s->tokens[site->open - 1].start, out);
    uk_buffer_print(out, "%s%s(",
                    site->must_use         ? "(void)!"
                    : site->result != NULL ? "(void)"
                                           : "",
                    site->callee);
    for (int i = 0; i < site->n_args; i++) {
        int end = uk_argument_end(s, at);
        uk_buffer_print(out, "%s", i > 0 ? "," : "");
        uk_source_align(s, s->tokens[at].start, out);
        for (int t = at; i == site->format && t < end; t++) {
            uk_source_align(s, s->tokens[t].start, out);
            uk_edit_render(s, s->tokens[t].start, s->tokens[t].end, out);
        }
        if (i != site->format) /* by a call: it may be of another type */
            uk_buffer_print(out,
                            "*(__typeof__(%s) *)__builtin_assume_aligned("
                            "&__ucilk_a_%d->a%d, 1)",
                            site->args[i].checked, n, i);
        at = end + 1;
    }
    uk_buffer_print(out, "); ");
}
