/*
 * Where the result of a spawn goes, perhaps long after the statement: into
 * what has an address and can be written then.
 */
#include "types.h"
#include "walk.h"

static const char specifiers[] =
    "const __const __const__ volatile __volatile__ __extension__ register "
    "__attribute__ _Alignas alignas";

/* C23: does `auto' at token i stand for the type of the variable at `name'? */
static bool is_deducing(const struct uk_source *s, int first, int i, int name)
{
    if (!uk_token_is(s, i, "auto") || !uk_standard_is_c23(s))
        return false;
    for (int t = first; t < name; t = uk_token_next(s, t))
        if (t != i && s->tokens[t].kind == UK_NAME &&
            !uk_token_is_any(s, t, specifiers))
            return false;
    return true;
}

/* The last token of the type at token i: a name, or a typeof. */
static int end_of_type(const struct uk_source *s, int i)
{
    return uk_token_is_any(s, i, "__typeof__ __typeof typeof") &&
                   s->tokens[i + 1].match > i
               ? s->tokens[i + 1].match
               : i;
}

/* Another type can stand for the name of this one, unless the declaration also
 * declares what is not of the type itself. */
static bool find_const_type(const struct uk_source *s, struct uk_site *site,
                            int first)
{
    int t = first;
    while (uk_token_is_any(s, t, specifiers))
        t = s->tokens[t + 1].match > t ? s->tokens[t + 1].match + 1 : t + 1;
    if (s->tokens[t].kind != UK_NAME)
        return false;
    site->deduced = t;
    site->deduced_end = end_of_type(s, t);
    bool is_next = true; /* a declarator begins */
    for (t = site->deduced_end + 1; !uk_token_is(s, t, ";");
         t = uk_token_next(s, t)) {
        if (t >= s->n_tokens || (is_next && s->tokens[t].kind != UK_NAME))
            return false;
        is_next = uk_token_is(s, t, ",") ||
                  (is_next && uk_token_is_any(s, t, specifiers));
    }
    return true;
}

/* The token behind the specifiers of a declaration, which are from `first' on,
 * or UK_NONE. */
static int end_of_specifiers(const struct uk_source *s, int first)
{
    for (int i = first; i < s->n_tokens; i++) {
        bool is_name = s->tokens[i].kind == UK_NAME;
        if (uk_token_is(s, i, "*") ||
            (is_name && uk_token_is_any(s, i + 1, "= , ; [")))
            return i;
        if (!is_name)
            return UK_NONE;
        if (uk_token_is(s, i + 1, "("))
            i = s->tokens[i + 1].match;
    }
    return UK_NONE;
}

/* `const long x = spawn f(n), *p = &x;'. */
static bool find_split(const struct uk_source *s, struct uk_site *site,
                       int first)
{
    int name = uk_token_at(s, site->declared);
    int end = end_of_specifiers(s, first);
    if (end == UK_NONE || uk_token_is(s, first - 1, "(") ||
        !uk_token_is(s, name + 1, "=") ||
        !(name == end || uk_token_is(s, name - 1, ",")))
        return false;
    site->deduced = first;
    site->deduced_end = end - 1;
    return site->is_split = true;
}

static bool is_const(CXType type)
{
    return clang_isConstQualifiedType(clang_getCanonicalType(type)) != 0;
}

/* The type of the destination, or false after a message. */
static bool print_destination(struct uk_source *s, const struct uk_keyword *k,
                              struct uk_site *site, CXType type)
{
    const char *why = "";
    if (is_const(type) && !site->is_unqualified)
        return uk_reject(s, uk_keyword_place(s, k),
                         "the result of a spawn arrives later: its destination "
                         "cannot be const");
    site->destination = uk_type_print_object(s, type, false, &why);
    if (site->destination == NULL)
        uk_source_error(s, uk_keyword_place(s, k),
                        "the type of the destination %s", why);
    return site->destination != NULL;
}

static bool is_bit_field(CXCursor expression)
{
    if (expression.kind != CXCursor_MemberRefExpr)
        return false;
    return clang_Cursor_isBitField(clang_getCursorReferenced(expression));
}

/* Of a vector of GNU C: it has no address. */
static bool is_vector_element(CXCursor expression)
{
    if (expression.kind != CXCursor_ArraySubscriptExpr)
        return false;
    CXCursor base = uk_cursor_children(expression).first;
    CXType type = uk_cursor_type(uk_cursor_strip(base, true));
    return type.kind == CXType_Vector || type.kind == CXType_ExtVector;
}

/* A member of a struct that is aligned less: compilers warn of its address. */
static bool is_packed(CXCursor expression)
{
    long long align = clang_Type_getAlignOf(clang_getCursorType(expression));
    while (expression.kind == CXCursor_MemberRefExpr ||
           expression.kind == CXCursor_ArraySubscriptExpr) {
        bool is_element = expression.kind == CXCursor_ArraySubscriptExpr;
        expression =
            uk_cursor_strip(uk_cursor_children(expression).first, true);
        CXType type = uk_cursor_type(expression);
        if (is_element && type.kind == CXType_Pointer)
            return false;
        if (type.kind == CXType_Pointer)
            type = clang_getPointeeType(type);
        if (type.kind == CXType_Record && clang_Type_getAlignOf(type) < align)
            return true;
    }
    return false;
}

static bool reject_register(struct uk_source *s, unsigned at)
{
    return uk_reject(s, at,
                     "the result of a spawn cannot go into a register "
                     "variable: leave out `register'");
}

/* Of the call on top of the path. */
static CXType call_type(const struct uk_walk *w)
{
    return clang_getCursorType(uk_walk_top(w));
}

bool uk_walk_assignment(struct uk_walk *w, const struct uk_keyword *k,
                        struct uk_site *site, CXCursor assignment)
{
    struct uk_source *s = w->source;
    CXCursor left = uk_cursor_children(assignment).first;
    CXCursor bare = uk_cursor_strip(left, true);
    unsigned keyword = uk_keyword_place(s, k);
    site->form = UK_ASSIGN;
    site->operator_ = uk_token_text(s, site->assign);
    site->left = uk_cursor_token(s, assignment);
    if (is_bit_field(bare))
        return uk_reject(s, keyword,
                         "the result of a spawn cannot go into a bit-field: "
                         "spawn into a variable, and assign it after the sync");
    if (is_vector_element(bare))
        return uk_reject(s, keyword,
                         "the result of a spawn cannot go into an element of a "
                         "vector: spawn into a variable, and assign it after "
                         "the sync");
    if (bare.kind == CXCursor_DeclRefExpr) {
        CXCursor variable = clang_getCursorReferenced(bare);
        if (clang_Cursor_getStorageClass(variable) == CX_SC_Register)
            return reject_register(s, keyword);
        if (clang_getCursorTLSKind(variable) != CXTLS_None)
            return uk_reject(s, keyword,
                             "the result of a spawn cannot go into a variable "
                             "of one thread: leave out `_Thread_local'");
        site->is_named = !uk_is_replaced(s, uk_cursor_start(bare));
        site->name = uk_token_text(s, uk_cursor_token(s, bare));
        site->declared = uk_cursor_place(variable);
    }
    site->is_packed = is_packed(bare);
    uk_walk_target(w, site, left, call_type(w));
    return print_destination(s, k, site, clang_getCursorType(left));
}

/* libclang lets all but the first of its variables begin with their names. */
static int start_of_declaration(const struct uk_walk *w, CXCursor variable)
{
    int i = w->depth - 1;
    while (i > 0 && w->path[i].cursor.kind != CXCursor_DeclStmt)
        i--;
    return uk_cursor_token(w->source, i > 0 ? w->path[i].cursor : variable);
}

bool uk_walk_initializer(struct uk_walk *w, const struct uk_keyword *k,
                         struct uk_site *site, CXCursor variable)
{
    struct uk_source *s = w->source;
    unsigned keyword = uk_keyword_place(s, k);
    site->form = UK_INIT;
    site->operator_ = "=";
    site->is_named = true;
    site->declared = uk_cursor_place(variable);
    site->name = uk_cursor_name(s, variable);
    int first = start_of_declaration(w, variable);
    int place = uk_token_at(s, site->declared);
    for (int i = first; i < k->token; i++)
        if (uk_token_is(s, i, "__auto_type") || is_deducing(s, first, i, place))
            site->deduced = site->deduced_end = i;
    CXType type = clang_getCursorType(variable);
    site->is_unqualified =
        site->deduced == UK_NONE && is_const(type) &&
        !uk_type_is_nameless(s, type) &&
        (find_const_type(s, site, first) || find_split(s, site, first));
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (storage == CX_SC_Register)
        return reject_register(s, keyword);
    if (storage == CX_SC_Static || storage == CX_SC_Extern)
        return uk_reject(s, keyword,
                         "a static variable cannot be initialized by a spawn: "
                         "write `x = spawn f(...);' as a statement");
    uk_walk_target(w, site, variable, call_type(w));
    return print_destination(s, k, site, type);
}
