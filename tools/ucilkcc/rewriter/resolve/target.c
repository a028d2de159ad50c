/*
 * What object the destination of a spawn is, as far as that shows: order.c asks
 * whether two may be the same one.  Where that is open the answer is yes.
 */
#include <stdlib.h>
#include <string.h>

#include "types.h"
#include "walk.h"

static bool is_scalar(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return kind != CXType_Record && kind != CXType_Complex &&
           !uk_type_is_array(type);
}

/* Not a parameter that is declared like one, either. */
static bool is_array_object(CXCursor expression)
{
    return uk_type_is_array(clang_getCursorType(expression)) &&
           clang_getCursorReferenced(expression).kind != CXCursor_ParmDecl;
}

static int compare_names(const void *a, const void *b, void *source)
{
    return uk_token_compare(source, *(const int *)a, *(const int *)b);
}

/* `&x', or what looks like it. */
void uk_walk_find_addressed(struct uk_walk *w)
{
    struct uk_source *s = w->source;
    struct uk_function *f = &s->functions[w->function];
    w->n_addressed = 0;
    for (int i = f->open; i < f->close; i++) {
        int before = i - 1;
        if (s->tokens[i].kind != UK_NAME)
            continue;
        f->has_goto |= uk_token_is(s, i, "goto");
        while (uk_token_is(s, before, "("))
            before--;
        if (!uk_token_is(s, before, "&"))
            continue;
        UK_ADD(&s->arena, w->addressed, w->n_addressed, i);
    }
    if (w->n_addressed > 0)
        qsort_r(w->addressed, (size_t)w->n_addressed, sizeof *w->addressed,
                compare_names, s);
}

/* A local number or pointer that only its own name leads to. */
static bool is_private(const struct uk_walk *w, CXCursor variable)
{
    const struct uk_source *s = w->source;
    const struct uk_function *f = &s->functions[w->function];
    unsigned declared = uk_cursor_place(variable);
    return declared >= s->tokens[f->first].start &&
           declared <= s->tokens[f->close].start &&
           clang_Cursor_getStorageClass(variable) != CX_SC_Extern &&
           is_scalar(clang_getCursorType(variable)) &&
           uk_token_find(s, w->addressed, w->n_addressed,
                         uk_token_at(s, declared)) == UK_NONE;
}

static bool is_number(const char *text)
{
    char *end;
    strtoul(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == 0;
}

/* x.a[1]: the last step says a number, and of which member or array. */
static void find_last_step(struct uk_source *s, struct uk_target *t,
                           CXCursor bare)
{
    if (bare.kind == CXCursor_MemberRefExpr) {
        CXCursor field = clang_getCursorReferenced(bare);
        CXCursor of = clang_getCursorSemanticParent(field);
        if (!clang_Cursor_isNull(field) && of.kind == CXCursor_StructDecl &&
            is_scalar(clang_getCursorType(bare)))
            t->field = uk_cursor_place(field);
    } else if (bare.kind == CXCursor_ArraySubscriptExpr) {
        struct uk_children parts = uk_cursor_children(bare);
        CXCursor index = uk_cursor_strip(parts.last, true);
        CXCursor array = uk_cursor_strip(parts.first, true);
        if (index.kind != CXCursor_IntegerLiteral || !is_array_object(array))
            return;
        const char *text = uk_token_text(s, uk_cursor_token(s, index));
        if (!is_number(text))
            return;
        t->index = strtol(text, NULL, 0);
        t->array = uk_type_spell_canonical(s, clang_getCursorType(array));
    }
}

/* Has an expression, from here down to its variable, a member of a union? */
static CXCursor root_of(struct uk_target *t, CXCursor c)
{
    for (;;) {
        c = uk_cursor_strip(c, true);
        CXCursor below = uk_cursor_children(c).first;
        if (c.kind == CXCursor_MemberRefExpr) {
            CXCursor field = clang_getCursorReferenced(c);
            CXCursor of = clang_getCursorSemanticParent(field);
            t->is_in_union |= of.kind != CXCursor_StructDecl;
            below = uk_cursor_strip(below, true);
            enum CXTypeKind kind = uk_cursor_type(below).kind;
            if (kind == CXType_Pointer || clang_Cursor_isNull(below))
                return clang_getNullCursor();
        } else if (c.kind == CXCursor_ArraySubscriptExpr) {
            below = uk_cursor_strip(below, true);
            if (!is_array_object(below))
                return clang_getNullCursor();
        } else {
            return c.kind == CXCursor_DeclRefExpr ? c : clang_getNullCursor();
        }
        c = below;
    }
}

/* The outermost loop around the call, in which the variable, if it is one, is
 * always the same; within the body of a cilk_for, whose end is a sync. */
static void find_loop(struct uk_walk *w, struct uk_target *t)
{
    struct uk_source *s = w->source;
    const struct uk_function *f = &s->functions[w->function];
    if (f->has_goto) {
        t->loop_start = s->tokens[f->open].start;
        t->loop_end = s->tokens[f->close].end;
        return;
    }
    for (int i = w->depth - 1; i > 0; i--) {
        CXCursor c = w->path[i].cursor;
        if (!uk_kind_is_loop(c.kind))
            continue;
        unsigned start = uk_cursor_start(c), end = uk_cursor_end(c);
        if (uk_keyword_at(s, start, UK_FOR) != NULL ||
            (start <= t->variable && t->variable < end))
            return;
        t->loop_start = start;
        t->loop_end = end;
    }
}

static void find_variable(struct uk_walk *w, struct uk_target *t,
                          CXCursor variable)
{
    t->variable = uk_cursor_place(clang_getCanonicalCursor(variable));
    t->is_private = is_private(w, variable);
}

static bool is_floating(CXType type)
{
    type = clang_getCanonicalType(type);
    return (type.kind >= CXType_Float && type.kind <= CXType_LongDouble) ||
           type.kind == CXType_Float128 || type.kind == CXType_Half ||
           type.kind == CXType_Complex;
}

/* `i += 0.5' is rounded each time, so that the order matters. */
static bool is_rounded(const struct uk_site *site, CXType to, CXType from)
{
    bool assigns = strcmp(site->operator_, "=") == 0;
    bool is_bool = uk_type_kind(to) == CXType_Bool;
    return !assigns && (is_bool || strcmp(site->operator_, "%=") == 0 ||
                        (is_floating(from) && !is_floating(to)));
}

void uk_walk_target(struct uk_walk *w, struct uk_site *site,
                    CXCursor destination, CXType result)
{
    struct uk_source *s = w->source;
    struct uk_target *t = &site->target;
    *t = (struct uk_target){
        .variable = UK_NO_PLACE, .field = UK_NO_PLACE, .index = UK_NONE};
    CXCursor root = destination;
    if (site->form == UK_ASSIGN) {
        find_last_step(s, t, uk_cursor_strip(destination, true));
        root = clang_getCursorReferenced(root_of(t, destination));
    }
    if (root.kind == CXCursor_VarDecl || root.kind == CXCursor_ParmDecl)
        find_variable(w, t, root);
    t->is_rounded = is_rounded(site, clang_getCursorType(destination), result);
    find_loop(w, t);
}

bool uk_target_may_be(const struct uk_target *a, const struct uk_target *b)
{
    bool either_is_private = a->is_private || b->is_private;
    bool both_are_variables =
        a->variable != UK_NO_PLACE && b->variable != UK_NO_PLACE;
    if ((both_are_variables || either_is_private) && a->variable != b->variable)
        return false;
    if (a->is_in_union || b->is_in_union)
        return true;
    if (a->field != UK_NO_PLACE && b->field != UK_NO_PLACE)
        return a->field == b->field;
    return a->index == UK_NONE || b->index == UK_NONE || a->index == b->index ||
           strcmp(a->array, b->array) != 0;
}
