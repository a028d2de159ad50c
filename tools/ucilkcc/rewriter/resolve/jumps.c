/*
 * Ways into and out of blocks that generated code sets up: the bodies of
 * cilk_for and spawned statements, which are functions of their own, so that
 * nothing may leave them, and cilk_scope, which may be left at will but entered
 * at its beginning alone.
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

/* --- break, continue, return, and the case of a switch around --- */

static void reject_exit(struct uk_walk *w, const char *word)
{
    uk_source_error(w->source, uk_cursor_start(uk_walk_top(w)),
                    "%s cannot leave a spawned statement: what follows runs "
                    "already",
                    word);
}

/* A break, continue or case, on top of the path: out of or into what? */
static void check_exit(struct uk_walk *w, const char *word)
{
    bool is_continue = *word == 'c' && word[1] == 'o';
    bool is_case = *word == 'c' && !is_continue;
    unsigned at = uk_cursor_start(uk_walk_top(w));
    for (int i = w->depth - 1 - is_case; i >= 0; i--) {
        CXCursor c = w->path[i].cursor;
        bool is_cilk_for =
            c.kind == CXCursor_ForStmt &&
            uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR) != NULL;
        if (is_cilk_for && !is_continue)
            uk_source_error(w->source, at,
                            is_case ? "a case cannot lead into a cilk_for"
                                    : "break cannot leave a cilk_for: all "
                                      "iterations run; `continue' ends one");
        if (is_cilk_for || (c.kind == CXCursor_SwitchStmt && !is_continue) ||
            (!is_case && uk_kind_is_loop(c.kind)))
            return;
        if (uk_walk_is_block(w, i)) {
            if (is_case)
                uk_source_error(w->source, at,
                                "a case cannot lead into a spawned statement");
            else
                reject_exit(w, word);
            return;
        }
    }
}

void uk_walk_exit(struct uk_walk *w)
{
    CXCursor c = uk_walk_top(w);
    const struct uk_loop *around =
        c.kind == CXCursor_ReturnStmt ? uk_loop_around(w) : NULL;
    if (c.kind == CXCursor_BreakStmt)
        check_exit(w, "break");
    else if (c.kind == CXCursor_ContinueStmt)
        check_exit(w, "continue");
    else if (c.kind == CXCursor_CaseStmt || c.kind == CXCursor_DefaultStmt)
        check_exit(w, "case");
    else if (around != NULL && around->is_block)
        reject_exit(w, "return");
    else if (around != NULL)
        uk_source_error(w->source, uk_cursor_start(c),
                        "return cannot leave a cilk_for: all iterations run; "
                        "`continue' ends one");
}
