/*
 * Uses of reducers: each becomes the strand's view.
 *
 *     x += n        becomes
 *     (*(__typeof__(x) *)ucilk_abi_look_up(&x, sizeof x, &monoid)) += n
 *
 * and an expression whose type is that of a reducer, p->member, a[i], *p, the
 * same with itself in the place of x.  The operand of & stays what it is where
 * the address goes into a pointer to a reducer: there the leftmost view's is
 * meant, by which all tasks know the reducer.
 *
 * A view is the same until the function that asks spawns (ucilk/abi.h).  So
 * the body of a cilk_for, and a function with a loop, ask once, at their start,
 * where they have no keyword and get no future.  (Programs for clusters have
 * the view in the variable itself: emit_reducers.c.)
 */
#include <string.h>

#include "clang.h"
#include "types.h"
#include "walk.h"

/* The reducer that is declared there, or at file scope under that name. */
static int reducer_of(struct uk_source *s, CXCursor variable)
{
    int r = uk_reducer_at(s, uk_cursor_place(variable));
    const char *name = uk_cursor_name(s, variable);
    for (int i = 0; r == UK_NONE && i < s->n_reducers; i++)
        if (s->reducers[i].keyword != UK_NONE &&
            s->reducers[i].function == UK_NONE &&
            strcmp(s->reducers[i].name, name) == 0)
            r = i;
    return r;
}

/* Is the variable at file scope, also by a declaration in a function? */
static bool is_global(CXCursor variable)
{
    return variable.kind == CXCursor_VarDecl &&
           (clang_Cursor_getStorageClass(variable) == CX_SC_Extern ||
            clang_isTranslationUnit(
                clang_getCursorSemanticParent(variable).kind));
}

bool uk_may_wait(const struct uk_source *s, unsigned start, unsigned end)
{
    static const char gets[] = "ucilk_abi_future_get ucilk_abi_future_get_part";
    for (int i = 0; i < s->n_keywords; i++) {
        unsigned at = s->tokens[s->keywords[i].token].start;
        if (start <= at && at < end && s->keywords[i].word != UK_REDUCER)
            return true;
    }
    return uk_tokens_have(s, uk_token_at(s, start), uk_token_at(s, end), gets);
}

static bool is_in_loop(const struct uk_walk *w)
{
    for (int i = 1; i < w->depth; i++)
        if (uk_kind_is_loop(w->path[i].cursor.kind))
            return true;
    return false;
}

const char *uk_view_of(struct uk_source *s, int reducer, bool is_pointer)
{
    const struct uk_reducer *r = &s->reducers[reducer];
    /* By way of an integer: it may be volatile, for -Wcast-qual. */
    return uk_arena_print(&s->arena,
                          "ucilk_abi_look_up((void *)(unsigned long)%s%s, "
                          "sizeof %s%s, "
                          "&__ucilk_monoid_%d)",
                          is_pointer ? "" : "&", r->name, is_pointer ? "*" : "",
                          r->name, r->keyword);
}

static const char *held(struct uk_source *s, const struct uk_view *view)
{
    const char *name = s->reducers[view->reducer].name;
    return uk_arena_print(&s->arena,
                          "__typeof__(%s%s) *const __ucilk_v_%s = %s; ",
                          view->is_pointer ? "*" : "", name, name,
                          uk_view_of(s, view->reducer, view->is_pointer));
}

/* Notes that the function, or the loop, asks for the view at its start. */
static void hold(struct uk_source *s, struct uk_view new)
{
    for (int i = 0; i < s->n_views; i++)
        if (s->views[i].function == new.function &&
            s->views[i].loop ==
                new.loop &&strcmp(s->reducers[s->views[i].reducer].name,
                                  s->reducers[new.reducer].name) == 0)
            return;
    UK_PUSH(s, views, new);
    unsigned at = s->tokens[s->functions[new.function].open].end;
    if (new.loop == UK_NONE)
        uk_edit_add(s, at, at, "%s", held(s, &new));
}

void uk_views_hold(struct uk_source *s, int loop, struct uk_buffer *out)
{
    for (int i = 0; i < s->n_views; i++)
        if (s->views[i].loop == loop)
            uk_buffer_print(out, "%s", held(s, &s->views[i]));
}

static void replace(struct uk_source *s, unsigned at, const char *format,
                    const char *name, const char *view)
{
    uk_replace(s, at, uk_arena_print(&s->arena, format, name, view));
}

void uk_view_mention(struct uk_source *s, const struct uk_loop *l, int reducer,
                     unsigned at)
{
    const char *name = s->reducers[reducer].name;
    if (uk_may_wait(s, l->start, l->end)) {
        replace(s, at, "(*(__typeof__(*%s) *)%s)", name,
                uk_view_of(s, reducer, true));
    } else {
        hold(s,
             (struct uk_view){l->function, (int)(l - s->loops), reducer, true});
        replace(s, at, "(*__ucilk_v_%s)", name, "");
    }
}

/* --- Which address is meant by & --- */

/* Does a pointer of this type point to reducers? */
static bool points_to_reducer(struct uk_source *s, CXType type)
{
    type = uk_type_desugar(type);
    if (type.kind != CXType_Pointer)
        return uk_type_reducer(s, clang_getArrayElementType(type)) != UK_NONE;
    return uk_type_reducer(s, clang_getPointeeType(type)) != UK_NONE;
}

/* Does the call make memory known, or its end? */
static bool is_of_memory(struct uk_source *s, CXCursor call)
{
    CXCursor function = clang_getCursorReferenced(call);
    const char *name =
        clang_Cursor_isNull(function) ? "" : uk_cursor_name(s, function);
    return strcmp(name, "ucilk_abi_reducers_begin") == 0 ||
           strcmp(name, "ucilk_abi_reducers_end") == 0;
}

static const CXType no_type = {.kind = CXType_Invalid};

/* What the call's argument, child i of it, goes to. */
static CXType argument_type(CXCursor call, int i)
{
    CXCursor callee = uk_cursor_children(call).first;
    CXType type = clang_getCursorType(uk_cursor_strip(callee, true));
    type = uk_type_desugar(type);
    if (type.kind == CXType_Pointer)
        type = clang_getPointeeType(type);
    type = uk_type_desugar(type);
    if (clang_getNumArgTypes(type) < i)
        return no_type;
    return clang_getArgType(type, (unsigned)(i - 1));
}

struct designation {
    bool is_found;
    CXType type;
};

UK_VISITOR(visit_designator, cursor)
{
    struct designation *d = data;
    if (cursor.kind == CXCursor_MemberRef) {
        d->is_found = true;
        d->type = clang_getCursorType(clang_getCursorReferenced(cursor));
    }
    return CXChildVisit_Continue;
}

/* What `.x.y[i] = ...' goes to: the last member that it names, or an element of
 * that.  False for any other expression; `[i] = ...' is like one. */
static bool is_designated(CXCursor element, CXType *type)
{
    struct designation d = {false, no_type};
    clang_visitChildren(element, visit_designator, &d);
    if (!d.is_found)
        return false;
    CXType canonical = clang_getCanonicalType(d.type);
    while (clang_getArrayElementType(canonical).kind != CXType_Invalid) {
        d.type = clang_getArrayElementType(d.type);
        canonical = clang_getCanonicalType(d.type);
    }
    *type = d.type;
    return true;
}

/* What element i of an initializer list goes to.  A plain one behind a
 * designated one is not looked for. */
static CXType element_type(struct uk_source *s, CXCursor list, int i)
{
    CXType type = clang_getCursorType(list);
    CXType element = clang_getArrayElementType(clang_getCanonicalType(type));
    if (element.kind != CXType_Invalid)
        return clang_getArrayElementType(type);
    struct uk_fields fields = uk_type_fields(s, type);
    return fields.n == 0 ? no_type
                         : clang_getCursorType(
                               fields.at[i < fields.n ? i : fields.n - 1]);
}

enum place { NOWHERE, CAST, MEMORY, PLACE };

/* Into what the address path[at] goes; the type is that of a place or a cast.
 */
static enum place find_place(struct uk_walk *w, int at, CXType *type)
{
    struct uk_source *s = w->source;
    for (; at > 0; at--) {
        CXCursor up = w->path[at - 1].cursor, self = w->path[at].cursor;
        int child = w->path[at - 1].child;
        switch (up.kind) {
        case CXCursor_ConditionalOperator:
            if (child == 0)
                return NOWHERE;
            continue;
        case CXCursor_UnexposedExpr:
            if (is_designated(up, type))
                return PLACE;
            continue;
        case CXCursor_ParenExpr:
            continue;
        case CXCursor_CStyleCastExpr:
            *type = clang_getCursorType(up);
            return CAST;
        case CXCursor_VarDecl:
            *type = clang_getCursorType(up);
            return PLACE;
        case CXCursor_ReturnStmt:
            *type = clang_getCursorResultType(w->path[0].cursor);
            return PLACE;
        case CXCursor_CallExpr:
            if (is_of_memory(s, up))
                return MEMORY;
            *type = argument_type(up, child);
            return PLACE;
        case CXCursor_InitListExpr:
            *type = element_type(s, up, child);
            return PLACE;
        case CXCursor_BinaryOperator:
            if (child != 1 ||
                !uk_token_is(s, uk_cursor_token(s, self) - 1, "="))
                return NOWHERE;
            *type = clang_getCursorType(uk_cursor_children(up).first);
            return PLACE;
        default:
            return NOWHERE;
        }
    }
    return NOWHERE;
}

/* Is the address that path[at] takes, an expression with &, the leftmost
 * view's? */
static bool is_key(struct uk_walk *w, int at)
{
    CXType type = no_type;
    enum place place = find_place(w, at, &type);
    return place == NOWHERE || place == MEMORY ||
           points_to_reducer(w->source, type);
}

/* An address of a reducer that a variable, a parameter, or a call has, where it
 * goes into a plain pointer: every strand would use the leftmost view. */
static void reject_plain(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    CXType type = no_type;
    unsigned at = uk_cursor_start(c);
    if (!clang_isExpression(c.kind) || c.kind == CXCursor_UnexposedExpr ||
        c.kind == CXCursor_ParenExpr || c.kind == CXCursor_CStyleCastExpr ||
        c.kind == CXCursor_ConditionalOperator ||
        uk_token_is(s, uk_token_at(s, at), "&") ||
        !points_to_reducer(s, clang_getCursorType(c)) ||
        find_place(w, w->depth - 1, &type) != PLACE ||
        points_to_reducer(s, type))
        return;
    type = clang_getCanonicalType(type);
    if (type.kind != CXType_Pointer ||
        uk_type_kind(clang_getPointeeType(type)) == CXType_Void)
        return;
    uk_source_error(s, at,
                    "a plain pointer cannot take the address of a reducer: "
                    "write `&*' before it for the strand's view, or declare "
                    "a pointer to a reducer");
}

/* --- The uses --- */

static void reject_static(struct uk_source *s, unsigned at, const char *name)
{
    uk_source_error(s, at,
                    "each strand has a view of the reducer `%s': a static "
                    "variable cannot begin with its address",
                    name);
}

/* True where uk_view_mention is to see to it. */
static bool view_name(struct uk_walk *w, CXCursor expression)
{
    struct uk_source *s = w->source;
    CXCursor variable = clang_getCursorReferenced(expression);
    int r = reducer_of(s, variable);
    unsigned at = uk_cursor_start(expression);
    const struct uk_function *f = &s->functions[w->function];
    struct uk_loop *l = uk_loop_around(w);
    unsigned start = l != NULL ? l->start : s->tokens[f->open].start;
    unsigned end = l != NULL ? l->end : s->tokens[f->close].end;
    if (r == UK_NONE) {
        uk_source_doubt(s, at, "%s does not show the reducer's declaration",
                        uk_clang_version());
        return false;
    }
    const char *name = s->reducers[r].name;
    if (!is_global(variable) && l != NULL &&
        !uk_loop_holds(l, uk_cursor_place(variable)))
        return true;
    if (is_global(variable) && (l != NULL || is_in_loop(w)) &&
        !uk_may_wait(s, start, end)) {
        hold(s, (struct uk_view){w->function,
                                 l != NULL ? (int)(l - s->loops) : UK_NONE, r,
                                 false});
        replace(s, at, "(*__ucilk_v_%s)", name, "");
    } else {
        replace(s, at, "(*(__typeof__(%s) *)%s)", name,
                uk_view_of(s, r, false));
    }
    return false;
}

/* An expression, or the pointer before `->'. */
static void view_place(struct uk_source *s, CXCursor expression, int keyword,
                       bool is_pointer)
{
    unsigned start = uk_cursor_start(expression);
    const char *before = uk_arena_print(
        &s->arena, "(%s__extension__ ({ __auto_type __ucilk_k_%u = %s(",
        is_pointer ? "" : "*", start, is_pointer ? "" : "&");
    const char *behind = uk_arena_print(
        &s->arena,
        "); (__typeof__(__ucilk_k_%u))ucilk_abi_look_up((void *)__ucilk_k_%u, "
        "sizeof *__ucilk_k_%u, &__ucilk_monoid_%d); }))",
        start, start, start, keyword);
    uk_edit_wrap(s, start, uk_cursor_end(expression), before, behind);
}

/* Is the leftmost view meant? */
static bool is_key_operand(struct uk_walk *w)
{
    int at = w->depth - 1;
    while (at > 1 && w->path[at - 1].cursor.kind == CXCursor_ParenExpr)
        at--;
    CXCursor up = w->path[at - 1].cursor;
    return up.kind == CXCursor_UnaryOperator &&
           uk_token_is(w->source, uk_cursor_token(w->source, up), "&") &&
           is_key(w, at - 1);
}

/* Is it asked for nothing but its type? */
static bool is_not_used(struct uk_walk *w, const char *name)
{
    struct uk_source *s = w->source;
    for (int top = w->depth - 1, at = top; at > 0; at--) {
        CXCursor up = w->path[at].cursor;
        if (up.kind == CXCursor_UnaryExpr) /* sizeof */
            return true;
        if (up.kind == CXCursor_VarDecl &&
            clang_Cursor_getStorageClass(up) == CX_SC_Static) {
            reject_static(s, uk_cursor_start(w->path[top].cursor), name);
            return true;
        }
    }
    return false;
}

/* p->member, where p points to a reducer. */
static void view_base(struct uk_walk *w, CXCursor expression)
{
    struct uk_source *s = w->source;
    CXCursor base = uk_cursor_children(expression).first;
    CXType type = clang_getCursorType(base);
    int keyword = UK_NONE;
    if (clang_Cursor_isNull(base) || !clang_isExpression(base.kind))
        return;
    type = uk_type_desugar(type);
    if (type.kind == CXType_Pointer)
        keyword = uk_type_reducer(s, clang_getPointeeType(type));
    if (keyword != UK_NONE && !is_not_used(w, "->"))
        view_place(s, base, keyword, true);
}

/* The keyword whose mark the type of an expression should have, by what the
 * expression is made from. */
static int reducer_behind(struct uk_source *s, CXCursor c)
{
    struct uk_children parts = uk_cursor_children(c);
    if (c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_MemberRefExpr)
        return uk_type_reducer(
            s, clang_getCursorType(clang_getCursorReferenced(c)));
    CXType base = uk_type_desugar(clang_getCursorType(parts.first));
    if (c.kind == CXCursor_ArraySubscriptExpr && base.kind != CXType_Pointer &&
        clang_getArrayElementType(base).kind == CXType_Invalid)
        base = uk_type_desugar(clang_getCursorType(parts.last)); /* 0[a] */
    return uk_type_reducer_below(s, base);
}

/* Can the expression be a reducer? */
static bool is_place(const struct uk_source *s, CXCursor c)
{
    return c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_MemberRefExpr ||
           c.kind == CXCursor_ArraySubscriptExpr ||
           (c.kind == CXCursor_UnaryOperator &&
            uk_token_is(s, uk_cursor_token(s, c), "*"));
}

/* REDUCER_VIEW of <cilk/reducer.h> in the body of a cilk_for, likewise: a
 * look-up that the compiler may do once, unless the body has reducers of its
 * own. */
static void view_once(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(c);
    if (c.kind != CXCursor_DeclRefExpr ||
        !uk_token_is(s, uk_token_at(s, at), "ucilk_c_reducer_view"))
        return;
    const struct uk_loop *l = uk_loop_around(w);
    if (l == NULL || l->is_block || uk_may_wait(s, l->start, l->end) ||
        uk_tokens_have(s, uk_token_at(s, l->start), uk_token_at(s, l->end),
                       "ucilk_abi_reducers_begin"))
        return;
    uk_replace(s, at, "ucilk_c_reducer_view_once");
}

bool uk_walk_view(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    if (s->has_plus_reducers)
        view_once(w, c);
    if (!s->has_reducers)
        return false;
    int keyword =
        is_place(s, c) ? uk_type_reducer(s, clang_getCursorType(c)) : UK_NONE;
    if (is_place(s, c) && keyword != reducer_behind(s, c))
        uk_source_doubt(s, uk_cursor_start(c),
                        "%s does not tell whether this is a reducer",
                        uk_clang_version());
    if (s->request->style->cluster)
        return false;
    reject_plain(w, c);
    if (c.kind == CXCursor_MemberRefExpr)
        view_base(w, c);
    if (keyword == UK_NONE || is_key_operand(w) ||
        is_not_used(w, uk_cursor_name(s, c)))
        return false;
    if (c.kind == CXCursor_DeclRefExpr)
        return view_name(w, c);
    view_place(s, c, keyword, false);
    return false;
}

/* --- At file scope --- */

UK_VISITOR(visit_initializer, cursor)
{
    struct uk_source *s = data;
    if (cursor.kind == CXCursor_UnaryExpr) /* sizeof */
        return CXChildVisit_Continue;
    if (cursor.kind == CXCursor_DeclRefExpr &&
        uk_type_reducer(s, clang_getCursorType(cursor)) != UK_NONE)
        reject_static(s, uk_cursor_start(cursor), uk_cursor_name(s, cursor));
    return CXChildVisit_Recurse;
}

void uk_source_check_static(struct uk_source *s, CXCursor variable)
{
    CXType type = clang_getCursorType(variable);
    if (s->n_reducers > 0 && !s->request->style->cluster &&
        !points_to_reducer(s, type) && uk_type_kind(type) == CXType_Pointer)
        clang_visitChildren(variable, visit_initializer, s);
}

void uk_source_check_uses(struct uk_source *s, int f, const char *error)
{
    const struct uk_function *function = &s->functions[f];
    int at = UK_NONE;
    /* Some may be behind pointers. */
    for (int i = 0; i < s->n_keywords; i++)
        if (s->keywords[i].word == UK_REDUCER && s->keywords[i].site == UK_NONE)
            at = function->open;
    for (int t = function->open; at == UK_NONE && t < function->close; t++) {
        if (s->tokens[t].kind != UK_NAME || s->tokens[t].is_system ||
            uk_token_is_any(s, t - 1, ". ->") ||
            uk_is_replaced(s, s->tokens[t].start))
            continue;
        for (int i = 0; i < s->n_reducers; i++)
            if (strcmp(uk_token_text(s, t), s->reducers[i].name) == 0)
                at = t;
    }
    if (at != UK_NONE)
        uk_source_doubt(s, s->tokens[at].start,
                        "a use of a reducer cannot be translated, since "
                        "the parser does not understand the function: %s",
                        error);
}
