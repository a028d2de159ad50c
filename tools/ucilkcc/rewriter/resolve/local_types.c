/*
 * The types of a function that a body, which becomes a function of its own,
 * needs: those that it names, and those of the variables that it uses.
 *
 *     struct here { long a; } h;
 *     cilk_for (int i = 0; i < n; i++) { struct here e = h; ... }
 *
 * They are declared there again, from the same text, which what they need
 * stands in front of.  To the compiler both are types of their own: what goes
 * from one to the other is a void *, or bytes, and no compiler sees into both
 * functions at once, since the runtime is what calls the body (ucilk/abi.h).
 *
 * One without a name gets the tag __ucilk_t_N, N its offset, in the second
 * declaration.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

static bool is_attribute(const struct uk_source *s, int i)
{
    return (uk_token_is_any(s, i, "__attribute__ __attribute")) &&
           uk_token_is(s, i + 1, "(") && s->tokens[i + 1].match > i;
}

/* The brace of a struct, union or enumeration without a name, or UK_NONE. */
static int brace_of(const struct uk_source *s, CXCursor d)
{
    int i = uk_cursor_token(s, d) + 1;
    if (d.kind != CXCursor_StructDecl && d.kind != CXCursor_UnionDecl &&
        d.kind != CXCursor_EnumDecl)
        return UK_NONE;
    while (is_attribute(s, i))
        i = s->tokens[i + 1].match + 1;
    return uk_token_is(s, i, "{") ? i : UK_NONE;
}

const char *uk_local_tag(struct uk_source *s, CXCursor d)
{
    if (brace_of(s, d) == UK_NONE)
        return NULL;
    return uk_arena_print(&s->arena, "%s __ucilk_t_%u",
                          uk_token_text(s, uk_cursor_token(s, d)),
                          uk_cursor_start(d));
}

/* A typedef is declared again with all that stands in its declaration; of
 * another one only the struct is, since there may be variables. */
static unsigned end_of(const struct uk_source *s, CXCursor d)
{
    int i = uk_token_at(s, uk_cursor_end(d));
    if (d.kind == CXCursor_TypedefDecl) {
        i = uk_token_seek(s, i, s->n_tokens, ";");
        return s->tokens[i - 1].end;
    }
    while (is_attribute(s, i))
        i = s->tokens[i + 1].match + 1;
    return s->tokens[i - 1].end;
}

struct need {
    struct uk_walk *walk;
    struct uk_loop *loop;
    unsigned start, end; /* of the declaration that is looked at */
    const char *why;     /* it cannot be declared again */
};

UK_VISITOR(visit_need, c)
{
    struct need *n = data;
    CXCursor used = clang_getCursorReferenced(c);
    if ((c.kind != CXCursor_TypeRef && c.kind != CXCursor_DeclRefExpr) ||
        clang_Cursor_isNull(used))
        return CXChildVisit_Recurse;
    unsigned declared = uk_cursor_place(used);
    if (!uk_walk_holds(n->walk, declared) ||
        (n->start <= declared && declared < n->end))
        return CXChildVisit_Recurse;
    if (used.kind == CXCursor_EnumConstantDecl)
        used = clang_getCursorSemanticParent(used);
    else if (c.kind == CXCursor_DeclRefExpr)
        n->why = "is declared with a variable of the function: declare it in "
                 "the body";
    if (n->why == NULL)
        n->why = uk_walk_take_type(n->walk, n->loop, used);
    return n->why == NULL ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* In the order of the text, what is around others first. */
static void insert(struct uk_source *s, struct uk_loop *l,
                   struct uk_local_type new)
{
    l->types = uk_arena_grow(&s->arena, l->types, l->n_types, sizeof *l->types);
    int i = l->n_types++;
    for (; i > 0 && (l->types[i - 1].start > new.start ||
                     (l->types[i - 1].start == new.start &&
                      l->types[i - 1].end < new.end));
         i--)
        l->types[i] = l->types[i - 1];
    l->types[i] = new;
}

const char *uk_walk_take_type(struct uk_walk *w, struct uk_loop *l,
                              CXCursor declaration)
{
    struct uk_source *s = w->source;
    CXCursor d = clang_getCursorDefinition(declaration);
    if (clang_Cursor_isNull(d))
        d = declaration;
    unsigned declared = uk_cursor_place(d);
    if (!uk_walk_holds(w, declared) || uk_loop_holds(l, declared))
        return NULL;
    int brace = brace_of(s, d);
    struct uk_local_type new = {.start = uk_cursor_start(d),
                                .end = end_of(s, d),
                                .declared = declared,
                                .name = brace == UK_NONE ? uk_cursor_name(s, d)
                                                         : "",
                                .tag = brace != UK_NONE ? brace : 0,
                                .is_typedef = d.kind == CXCursor_TypedefDecl};
    for (int i = 0; i < l->n_types; i++) {
        const struct uk_local_type *t = &l->types[i];
        if (t->declared == declared && t->is_typedef == new.is_typedef)
            return NULL;
        if (*t->name != 0 && strcmp(t->name, new.name) == 0 &&
            t->is_typedef == new.is_typedef)
            return "is one of two of this name: give it another";
    }
    insert(s, l, new);
    struct need n = {w, l, new.start, new.end, NULL};
    clang_visitChildren(d, visit_need, &n);
    return n.why;
}
