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

const char *uk_cursor_name(struct uk_source *s, CXCursor cursor)
{
    CXString string = clang_getCursorSpelling(cursor);
    const char *name =
        uk_arena_print(&s->arena, "%s", clang_getCString(string));
    clang_disposeString(string);
    return name;
}

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent,
                                       CXClientData data)
{
    struct uk_children *children = data;
    (void)parent;
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
