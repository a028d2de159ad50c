/* Places and children of libclang's cursors. */
#include "walk.h"

static unsigned offset_of(CXSourceLocation location)
{
    unsigned offset = 0;
    clang_getFileLocation(location, NULL, NULL, NULL, &offset);
    return offset;
}

void uk_cursor_extent(CXCursor cursor, unsigned *start, unsigned *end)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    *start = offset_of(clang_getRangeStart(range));
    *end = offset_of(clang_getRangeEnd(range));
}

unsigned uk_cursor_start(CXCursor cursor)
{
    return offset_of(clang_getRangeStart(clang_getCursorExtent(cursor)));
}

unsigned uk_cursor_end(CXCursor cursor)
{
    return offset_of(clang_getRangeEnd(clang_getCursorExtent(cursor)));
}

unsigned uk_cursor_place(CXCursor cursor)
{
    return offset_of(clang_getCursorLocation(cursor));
}

int uk_cursor_token(const struct uk_source *s, CXCursor cursor)
{
    return uk_token_at(s, uk_cursor_start(cursor));
}

int uk_cursor_last(const struct uk_source *s, CXCursor cursor)
{
    return uk_token_at(s, uk_cursor_end(cursor)) - 1;
}

CXType uk_cursor_type(CXCursor cursor)
{
    return clang_getCanonicalType(clang_getCursorType(cursor));
}

bool uk_cursor_evaluate(CXCursor cursor, long long *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    bool is_known =
        result != NULL && clang_EvalResult_getKind(result) == CXEval_Int;
    *value = is_known ? clang_EvalResult_getAsLongLong(result) : 1;
    if (result != NULL)
        clang_EvalResult_dispose(result);
    return is_known;
}

char *uk_string(struct uk_source *s, CXString string)
{
    const char *text = clang_getCString(string);
    char *copy = uk_arena_print(&s->arena, "%s", text != NULL ? text : "");
    clang_disposeString(string);
    return copy;
}

const char *uk_cursor_name(struct uk_source *s, CXCursor cursor)
{
    return uk_string(s, clang_getCursorSpelling(cursor));
}

UK_VISITOR(collect, cursor)
{
    struct uk_children *children = data;
    if (children->n++ == 0)
        children->first = cursor;
    children->last = cursor;
    return CXChildVisit_Continue;
}

struct uk_children uk_cursor_children(CXCursor cursor)
{
    struct uk_children children = {clang_getNullCursor(), clang_getNullCursor(),
                                   0};
    clang_visitChildren(cursor, collect, &children);
    return children;
}

bool uk_cursor_names(CXCursor expression, unsigned declared)
{
    CXCursor bare = uk_cursor_strip(expression, true);
    return bare.kind == CXCursor_DeclRefExpr &&
           uk_cursor_place(clang_getCursorReferenced(bare)) == declared;
}

CXCursor uk_cursor_strip(CXCursor cursor, bool parentheses)
{
    while (cursor.kind == CXCursor_UnexposedExpr ||
           (parentheses && cursor.kind == CXCursor_ParenExpr)) {
        struct uk_children below = uk_cursor_children(cursor);
        if (below.n != 1)
            break;
        cursor = below.first;
    }
    return cursor;
}
