/*
 * What is done to a variable where it is named: what stands around the name.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

/* Is the value an array, whose bytes are the variable's?  A parameter in the
 * form of an array is a pointer. */
static bool is_array(CXCursor expression)
{
    CXCursor bare = uk_cursor_strip(expression, true);
    if (bare.kind == CXCursor_DeclRefExpr &&
        clang_getCursorReferenced(bare).kind == CXCursor_ParmDecl)
        return false;
    return uk_type_is_array(clang_getCursorType(bare));
}

static bool is_assigned(const struct uk_source *s, CXCursor binary)
{
    unsigned right = uk_cursor_start(uk_cursor_children(binary).last);
    int i = uk_token_at(s, right) - 1;
    if (i > 0 && uk_keyword_at(s, s->tokens[i].start, UK_SPAWN) != NULL)
        i--;
    return uk_token_assigns(s, i);
}

static bool points_to_const(CXCursor expression)
{
    CXType type = uk_cursor_type(expression);
    return type.kind == CXType_Pointer &&
           clang_isConstQualifiedType(clang_getPointeeType(type));
}

static bool is_pointer(CXCursor expression)
{
    return uk_cursor_type(expression).kind == CXType_Pointer;
}

/* Is an operand of an asm statement, "constraint" (operand), written? */
static bool is_output(const struct uk_source *s, CXCursor operand)
{
    int i = uk_cursor_token(s, operand) - 2;
    if (i < 0)
        return false;
    const char *text = s->text + s->tokens[i].start;
    size_t size = s->tokens[i].end - s->tokens[i].start;
    return memchr(text, '=', size) != NULL || memchr(text, '+', size) != NULL;
}

/*
 * What is done to the variable that the top of the path refers to: upwards as
 * long as it is about the variable's own bytes, or their address.
 */
enum uk_use uk_walk_use_of(const struct uk_walk *w)
{
    const struct uk_source *s = w->source;
    bool is_address = false;
    for (int at = w->depth - 1; at > 0; at--) {
        CXCursor self = w->path[at].cursor;
        const struct uk_level *up = &w->path[at - 1];
        int first = uk_cursor_token(s, up->cursor);
        int last = uk_cursor_last(s, up->cursor);
        is_address = is_address || is_array(self);
        switch (up->cursor.kind) {
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr:
        case CXCursor_CStyleCastExpr:
            if (is_address && points_to_const(up->cursor))
                return UK_LOOKED_AT;
            if (up->cursor.kind == CXCursor_CStyleCastExpr && !is_address)
                return UK_READ;
            continue;
        case CXCursor_ArraySubscriptExpr:
            if (!is_address) /* of 0[a] too */
                return UK_READ;
            is_address = false;
            continue;
        case CXCursor_MemberRefExpr:
            if (!is_address && is_pointer(uk_cursor_strip(self, true)))
                return UK_READ;
            is_address = false;
            continue;
        case CXCursor_UnaryOperator:
            if (uk_token_is_any(s, first, "++ --") ||
                uk_token_is_any(s, last, "++ --"))
                return UK_WRITTEN;
            if (uk_token_is(s, first, "&")) {
                is_address = true;
                continue;
            }
            if (!is_address || !uk_token_is(s, first, "*"))
                return UK_READ;
            is_address = false;
            continue;
        case CXCursor_AsmStmt:
            return is_output(s, self) ? UK_WRITTEN : UK_READ;
        case CXCursor_CompoundAssignOperator:
            return up->child == 0 ? UK_WRITTEN : UK_READ;
        case CXCursor_BinaryOperator:
            if (up->child == 0 && !is_address && is_assigned(s, up->cursor))
                return UK_WRITTEN;
            if (!is_address || !is_pointer(up->cursor))
                return UK_READ;
            continue;            /* a + i, p = a */
        case CXCursor_UnaryExpr: /* sizeof */
            return UK_READ;
        default:
            return is_address ? UK_ADDRESS : UK_READ;
        }
    }
    return UK_READ;
}

bool uk_walk_is_element(const struct uk_walk *w)
{
    bool is_reached = false;
    for (int at = w->depth - 2; at >= 0; at--) {
        CXCursor up = w->path[at].cursor;
        int first = uk_cursor_token(w->source, up);
        switch (up.kind) {
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr:
            continue;
        case CXCursor_UnaryOperator:
            if (uk_token_is(w->source, first, "&"))
                return false;
            if (!uk_token_is(w->source, first, "*"))
                return is_reached;
            break;
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_MemberRefExpr:
            break;
        default:
            return is_reached;
        }
        is_reached = !is_array(up);
    }
    return is_reached;
}
