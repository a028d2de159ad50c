/*
 * Ways out of the body of a cilk_for and out of a spawned statement, which are
 * functions of their own: break, continue, return, and the case of a switch
 * around.
 */
#include "walk.h"

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
            (!is_case &&
             (c.kind == CXCursor_ForStmt || c.kind == CXCursor_WhileStmt ||
              c.kind == CXCursor_DoStmt)))
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
