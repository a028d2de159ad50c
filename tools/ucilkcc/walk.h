/*
 * The walk through libclang's tree, between parse.c, which does it, and
 * resolve.c, which is shown the calls.
 */
#ifndef UK_WALK_H
#define UK_WALK_H

#include <clang-c/Index.h>

#include "source.h"

enum { UK_MAX_DEPTH = 4096 };

struct uk_level {
    CXCursor cursor;
    int child; /* index of the next one down */
};

struct uk_walk {
    struct uk_source *source;
    int function;
    int depth;
    struct uk_level path[UK_MAX_DEPTH];
};

/* --- cursor.c: places and children of cursors --- */

unsigned uk_cursor_start(CXCursor cursor);
unsigned uk_cursor_end(CXCursor cursor);

struct uk_children {
    CXCursor first, last;
    int n;
};

struct uk_children uk_cursor_children(CXCursor cursor);
/* Through the implicit casts, and parentheses where asked. */
CXCursor uk_cursor_strip(CXCursor cursor, bool parentheses);

/* --- resolve.c --- */

/* Makes a site of the call on top of the path, which the keyword is for. */
void uk_walk_resolve(struct uk_walk *walk, struct uk_keyword *keyword,
                     CXCursor call);

#endif
