/*
 * What the body of a cilk_for takes along.
 *
 * The body becomes a function of its own, and may run in another worker:
 * variables of the function around it are copied for each piece, so that the
 * body must not write them; static ones are shared, and reducers have views.
 * A body inside of another one takes from that one what it needs.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

bool uk_loop_holds(const struct uk_loop *l, unsigned offset)
{
    return l->start <= offset && offset < l->end;
}

struct uk_capture *uk_loop_capture(const struct uk_loop *l, unsigned declared)
{
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].declared == declared)
            return &l->captures[i];
    return NULL;
}

/* The innermost loop around the top of the path, or NULL. */
static struct uk_loop *loop_around(struct uk_walk *w)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(w->path[w->depth - 1].cursor);
    int first = s->functions[w->function].first_loop;
    for (int i = s->n_loops - 1; i >= first; i--)
        if (s->loops[i].function == w->function &&
            uk_loop_holds(&s->loops[i], at))
            return &s->loops[i];
    return NULL;
}

enum use { UK_READ, UK_WRITTEN, UK_ADDRESS };

/* Is the value an array, whose bytes are the variable's?  A parameter in the
 * form of an array is a pointer. */
static bool is_array(CXCursor expression)
{
    CXCursor bare = uk_cursor_strip(expression, true);
    CXType type = clang_getCanonicalType(clang_getCursorType(bare));
    if (bare.kind == CXCursor_DeclRefExpr &&
        clang_getCursorReferenced(bare).kind == CXCursor_ParmDecl)
        return false;
    return type.kind == CXType_ConstantArray ||
           type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
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
    CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    return type.kind == CXType_Pointer &&
           clang_isConstQualifiedType(clang_getPointeeType(type));
}

static bool is_pointer(CXCursor expression)
{
    return clang_getCanonicalType(clang_getCursorType(expression)).kind ==
           CXType_Pointer;
}

/* Is an operand of an asm statement, "constraint" (operand), written? */
static bool is_output(const struct uk_source *s, CXCursor operand)
{
    int i = uk_token_at(s, uk_cursor_start(operand)) - 2;
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
static enum use use_of(const struct uk_walk *w)
{
    const struct uk_source *s = w->source;
    bool is_address = false;
    for (int at = w->depth - 1; at > 0; at--) {
        CXCursor self = w->path[at].cursor;
        const struct uk_level *up = &w->path[at - 1];
        int first = uk_token_at(s, uk_cursor_start(up->cursor));
        int last = uk_token_at(s, uk_cursor_end(up->cursor)) - 1;
        is_address = is_address || is_array(self);
        switch (up->cursor.kind) {
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr:
        case CXCursor_CStyleCastExpr:
            if (is_address && points_to_const(up->cursor))
                return UK_READ;
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
            if (uk_token_is(s, first, "++") || uk_token_is(s, first, "--") ||
                uk_token_is(s, last, "++") || uk_token_is(s, last, "--"))
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

/* What a pointer, or a parameter in the form of an array, points to. */
static CXType pointee_of(CXType canonical)
{
    return clang_getCanonicalType(canonical.kind == CXType_Pointer
                                      ? clang_getPointeeType(canonical)
                                      : clang_getArrayElementType(canonical));
}

/* A pointer to rows of variable length: how many dimensions, and the
 * element's type. */
static const char *print_rows(struct uk_source *s, CXType pointer, int *n,
                              const char **why)
{
    CXType type = pointee_of(pointer);
    bool is_const = false;
    *n = 0;
    while (type.kind == CXType_VariableArray ||
           type.kind == CXType_ConstantArray) {
        is_const = is_const || clang_isConstQualifiedType(type);
        type = clang_getCanonicalType(clang_getArrayElementType(type));
        ++*n;
    }
    is_const = is_const || clang_isConstQualifiedType(type);
    const char *printed = uk_type_print(s, type, why);
    if (printed != NULL && is_const)
        printed = uk_arena_print(&s->arena, "const __typeof__(%s)", printed);
    return printed;
}

static bool has_variable_rows(CXType pointer)
{
    CXType type = pointee_of(pointer);
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return type.kind == CXType_VariableArray;
}

/* A parameter in the form of an array. */
static bool is_decayed(CXCursor variable, CXType canonical)
{
    return variable.kind == CXCursor_ParmDecl &&
           (canonical.kind == CXType_ConstantArray ||
            canonical.kind == CXType_IncompleteArray ||
            canonical.kind == CXType_VariableArray);
}

static bool is_constant(CXType type)
{
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return clang_isConstQualifiedType(type);
}

static bool describe(struct uk_source *s, struct uk_capture *c,
                     CXCursor variable, const char **why)
{
    CXType type = clang_getCursorType(variable);
    CXType canonical = clang_getCanonicalType(type);
    c->lengths = "";
    bool is_decayed_ = is_decayed(variable, canonical);
    if ((is_decayed_ || canonical.kind == CXType_Pointer) &&
        has_variable_rows(canonical)) {
        c->how = UK_ROWS;
        c->type = print_rows(s, canonical, &c->n_rows, why);
    } else if (is_decayed_) {
        c->how = UK_COPY;
        c->type = uk_type_print(s, type, why);
    } else {
        c->type = uk_type_print_array(s, type, &c->lengths, why);
        c->how = *c->lengths != 0 || canonical.kind == CXType_Record ? UK_BYTES
                                                                     : UK_COPY;
    }
    switch (clang_Cursor_getStorageClass(variable)) {
    case CX_SC_Static:
    case CX_SC_Extern:
        c->how = UK_SHARE;
        if (c->type != NULL && *c->lengths == 0)
            c->type = uk_type_print_object(s, type, why);
        if (c->type != NULL && is_constant(canonical))
            c->type =
                uk_arena_print(&s->arena, "const __typeof__(%s)", c->type);
        break;
    default:
        break;
    }
    return c->type != NULL;
}

static void reject_write(struct uk_source *s, const struct uk_capture *c,
                         unsigned at)
{
    if (c->how == UK_BYTES && *c->lengths != 0)
        uk_source_error(s, at,
                        "the iterations of a cilk_for run in parallel, each "
                        "with a copy of `%s': write into a static array",
                        c->name);
    else
        uk_source_error(s, at,
                        "the iterations of a cilk_for run in parallel, each "
                        "with a copy of `%s': declare it in the body, make it "
                        "a reducer (`%s cilk_reducer(identity, reduce) %s'), "
                        "or write into an element of an array",
                        c->name, c->type, c->name);
}

bool uk_is_replaced(const struct uk_source *s, unsigned at)
{
    for (int i = 0; i < s->n_replaced; i++)
        if (s->replaced[i] == at)
            return true;
    return false;
}

/* A name that means nothing outside of the function; once, whatever the number
 * of bodies around it. */
static void replace(struct uk_source *s, unsigned at, const char *text)
{
    if (uk_is_replaced(s, at))
        return;
    s->replaced = uk_arena_grow(&s->arena, s->replaced, s->n_replaced,
                                sizeof *s->replaced);
    s->replaced[s->n_replaced++] = at;
    uk_edit_add(s, at, s->tokens[uk_token_at(s, at)].end, "%s", text);
}

/* Notes that the body of l uses a variable from outside. */
static void capture(struct uk_walk *w, struct uk_loop *l, CXCursor expression,
                    CXCursor variable)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(expression);
    unsigned declared = uk_cursor_place(variable);
    enum use use = use_of(w);
    if (declared == l->declared) {
        l->has_address = l->has_address || use == UK_ADDRESS;
        if (use == UK_ADDRESS)
            uk_source_warn(s, UK_W_CAPTURED_ADDRESS, at,
                           "`%s' controls the cilk_for: what is written "
                           "through its address makes iterations run twice or "
                           "not at all; pass a pointer to const",
                           l->name);
        if (use == UK_WRITTEN)
            uk_source_error(s, at,
                            "`%s' controls the cilk_for: its body cannot "
                            "change it",
                            l->name);
        return;
    }
    struct uk_capture *c = uk_loop_capture(l, declared);
    if (c == NULL) {
        const char *why = "is not known";
        l->captures = uk_arena_grow(&s->arena, l->captures, l->n_captures,
                                    sizeof *l->captures);
        c = &l->captures[l->n_captures++];
        *c = (struct uk_capture){.name = uk_cursor_name(s, variable),
                                 .declared = declared,
                                 .reducer = uk_reducer_at(s, declared)};
        if (!describe(s, c, variable, &why))
            uk_source_error(s, at,
                            "`%s' cannot be copied for the iterations of the "
                            "cilk_for: it %s",
                            c->name, why);
        else if (c->reducer != UK_NONE)
            c->how = UK_VIEW;
    }
    if (c->how == UK_SHARE)
        replace(s, at, uk_arena_print(&s->arena, "(*__ucilk_c->%s)", c->name));
    if (use == UK_WRITTEN && c->how != UK_SHARE && c->how != UK_VIEW &&
        c->type != NULL)
        reject_write(s, c, at);
    if (use == UK_ADDRESS && (c->how == UK_COPY || c->how == UK_BYTES))
        uk_source_warn(s, UK_W_CAPTURED_ADDRESS, at,
                       "this `%s' is the copy of some iterations of the "
                       "cilk_for: what is written through its address is lost; "
                       "pass a pointer to const, or write into a static array",
                       c->name);
}

static bool is_in_function(const struct uk_walk *w, unsigned offset)
{
    const struct uk_function *f = &w->source->functions[w->function];
    return f->start <= offset && offset < w->source->tokens[f->close].end;
}

/* A function that is declared in the function, outside of the body. */
static void declare(struct uk_source *s, struct uk_loop *l, CXCursor function)
{
    const char *type =
        uk_type_spell_canonical(s, clang_getCursorType(function));
    l->declarations =
        uk_arena_print(&s->arena, "%sextern __typeof__(%s) %s;\n",
                       l->declarations != NULL ? l->declarations : "", type,
                       uk_cursor_name(s, function));
}

static void refer(struct uk_walk *w, CXCursor expression)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(expression);
    CXCursor named = clang_getCursorReferenced(expression);
    if (clang_Cursor_isNull(named) || clang_isInvalid(named.kind))
        return;
    unsigned declared = uk_cursor_place(named);
    if (!is_in_function(w, declared))
        return;
    for (int i = s->functions[w->function].first_loop; i < s->n_loops; i++) {
        struct uk_loop *l = &s->loops[i];
        if (l->function != w->function || !uk_loop_holds(l, at) ||
            uk_loop_holds(l, declared))
            continue;
        if (named.kind == CXCursor_VarDecl || named.kind == CXCursor_ParmDecl)
            capture(w, l, expression, named);
        else if (named.kind == CXCursor_EnumConstantDecl)
            replace(s, at,
                    uk_arena_print(&s->arena, "((int)%lld)",
                                   clang_getEnumConstantDeclValue(named)));
        else if (named.kind == CXCursor_FunctionDecl &&
                 declared > s->tokens[s->functions[w->function].open].start)
            declare(s, l, named);
    }
}

/* A type that is declared in the function, outside of the body. */
static void check_type(struct uk_walk *w, CXCursor reference)
{
    struct uk_loop *l = loop_around(w);
    unsigned declared = uk_cursor_place(clang_getCursorReferenced(reference));
    if (l != NULL && is_in_function(w, declared) && !uk_loop_holds(l, declared))
        uk_source_error(w->source, uk_cursor_start(reference),
                        "the body of a cilk_for cannot use `%s', which is "
                        "declared in the function: move it to file scope, or "
                        "into the body",
                        uk_cursor_name(w->source, reference));
}

/* A break, at the top of the path: is a cilk_for what it leaves? */
static void check_break(struct uk_walk *w)
{
    unsigned at = uk_cursor_start(w->path[w->depth - 1].cursor);
    for (int i = w->depth - 2; i >= 0; i--) {
        CXCursor c = w->path[i].cursor;
        switch (c.kind) {
        case CXCursor_ForStmt:
            if (uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR) != NULL)
                uk_source_error(w->source, at,
                                "break cannot leave a cilk_for: all iterations "
                                "run; `continue' ends one");
            return;
        case CXCursor_WhileStmt:
        case CXCursor_DoStmt:
        case CXCursor_SwitchStmt:
            return;
        default:
            break;
        }
    }
}

static void check_case(struct uk_walk *w)
{
    unsigned at = uk_cursor_start(w->path[w->depth - 1].cursor);
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
    }
}

/* __func__ is the name of the function around. */
static void name_function(struct uk_walk *w, const struct uk_loop *l)
{
    static const char *const names[] = {"__func__", "__FUNCTION__",
                                        "__PRETTY_FUNCTION__", NULL};
    struct uk_source *s = w->source;
    int i = uk_token_at(s, l->start);
    for (; i < s->n_tokens && s->tokens[i].start < l->end; i++)
        if (uk_token_is_any(s, i, names))
            replace(s, s->tokens[i].start,
                    uk_arena_print(&s->arena, "(\"%s\")", l->around));
}

void uk_walk_capture(struct uk_walk *w)
{
    CXCursor c = w->path[w->depth - 1].cursor;
    if (c.kind == CXCursor_ForStmt) {
        struct uk_keyword *k =
            uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR);
        if (k != NULL && k->site == UK_NONE) {
            uk_walk_loop(w, k, c);
            name_function(w, &w->source->loops[k->site]);
        }
        return;
    }
    uk_walk_jump(w, c);
    if (c.kind == CXCursor_VarDecl)
        uk_source_take_reducer(w->source, c, w->function);
    if (w->source->functions[w->function].n_loops == 0)
        return;
    switch (c.kind) {
    case CXCursor_DeclRefExpr:
        refer(w, c);
        break;
    case CXCursor_TypeRef:
        check_type(w, c);
        break;
    case CXCursor_BreakStmt:
        check_break(w);
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        check_case(w);
        break;
    case CXCursor_ReturnStmt:
        if (loop_around(w) != NULL)
            uk_source_error(w->source, uk_cursor_start(c),
                            "return cannot leave a cilk_for: all iterations "
                            "run; `continue' ends one");
        break;
    default:
        break;
    }
}
