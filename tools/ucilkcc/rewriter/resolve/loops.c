/*
 * What one cilk_for is: its control variable, condition and step, and where
 * its body is.  What the body takes along: captures.c.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

UK_VISITOR(look_for_effects, cursor)
{
    struct uk_walk *w = data;
    int first = uk_cursor_token(w->source, cursor);
    int last = uk_cursor_last(w->source, cursor);
    static const char changes[] = "++ --";
    switch (cursor.kind) {
    case CXCursor_CallExpr:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_StmtExpr:
        return CXChildVisit_Break;
    case CXCursor_UnaryOperator:
        if (uk_token_is_any(w->source, first, changes) ||
            uk_token_is_any(w->source, last, changes))
            return CXChildVisit_Break;
        break;
    case CXCursor_BinaryOperator:
        for (int i = first; i < last; i++)
            if (uk_token_is(w->source, i, "="))
                return CXChildVisit_Break;
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

/* Can it be evaluated twice, to the same end? */
static bool is_simple(struct uk_walk *w, CXCursor expression)
{
    return look_for_effects(expression, expression, w) != CXChildVisit_Break &&
           clang_visitChildren(expression, look_for_effects, w) == 0;
}

struct mention {
    unsigned declared;
    bool is_found;
};

UK_VISITOR(look_for_mention, cursor)
{
    struct mention *m = data;
    m->is_found = m->is_found || uk_cursor_names(cursor, m->declared);
    return m->is_found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Limit and step hold for all iterations. */
static bool check_constant(struct uk_source *s, const struct uk_loop *l,
                           CXCursor expression, const char *what)
{
    struct mention m = {l->declared, uk_cursor_names(expression, l->declared)};
    clang_visitChildren(expression, look_for_mention, &m);
    if (m.is_found)
        uk_source_error(s, uk_cursor_start(expression),
                        "the %s of a cilk_for is the same for all iterations: "
                        "it cannot use `%s'",
                        what, l->name);
    return !m.is_found;
}

static bool is_unsigned(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return kind >= CXType_Bool && kind <= CXType_UInt128;
}

static bool is_wide(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return kind == CXType_Int128 || kind == CXType_UInt128;
}

static bool take_control(struct uk_walk *w, struct uk_loop *l,
                         CXCursor variable, unsigned at)
{
    struct uk_source *s = w->source;
    CXType type = clang_getCursorType(variable);
    const char *why = NULL;
    l->declared = uk_cursor_place(variable);
    l->name = uk_cursor_name(s, variable);
    l->is_pointer = uk_type_kind(type) == CXType_Pointer;
    l->is_unsigned = is_unsigned(type);
    l->is_wide = is_wide(type);
    l->size = clang_Type_getSizeOf(type);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (!l->is_own && (l->declared < s->functions[l->function].start ||
                       storage == CX_SC_Static))
        return uk_reject(s, at,
                         "the control variable of a cilk_for has another value "
                         "in each iteration: it is a local, which `%s' is not",
                         l->name);
    if (uk_type_kind(type) == CXType_Bool)
        return uk_reject(
            s, at,
            "the control variable of a cilk_for counts, which `%s', "
            "a _Bool, does not: make it an int",
            l->name);
    if (!l->is_pointer && !uk_type_is_integer(type))
        return uk_reject(s, at,
                         "the control variable of a cilk_for is an integer or "
                         "a pointer, which `%s' is not",
                         l->name);
    if (clang_isVolatileQualifiedType(clang_getCanonicalType(type)) ||
        (l->is_own && storage != CX_SC_None && storage != CX_SC_Auto &&
         storage != CX_SC_Register))
        return uk_reject(s, at,
                         "each iteration of a cilk_for has its own `%s': it "
                         "cannot be volatile, static or extern",
                         l->name);
    if (l->is_pointer && clang_getCanonicalType(
                             clang_getPointeeType(clang_getCanonicalType(type)))
                                 .kind == CXType_VariableArray)
        return uk_reject(s, at,
                         "the control variable of a cilk_for cannot point to "
                         "arrays of variable length: count by an integer");
    l->type = l->field = uk_type_print(s, type, &why);
    if (l->is_pointer && uk_type_is_local(type)) {
        l->type = uk_type_print_again(s, type, &why);
        why = uk_walk_take_type(w, l, uk_type_declaration(type));
    }
    if (why != NULL)
        uk_source_error(s, at, "the type of `%s' %s", l->name, why);
    return why == NULL;
}

/* A constant start, which lets the compiler know a piece's signs. */
static void take_start(struct uk_source *s, struct uk_loop *l, CXCursor value)
{
    long long start;
    if (uk_cursor_evaluate(value, &start) && !l->is_pointer && !l->is_wide &&
        !l->is_unsigned)
        l->constant_start = uk_arena_print(&s->arena, "%lldL", start);
}

static bool resolve_start(struct uk_walk *w, struct uk_loop *l, CXCursor start)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(start);
    struct uk_children below = uk_cursor_children(start);
    if (start.kind == CXCursor_DeclStmt && below.n == 1 &&
        below.first.kind == CXCursor_VarDecl &&
        uk_cursor_children(below.first).n > 0) {
        l->is_own = true;
        if (!take_control(w, l, below.first, at))
            return false;
        take_start(s, l, uk_cursor_children(below.first).last);
        return true;
    }
    if (start.kind == CXCursor_BinaryOperator && below.n == 2 &&
        uk_token_is(s, uk_cursor_token(s, below.last) - 1, "=")) {
        CXCursor left = uk_cursor_strip(below.first, true);
        CXCursor variable = clang_getCursorReferenced(left);
        if (left.kind == CXCursor_DeclRefExpr &&
            (variable.kind == CXCursor_VarDecl ||
             variable.kind == CXCursor_ParmDecl))
            return take_control(w, l, variable, at);
    }
    return uk_reject(s, at,
                     "a cilk_for starts with one control variable: write "
                     "`cilk_for (int i = 0; ...'");
}

static const char *mirrored(const char *order)
{
    return strcmp(order, "<") == 0    ? ">"
           : strcmp(order, "<=") == 0 ? ">="
           : strcmp(order, ">") == 0  ? "<"
           : strcmp(order, ">=") == 0 ? "<="
                                      : order;
}

static bool resolve_condition(struct uk_walk *w, struct uk_loop *l,
                              CXCursor condition)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(condition);
    struct uk_children sides = uk_cursor_children(condition);
    const char *why = "";
    if (condition.kind == CXCursor_BinaryOperator && sides.n == 2) {
        int operator_ = uk_cursor_token(s, sides.last) - 1;
        bool is_left = uk_cursor_names(sides.first, l->declared);
        CXCursor limit = is_left ? sides.last : sides.first;
        if (uk_token_is_any(s, operator_, "< <= > >= !=") &&
            (is_left || uk_cursor_names(sides.last, l->declared))) {
            CXType type = clang_getCursorType(limit);
            l->order = uk_token_text(s, operator_);
            if (!is_left)
                l->order = mirrored(l->order);
            l->limit_start = uk_cursor_start(limit);
            l->limit_end = uk_cursor_end(limit);
            l->is_simple = is_simple(w, limit);
            l->is_wide = l->is_wide || is_wide(type);
            l->limit_type = uk_type_print(s, type, &why);
            if (!l->is_pointer && !uk_type_is_integer(type))
                why = "is not an integer", l->limit_type = NULL;
            if (l->limit_type == NULL)
                uk_source_error(s, l->limit_start,
                                "the type of the limit of the cilk_for %s",
                                why);
            return l->limit_type != NULL &&
                   check_constant(s, l, limit, "limit");
        }
    }
    return uk_reject(s, at,
                     "the condition of a cilk_for compares its control "
                     "variable: write `%s < limit', or <=, >, >=, !=",
                     l->name);
}

/* A constant step that leads away from the limit. */
static bool check_direction(struct uk_source *s, const struct uk_loop *l,
                            long long step, unsigned at)
{
    bool up = (step > 0) != l->is_subtracted;
    if (step == 0)
        uk_source_error(s, at, "the step of a cilk_for cannot be 0");
    else if ((*l->order == '<' && !up) || (*l->order == '>' && up))
        uk_source_error(s, at, "`%s' never comes to its limit: it counts %s",
                        l->name, up ? "up" : "down");
    else
        return true;
    return false;
}

/* The value of a step that is a constant. */
static bool take_step(struct uk_source *s, struct uk_loop *l, CXCursor by)
{
    long long step;
    if (!uk_cursor_evaluate(by, &step))
        return true;
    if (l->is_unsigned && l->size == 4) /* -1 is there, converted */
        step = (int)step;
    l->step = uk_arena_print(&s->arena, "%lld", step);
    return check_direction(s, l, step, l->step_start);
}

/* The k of `i += k', `i -= k', `i = i + k', `i = k + i' and `i = i - k'. */
static bool find_step(const struct uk_source *s, struct uk_loop *l,
                      CXCursor increment, CXCursor *by)
{
    struct uk_children sides = uk_cursor_children(increment);
    if (sides.n != 2 || !uk_cursor_names(sides.first, l->declared))
        return false;
    int operator_ = uk_cursor_token(s, sides.last) - 1;
    bool is_compound = increment.kind == CXCursor_CompoundAssignOperator;
    *by = sides.last;
    if (increment.kind == CXCursor_BinaryOperator &&
        uk_token_is(s, operator_, "=")) {
        CXCursor sum = uk_cursor_strip(sides.last, true);
        sides = uk_cursor_children(sum);
        if (sum.kind != CXCursor_BinaryOperator || sides.n != 2)
            return false;
        operator_ = uk_cursor_token(s, sides.last) - 1;
        bool is_left = uk_cursor_names(sides.first, l->declared);
        if (!is_left && !(uk_cursor_names(sides.last, l->declared) &&
                          uk_token_is(s, operator_, "+")))
            return false;
        *by = is_left ? sides.last : sides.first;
    } else if (!is_compound) {
        return false;
    }
    l->is_subtracted = uk_token_is(s, operator_, is_compound ? "-=" : "-");
    return l->is_subtracted ||
           uk_token_is(s, operator_, is_compound ? "+=" : "+");
}

static bool resolve_step(struct uk_walk *w, struct uk_loop *l,
                         CXCursor increment)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(increment);
    struct uk_children sides = uk_cursor_children(increment);
    if (increment.kind == CXCursor_UnaryOperator &&
        uk_cursor_names(sides.first, l->declared)) {
        int first = uk_token_at(s, at);
        int last = uk_cursor_last(s, increment);
        bool is_up = uk_token_is(s, first, "++") || uk_token_is(s, last, "++");
        if (is_up || uk_token_is(s, first, "--") ||
            uk_token_is(s, last, "--")) {
            l->is_subtracted = !is_up;
            l->step = "1";
            return check_direction(s, l, 1, at);
        }
    }
    CXCursor by;
    if (find_step(s, l, increment, &by)) {
        l->step_start = uk_cursor_start(by);
        l->step_end = uk_cursor_end(by);
        l->is_step_simple = is_simple(w, by);
        l->increment_start = at;
        l->increment_end = uk_cursor_end(increment);
        CXType type = clang_getCursorType(by);
        if (!uk_type_is_integer(type))
            return uk_reject(s, l->step_start,
                             "the step of a cilk_for is an integer");
        return check_constant(s, l, by, "step") && take_step(s, l, by);
    }
    return uk_reject(s, at,
                     "a cilk_for ends with a step of its control variable: "
                     "write `%s++', `%s--', `%s += k' or `%s -= k'",
                     l->name, l->name, l->name, l->name);
}

/* Does the `;' behind a statement belong to it, though libclang's extent ends
 * before? */
static bool ends_with_semicolon(CXCursor statement)
{
    switch (statement.kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_NullStmt:
    case CXCursor_SwitchStmt:
        return false;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_IfStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return ends_with_semicolon(uk_cursor_children(statement).last);
    default:
        return true;
    }
}

UK_VISITOR(collect, cursor)
{
    CXCursor **next = data;
    *(*next)++ = cursor;
    return CXChildVisit_Continue;
}

static bool resolve_header(struct uk_walk *w, struct uk_loop *l,
                           CXCursor statement)
{
    struct uk_source *s = w->source;
    CXCursor parts[5], *next = parts;
    unsigned keyword = uk_keyword_start(s, l->keyword);
    bool is_complete =
        l->open + 1 < l->first_end && l->first_end + 1 < l->condition_end &&
        l->condition_end + 1 < l->close && uk_cursor_children(statement).n == 4;
    if (!is_complete)
        return uk_reject(s, keyword,
                         "cilk_for needs all three parts of its header: write "
                         "`cilk_for (int i = 0; i < n; i++)'");
    clang_visitChildren(statement, collect, &next);
    CXCursor body = parts[3];
    l->start = s->tokens[l->close + 1].start;
    l->end = uk_cursor_end(body);
    int behind = uk_token_at(s, l->end);
    if (ends_with_semicolon(body) && uk_token_is(s, behind, ";"))
        l->end = s->tokens[behind].end;
    return resolve_start(w, l, parts[0]) &&
           resolve_condition(w, l, uk_cursor_strip(parts[1], true)) &&
           resolve_step(w, l, uk_cursor_strip(parts[2], true));
}

void uk_source_check_grains(struct uk_source *s)
{
    int f = 0;
    for (int i = 0; i < s->n_pragmas; i++) {
        unsigned at = s->pragmas[i].start;
        if (s->pragmas[i].grain == 0)
            continue;
        while (f < s->n_functions &&
               s->tokens[s->functions[f].close].start < at)
            f++;
        if (f == s->n_functions || at < s->tokens[s->functions[f].open].start)
            uk_source_error(s, at,
                            "a grainsize stands before a cilk_for, in a "
                            "function");
    }
}

/* The grainsize among the pragmas right before the loop. */
static const struct uk_pragma *take_pragmas(struct uk_source *s, int token)
{
    unsigned end = s->tokens[token].start;
    unsigned start = token > 0 ? s->tokens[token - 1].end : 0;
    const struct uk_pragma *grain = NULL;
    for (int i = 0; i < s->n_pragmas; i++) {
        struct uk_pragma *p = &s->pragmas[i];
        if (p->start < start || p->end > end)
            continue;
        p->is_taken = true;
        if (p->grain != 0)
            grain = p;
    }
    return grain;
}

void uk_walk_loop(struct uk_walk *w, struct uk_keyword *k, CXCursor statement)
{
    struct uk_source *s = w->source;
    struct uk_loop l = {.keyword = (int)(k - s->keywords),
                        .function = w->function,
                        .around = uk_cursor_name(s, w->path[0].cursor),
                        .open = k->token + 1};
    l.close = s->tokens[l.open].match;
    l.first_end = uk_token_seek(s, l.open + 1, l.close, ";");
    l.condition_end = uk_token_seek(s, l.first_end + 1, l.close, ";");
    l.grain = take_pragmas(s, k->token);
    k->site = s->n_loops;
    if (!resolve_header(w, &l, statement))
        l.start = l.end = uk_keyword_place(s, k); /* of nothing */
    uk_walk_add_loop(w, l);
}
