/*
 * Ways into and out of blocks that generated code sets up: the bodies of
 * cilk_for, and cilk_scope, which may be left at will but entered at its
 * beginning alone.
 */
#include "walk.h"

static void add(struct uk_walk *w, unsigned at, unsigned label, bool is_case)
{
    struct uk_source *s = w->source;
    UK_PUSH(s, jumps, (struct uk_jump){at, label, w->function, is_case});
}

void uk_walk_jump(struct uk_walk *w, CXCursor c)
{
    if (c.kind == CXCursor_GotoStmt) {
        CXCursor reference = uk_cursor_children(c).first;
        add(w, uk_cursor_start(c),
            uk_cursor_start(clang_getCursorReferenced(reference)), false);
    }
    if (c.kind != CXCursor_CaseStmt && c.kind != CXCursor_DefaultStmt)
        return;
    for (int at = w->depth - 1; at > 0; at--) {
        if (w->path[at].cursor.kind == CXCursor_SwitchStmt) {
            add(w, uk_cursor_start(w->path[at].cursor), uk_cursor_start(c),
                true);
            return;
        }
    }
}

static bool is_between(unsigned offset, unsigned start, unsigned end)
{
    return start <= offset && offset < end;
}

static void check_loop(struct uk_source *s, const struct uk_jump *j,
                       const struct uk_loop *l)
{
    bool from = uk_loop_holds(l, j->at);
    bool to = uk_loop_holds(l, j->label);
    if (!j->is_case && l->function == j->function && from != to)
        uk_source_error(s, j->at, "goto cannot lead %s a %s",
                        from ? "out of" : "into",
                        l->is_block ? "spawned statement" : "cilk_for");
}

static void check_scope(struct uk_source *s, const struct uk_jump *j,
                        const struct uk_keyword *k)
{
    if (k->word != UK_SCOPE || k->function != j->function)
        return;
    unsigned start = s->tokens[k->token].start;
    unsigned end = s->tokens[k->end - 1].end;
    if (!is_between(j->at, start, end) && is_between(j->label, start, end))
        uk_source_error(s, j->is_case ? j->label : j->at,
                        "%s cannot lead into a cilk_scope: enter it at its "
                        "beginning",
                        j->is_case ? "case" : "goto");
}

/* Its block would end a reducer that has not begun. */
static void check_reducer(struct uk_source *s, const struct uk_jump *j,
                          const struct uk_reducer *r)
{
    int end = uk_token_seek(s, uk_token_at(s, r->declared), s->n_tokens, "}");
    if (!r->is_local || r->function != j->function)
        return;
    unsigned behind = end < s->n_tokens ? s->tokens[end].start : 0;
    if (!is_between(j->at, r->declared, behind) &&
        is_between(j->label, r->declared, behind))
        uk_source_error(s, j->is_case ? j->label : j->at,
                        "%s cannot pass the declaration of the reducer `%s'",
                        j->is_case ? "case" : "goto", r->name);
}

void uk_source_check_jumps(struct uk_source *s)
{
    for (int i = 0; i < s->n_jumps; i++) {
        const struct uk_function *f = &s->functions[s->jumps[i].function];
        for (int l = 0; l < f->n_loops; l++)
            check_loop(s, &s->jumps[i], &s->loops[f->first_loop + l]);
        for (int k = 0; k < f->n_keywords; k++)
            check_scope(s, &s->jumps[i], &s->keywords[f->first_keyword + k]);
        for (int r = 0; r < s->n_reducers; r++)
            check_reducer(s, &s->jumps[i], &s->reducers[r]);
    }
}
