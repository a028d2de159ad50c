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

/* A break or continue, at the top of the path: what does it leave? */
static void check_exit(struct uk_walk *w, const char *word, bool is_break)
{
    unsigned at = uk_cursor_start(uk_walk_top(w));
    for (int i = w->depth - 1; i >= 0; i--) {
        CXCursor c = w->path[i].cursor;
        switch (c.kind) {
        case CXCursor_SwitchStmt:
            if (is_break)
                return;
            break;
        case CXCursor_ForStmt:
            if (is_break &&
                uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR) != NULL)
                uk_source_error(w->source, at,
                                "break cannot leave a cilk_for: all iterations "
                                "run; `continue' ends one");
            return;
        case CXCursor_WhileStmt:
        case CXCursor_DoStmt:
            return;
        default:
            break;
        }
        if (uk_walk_is_block(w, i)) {
            reject_exit(w, word);
            return;
        }
    }
}

static void check_case(struct uk_walk *w)
{
    unsigned at = uk_cursor_start(uk_walk_top(w));
    for (int i = w->depth - 2; i >= 0; i--) {
        CXCursor c = w->path[i].cursor;
        if (c.kind == CXCursor_SwitchStmt)
            return;
        if (c.kind == CXCursor_ForStmt &&
            uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR) != NULL) {
            uk_source_error(w->source, at,
                            "a case cannot lead into a cilk_for");
            return;
        }
        if (uk_walk_is_block(w, i)) {
            uk_source_error(w->source, at,
                            "a case cannot lead into a spawned statement");
            return;
        }
    }
}

void uk_walk_exit(struct uk_walk *w)
{
    CXCursor c = uk_walk_top(w);
    switch (c.kind) {
    case CXCursor_BreakStmt:
        check_exit(w, "break", true);
        break;
    case CXCursor_ContinueStmt:
        check_exit(w, "continue", false);
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        check_case(w);
        break;
    case CXCursor_ReturnStmt:
        if (uk_loop_around(w) != NULL && uk_loop_around(w)->is_block)
            reject_exit(w, "return");
        else if (uk_loop_around(w) != NULL)
            uk_source_error(w->source, uk_cursor_start(c),
                            "return cannot leave a cilk_for: all iterations "
                            "run; `continue' ends one");
        break;
    default:
        break;
    }
}
