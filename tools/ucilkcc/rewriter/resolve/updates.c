/*
 * Updates of one variable by all iterations of a cilk_for:
 *
 *     sum += f(i);    sum = sum + f(i);    n++;    if (f(i) > top) top = f(i);
 *
 * They race, and what the user wants is a reducer of <ucilk/reducers.h>.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

/* The T of UCILK_SUM(T) for a type, or NULL. */
static const char *word_of(CXType type, bool *is_integer)
{
    static const struct {
        enum CXTypeKind kind;
        const char *word;
    } words[] = {{CXType_Int, "int"},           {CXType_UInt, "unsigned"},
                 {CXType_Long, "long"},         {CXType_ULong, "ulong"},
                 {CXType_LongLong, "llong"},    {CXType_ULongLong, "ullong"},
                 {CXType_Float, "float"},       {CXType_Double, "double"},
                 {CXType_LongDouble, "ldouble"}};
    enum CXTypeKind kind = uk_type_kind(type);
    *is_integer = kind < CXType_Float;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].kind == kind)
            return words[i].word;
    return NULL;
}

/* The operator's token, between the operands. */
static int operator_of(const struct uk_source *s, CXCursor binary)
{
    CXCursor left = uk_cursor_children(binary).first;
    int i = uk_token_at(s, uk_cursor_end(left));
    while (uk_token_is(s, i, ")"))
        i++;
    return i;
}

/* `if (e > x) x = e', where node `at' of the path is the assignment. */
static const char *extreme(const struct uk_walk *w, int at, unsigned declared)
{
    if (at > 0 && w->path[at - 1].cursor.kind == CXCursor_CompoundStmt)
        at--;
    if (at == 0 || w->path[at - 1].cursor.kind != CXCursor_IfStmt)
        return NULL;
    CXCursor test =
        uk_cursor_strip(uk_cursor_children(w->path[at - 1].cursor).first, true);
    if (test.kind != CXCursor_BinaryOperator)
        return NULL;
    struct uk_children sides = uk_cursor_children(test);
    bool is_left = uk_cursor_names(sides.first, declared);
    if (!is_left && !uk_cursor_names(sides.last, declared))
        return NULL;
    static const char less[] = "< <=";
    static const char more[] = "> >=";
    int operator_ = operator_of(w->source, test);
    if (uk_token_is_any(w->source, operator_, is_left ? less : more))
        return "MAX";
    if (uk_token_is_any(w->source, operator_, is_left ? more : less))
        return "MIN";
    return NULL;
}

/* "SUM" and so on, or NULL, of an operator, or one that assigns. */
static const char *kind_by(const struct uk_source *s, int token, bool assigns)
{
    static const struct {
        const char *operators[2], *name;
    } kinds[] = {{{"+", "+="}, "SUM"},     {{"-", "-="}, "SUM"},
                 {{"*", "*="}, "PRODUCT"}, {{"&", "&="}, "AND"},
                 {{"|", "|="}, "OR"},      {{"^", "^="}, "XOR"}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (uk_token_is(s, token, kinds[k].operators[assigns]))
            return kinds[k].name;
    return NULL;
}

/* `x = x + e', `x = e + x', `x = x + e + ...', where the assignment is given.
 */
static const char *own_value(const struct uk_source *s, CXCursor assignment,
                             unsigned declared)
{
    CXCursor value = uk_cursor_strip(uk_cursor_children(assignment).last, true);
    const char *kind = NULL;
    while (value.kind == CXCursor_BinaryOperator) {
        struct uk_children sides = uk_cursor_children(value);
        int operator_ = operator_of(s, value);
        const char *before = kind;
        kind = kind_by(s, operator_, false);
        if (kind == NULL || (before != NULL && strcmp(kind, before) != 0))
            return NULL;
        if (uk_cursor_names(sides.last, declared) &&
            !uk_token_is(s, operator_, "-"))
            return kind;
        value = uk_cursor_strip(sides.first, true);
    }
    return uk_cursor_names(value, declared) ? kind : NULL;
}

/* "SUM" and so on: what is done to the variable on top of the path. */
static const char *kind_of(const struct uk_walk *w, unsigned declared)
{
    const struct uk_source *s = w->source;
    const char *kind;
    int at = w->depth - 2;
    while (at > 0 && w->path[at].cursor.kind == CXCursor_ParenExpr)
        at--;
    if (at < 0)
        return NULL;
    CXCursor up = w->path[at].cursor;
    switch (up.kind) {
    case CXCursor_UnaryOperator: /* ++ or --, since it writes */
        return "SUM";
    case CXCursor_CompoundAssignOperator:
        return kind_by(s, operator_of(s, up), true);
    case CXCursor_BinaryOperator:
        kind = extreme(w, at, declared);
        return kind != NULL ? kind : own_value(s, up, declared);
    default:
        return NULL;
    }
}

const char *uk_walk_reducer_for(struct uk_walk *w, CXCursor variable)
{
    bool is_integer;
    CXType type = clang_getCursorType(variable);
    const char *word = word_of(type, &is_integer);
    const char *kind =
        word != NULL ? kind_of(w, uk_cursor_place(variable)) : NULL;
    if (kind == NULL || clang_isVolatileQualifiedType(type))
        return NULL;
    bool is_of_bits = strcmp(kind, "AND") == 0 || strcmp(kind, "OR") == 0 ||
                      strcmp(kind, "XOR") == 0;
    if (is_of_bits && !is_integer)
        return NULL;
    const char *why, *printed = uk_type_print(w->source, type, &why);
    return uk_arena_print(&w->source->arena, "%s UCILK_%s(%s) %s",
                          printed != NULL ? printed : word, kind, word,
                          uk_cursor_name(w->source, variable));
}

/* Does the body look as if one iteration at a time ran a part of it? */
static bool may_exclude(const struct uk_source *s, const struct uk_loop *l)
{
    static const char *const words[] = {
        "lock",   "Lock",   "LOCK",     "mutex", "Mutex",   "MUTEX",
        "atomic", "ATOMIC", "critical", "sem_",  "__sync_", "asm"};
    int i = uk_token_at(s, l->start);
    for (; i < s->n_tokens && s->tokens[i].start < l->end; i++)
        for (size_t k = 0;
             s->tokens[i].kind == UK_NAME && k < sizeof words / sizeof words[0];
             k++)
            if (memmem(s->text + s->tokens[i].start,
                       s->tokens[i].end - s->tokens[i].start, words[k],
                       strlen(words[k])) != NULL)
                return true;
    return false;
}

/* The for in the body in whose header the top of the path stands, or NULL. */
static const CXCursor *header_around(const struct uk_walk *w,
                                     const struct uk_loop *l)
{
    unsigned at = uk_cursor_start(uk_walk_top(w));
    for (int i = w->depth - 2; i >= 0; i--) {
        const CXCursor *c = &w->path[i].cursor;
        if (!uk_loop_holds(l, uk_cursor_start(*c)))
            return NULL;
        if (c->kind == CXCursor_ForStmt &&
            at < uk_cursor_start(uk_cursor_children(*c).last))
            return c;
    }
    return NULL;
}

bool uk_walk_warn_update(struct uk_walk *w, const struct uk_loop *l,
                         CXCursor expression, CXCursor variable)
{
    struct uk_source *s = w->source;
    unsigned declared = uk_cursor_place(variable);
    const char *reducer = l->is_block || l->is_inlet ||
                                  uk_reducer_at(s, declared) != UK_NONE ||
                                  clang_getCursorTLSKind(variable) != CXTLS_None
                              ? NULL
                              : uk_walk_reducer_for(w, variable);
    if (reducer == NULL || may_exclude(s, l))
        return false;
    const char *name = uk_cursor_name(s, variable);
    unsigned at = uk_cursor_start(expression);
    const CXCursor *header = header_around(w, l);
    if (header == NULL)
        uk_source_warn(s, UK_W_LOOP_UPDATE, at,
                       "the iterations of the cilk_for run in parallel, and "
                       "all update `%s': make it a reducer, `%s' "
                       "(<ucilk/reducers.h>)",
                       name, reducer);
    else if (uk_keyword_at(s, uk_cursor_start(*header), UK_FOR) == NULL)
        uk_source_warn(s, UK_W_LOOP_UPDATE, at,
                       "the iterations of the cilk_for run in parallel, and "
                       "all count with `%s': declare it in the header of this "
                       "for, or in the body",
                       name);
    return header == NULL;
}
