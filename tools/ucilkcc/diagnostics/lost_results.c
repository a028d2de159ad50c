/*
 * Results for variables that end with an inner block, where no sync stands
 * between: what comes at the sync goes into memory that others use by then.
 */
#include "walk.h"

/* The next sync, or way out of the function, from a token on; the end of the
 * function where there is none.  It is asked for in the order of the text. */
static int next_stop(struct uk_walk *w, int token)
{
    struct uk_source *s = w->source;
    int close = s->functions[w->function].close, i = token;
    if (w->stop >= token && w->stop_from <= token)
        return w->stop;
    for (; i < close; i++)
        if (s->tokens[i].kind == UK_NAME &&
            (uk_token_is_any(s, i, "return goto") ||
             (uk_token_is_any(s, i, "sync cilk_sync _Cilk_sync") &&
              uk_keyword_at(s, s->tokens[i].start, UK_SYNC) != NULL)))
            break;
    w->stop_from = token;
    w->stop = i;
    return i;
}

/* Does a block, path[at], end with a sync? */
static bool ends_with_sync(const struct uk_walk *w, int at)
{
    struct uk_source *s = w->source;
    CXCursor block = w->path[at].cursor, around = w->path[at - 1].cursor;
    int token = uk_token_at(s, uk_cursor_start(block));
    if (at == 1)
        return true; /* of the function */
    if (block.kind == CXCursor_ForStmt)
        around = block;
    return (around.kind == CXCursor_ForStmt &&
            uk_keyword_at(s, uk_cursor_start(around), UK_FOR) != NULL) ||
           (token > 0 &&
            uk_keyword_at(s, s->tokens[token - 1].start, UK_SCOPE) != NULL);
}

void uk_walk_lost(struct uk_walk *w, const struct uk_keyword *k,
                  CXCursor variable, unsigned place)
{
    struct uk_source *s = w->source;
    unsigned declared = uk_cursor_place(variable);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    int at = w->depth - 1;
    if (variable.kind != CXCursor_VarDecl || storage == CX_SC_Static ||
        storage == CX_SC_Extern || s->request->style->quiet)
        return;
    for (; at > 0; at--) {
        CXCursor c = w->path[at].cursor;
        bool is_block =
            c.kind == CXCursor_CompoundStmt || c.kind == CXCursor_ForStmt;
        if (is_block && uk_cursor_start(c) <= declared &&
            declared < uk_cursor_end(c))
            break;
    }
    if (at <= 0 || ends_with_sync(w, at))
        return;
    unsigned end = uk_cursor_end(w->path[at].cursor);
    if (s->tokens[next_stop(w, k->token)].start < end)
        return;
    if (uk_source_warn(s, UK_W_LOST_RESULT, place,
                       "`%s' ends with its block, before a sync: the result "
                       "of the spawn may come when it is gone",
                       uk_cursor_name(s, variable)))
        uk_source_note(s, end - 1, "write `sync;' before the block ends");
}
