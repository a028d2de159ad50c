/*
 * Uses of reducers at file scope: each becomes the strand's view.
 *
 *     x += n        becomes
 *     (*(__typeof__(x) *)ucilk_abi_view(&__ucilk_reducer_of_x)) += n
 *
 * A view is the same until the function that asks spawns (ucilk/abi.h).  So
 * the body of a cilk_for, and a function with a loop, ask once, at their start,
 * where they have no keyword and get no future.  (Programs for clusters have
 * the view in the variable itself: emit_reducers.c.)
 */
#include <string.h>

#include "walk.h"

/* A name that may be that of a reducer declared with this keyword: between its
 * parentheses and the semicolon. */
static bool is_named_by(const struct uk_source *s, const struct uk_keyword *k,
                        int name)
{
    int i = k->token + 1;
    for (; i < s->n_tokens && !uk_token_is(s, i, ";"); i++) {
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
        else if (s->tokens[i].kind == UK_NAME && uk_token_same(s, i, name))
            return true;
    }
    return false;
}

void uk_source_find_uses(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_REDUCER || k->function != UK_NONE)
            continue;
        for (int f = 0; f < s->n_functions; f++) {
            struct uk_function *function = &s->functions[f];
            for (int t = function->open;
                 !function->uses_reducer && t < function->close; t++)
                function->uses_reducer = s->tokens[t].kind == UK_NAME &&
                                         !s->tokens[t].is_system &&
                                         is_named_by(s, k, t);
        }
    }
}

static const struct uk_reducer *reducer_of(const struct uk_source *s,
                                           const char *name)
{
    for (int i = 0; i < s->n_reducers; i++)
        if (!s->reducers[i].is_local && strcmp(s->reducers[i].name, name) == 0)
            return &s->reducers[i];
    return NULL;
}

/* Is the variable at file scope, also by a declaration in a function? */
static bool is_global(CXCursor variable)
{
    return variable.kind == CXCursor_VarDecl &&
           (clang_Cursor_getStorageClass(variable) == CX_SC_Extern ||
            clang_isTranslationUnit(
                clang_getCursorSemanticParent(variable).kind));
}

/* Is there a keyword, or a get, in [start, end)? */
static bool may_wait(const struct uk_source *s, unsigned start, unsigned end)
{
    static const char *const gets[] = {"ucilk_abi_future_get",
                                       "ucilk_abi_future_get_part", NULL};
    for (int i = 0; i < s->n_keywords; i++) {
        unsigned at = s->tokens[s->keywords[i].token].start;
        if (start <= at && at < end)
            return true;
    }
    for (int i = uk_token_at(s, start);
         i < s->n_tokens && s->tokens[i].start < end; i++)
        if (uk_token_is_any(s, i, gets))
            return true;
    return false;
}

static bool is_in_loop(const struct uk_walk *w)
{
    for (int i = 1; i < w->depth; i++)
        if (w->path[i].cursor.kind == CXCursor_ForStmt ||
            w->path[i].cursor.kind == CXCursor_WhileStmt ||
            w->path[i].cursor.kind == CXCursor_DoStmt)
            return true;
    return false;
}

static const char held[] = "__typeof__(%s) *const __ucilk_v_%s = "
                           "ucilk_abi_view(&__ucilk_reducer_of_%s); ";

/* Notes that the function, or the loop, asks for the view at its start. */
static void hold(struct uk_source *s, int function, int loop, const char *name)
{
    for (int i = 0; i < s->n_views; i++)
        if (s->views[i].function == function && s->views[i].loop == loop &&
            strcmp(s->views[i].name, name) == 0)
            return;
    s->views = uk_arena_grow(&s->arena, s->views, s->n_views, sizeof *s->views);
    s->views[s->n_views++] = (struct uk_view){function, loop, name};
    unsigned at = s->tokens[s->functions[function].open].end;
    if (loop == UK_NONE)
        uk_edit_add(s, at, at, held, name, name, name);
}

void uk_views_hold(struct uk_source *s, int loop, struct uk_buffer *out)
{
    for (int i = 0; i < s->n_views; i++) {
        const char *name = s->views[i].name;
        if (s->views[i].loop == loop)
            uk_buffer_print(out, held, name, name, name);
    }
}

/* The reducer that a name means, or NULL. */
static const struct uk_reducer *reducer_meant(struct uk_source *s,
                                              CXCursor expression)
{
    CXCursor variable = clang_getCursorReferenced(expression);
    if (s->request->style->cluster || clang_Cursor_isNull(variable) ||
        !is_global(variable))
        return NULL;
    return reducer_of(s, uk_cursor_name(s, variable));
}

static void reject_static(struct uk_source *s, unsigned at,
                          const struct uk_reducer *r)
{
    uk_source_error(s, at,
                    "each strand has a view of the reducer `%s': a static "
                    "variable cannot begin with its address",
                    r->name);
}

bool uk_walk_view(struct uk_walk *w, CXCursor expression)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(expression);
    const struct uk_reducer *r = reducer_meant(s, expression);
    if (r == NULL)
        return false;
    for (int i = w->depth - 1; i > 0; i--) {
        CXCursor up = w->path[i].cursor;
        if (up.kind == CXCursor_UnaryExpr) /* sizeof */
            return true;
        if (up.kind == CXCursor_VarDecl &&
            clang_Cursor_getStorageClass(up) == CX_SC_Static) {
            reject_static(s, at, r);
            return true;
        }
    }
    const struct uk_function *f = &s->functions[w->function];
    struct uk_loop *l = uk_loop_around(w);
    unsigned start = l != NULL ? l->start : s->tokens[f->open].start;
    unsigned end = l != NULL ? l->end : s->tokens[f->close].end;
    if ((l != NULL || is_in_loop(w)) && !may_wait(s, start, end)) {
        hold(s, w->function, l != NULL ? (int)(l - s->loops) : UK_NONE,
             r->name);
        uk_replace(s, at,
                   uk_arena_print(&s->arena, "(*__ucilk_v_%s)", r->name));
    } else {
        uk_replace(s, at,
                   uk_arena_print(&s->arena,
                                  "(*(__typeof__(%s) *)ucilk_abi_view("
                                  "&__ucilk_reducer_of_%s))",
                                  r->name, r->name));
    }
    return true;
}

static enum CXChildVisitResult
visit_initializer(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct uk_source *s = data;
    const struct uk_reducer *r;
    (void)parent;
    if (cursor.kind == CXCursor_UnaryExpr) /* sizeof */
        return CXChildVisit_Continue;
    if (cursor.kind == CXCursor_DeclRefExpr &&
        (r = reducer_meant(s, cursor)) != NULL)
        reject_static(s, uk_cursor_start(cursor), r);
    return CXChildVisit_Recurse;
}

void uk_source_check_static(struct uk_source *s, CXCursor variable)
{
    if (s->n_reducers > 0)
        clang_visitChildren(variable, visit_initializer, s);
}

void uk_source_check_uses(struct uk_source *s, int f, const char *error)
{
    const struct uk_function *function = &s->functions[f];
    for (int t = function->open; t < function->close; t++) {
        if (s->tokens[t].kind != UK_NAME || s->tokens[t].is_system ||
            uk_token_is(s, t - 1, ".") || uk_token_is(s, t - 1, "->") ||
            uk_is_replaced(s, s->tokens[t].start) ||
            reducer_of(s, uk_token_text(s, t)) == NULL)
            continue;
        uk_source_doubt(s, s->tokens[t].start,
                        "this use of a reducer cannot be translated, since "
                        "the parser does not understand the function: %s",
                        error);
        return;
    }
}
