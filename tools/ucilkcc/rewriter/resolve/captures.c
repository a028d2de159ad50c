/*
 * What the body of a cilk_for takes along.
 *
 * The body becomes a function of its own, which has the address of each
 * variable of the function around it: `x' becomes `(*x)', of a pointer x.
 * Where nobody can tell, a scalar is copied for each piece instead, which the
 * compiler may keep in a register: the loop only reads it, nobody takes its
 * address, and no spawn puts its result there.  Of a reducer the piece asks for
 * the view.  A body inside of another one takes from that one what it needs.
 * A spawned statement (blocks.c) is a body, too, of a loop of one iteration.
 *
 * With --ucilk-cluster the body may run in another worker's memory: all
 * variables but static ones are copied, so that the body must not write them.
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

struct uk_loop *uk_loop_innermost(const struct uk_source *s,
                                  const struct uk_function *f, unsigned at)
{
    for (int i = f->n_loops - 1; i >= 0; i--)
        if (uk_loop_holds(&s->loops[f->first_loop + i], at))
            return &s->loops[f->first_loop + i];
    return NULL;
}

int uk_walk_add_loop(struct uk_walk *w, struct uk_loop loop)
{
    struct uk_source *s = w->source;
    struct uk_function *f = &s->functions[w->function];
    if (f->n_loops++ == 0)
        f->first_loop = s->n_loops;
    UK_PUSH(s, loops, loop);
    return s->n_loops - 1;
}

struct uk_loop *uk_loop_around(struct uk_walk *w)
{
    return uk_loop_innermost(w->source, &w->source->functions[w->function],
                             uk_cursor_start(uk_walk_top(w)));
}

/* What a pointer, or a parameter in the form of an array, points to. */
static CXType pointee_of(CXType canonical)
{
    return clang_getCanonicalType(canonical.kind == CXType_Pointer
                                      ? clang_getPointeeType(canonical)
                                      : clang_getArrayElementType(canonical));
}

/* An array of variable length: how many dimensions, and the element's type. */
static const char *print_rows(struct uk_source *s, CXType type, int *n,
                              const char **why)
{
    bool is_const = false, is_volatile = false;
    *n = 0;
    while (type.kind == CXType_VariableArray ||
           type.kind == CXType_ConstantArray) {
        is_const = is_const || clang_isConstQualifiedType(type);
        is_volatile = is_volatile || clang_isVolatileQualifiedType(type);
        type = clang_getCanonicalType(clang_getArrayElementType(type));
        ++*n;
    }
    const char *printed = uk_type_print_object(s, type, true, why);
    if (printed == NULL)
        return NULL;
    return uk_arena_print(
        &s->arena, "%s%s__typeof__(%s)",
        is_const || clang_isConstQualifiedType(type) ? "const " : "",
        is_volatile ? "volatile " : "", printed);
}

/* The value of a constant that initializes an integer, or NULL. */
static const char *initial_value(struct uk_source *s, CXCursor variable)
{
    CXType type = uk_cursor_type(variable);
    int i = uk_cursor_token(s, variable);
    unsigned end = uk_cursor_end(variable);
    long long value;
    if (!uk_type_is_word(type) || type.kind == CXType_Pointer ||
        clang_isVolatileQualifiedType(type) ||
        clang_Cursor_getStorageClass(variable) == CX_SC_Extern)
        return NULL;
    /* Compilers differ in __builtin_constant_p. */
    for (; i < s->n_tokens && s->tokens[i].start < end; i++)
        if (strncmp(s->text + s->tokens[i].start, "__builtin_", 10) == 0)
            return NULL;
    return uk_cursor_evaluate(variable, &value)
               ? uk_arena_print(&s->arena, "%lluUL", (unsigned long long)value)
               : NULL;
}

static bool is_constexpr(struct uk_source *s, CXCursor variable)
{
    int i = uk_cursor_token(s, variable);
    return uk_tokens_have(s, i, uk_token_at(s, uk_cursor_place(variable)),
                          "constexpr");
}

static bool describe(struct uk_source *s, struct uk_capture *c,
                     CXCursor variable, const char **why)
{
    CXType type = clang_getCursorType(variable);
    CXType canonical = clang_getCanonicalType(type);
    c->lengths = "";
    /* A parameter in the form of an array. */
    bool is_decayed =
        variable.kind == CXCursor_ParmDecl && uk_type_is_array(canonical);
    if ((is_decayed || canonical.kind == CXType_Pointer) &&
        uk_type_is_variable(pointee_of(canonical))) {
        c->how = UK_ROWS;
        c->type = print_rows(s, pointee_of(canonical), &c->n_rows, why);
    } else if (is_decayed) {
        c->how = UK_COPY;
        c->type = uk_type_print_again(s, type, why);
    } else if (uk_type_is_variable(canonical) && !s->request->style->cluster) {
        c->how = UK_SHARE;
        c->type = print_rows(s, canonical, &c->n_rows, why);
        c->is_local = uk_type_is_local(type);
        return c->type != NULL;
    } else {
        c->type = uk_type_print_array(s, type, &c->lengths, why);
        c->how = *c->lengths != 0 || canonical.kind == CXType_Record ? UK_BYTES
                                                                     : UK_COPY;
    }
    c->is_restrict = clang_isRestrictQualifiedType(type);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    c->is_register = storage == CX_SC_Register;
    c->is_shared = storage == CX_SC_Static || storage == CX_SC_Extern ||
                   (!s->request->style->cluster &&
                    (c->how == UK_BYTES || canonical.kind == CXType_Atomic ||
                     clang_isVolatileQualifiedType(canonical)));
    if (c->type == NULL)
        return false;
    c->is_local = uk_type_is_local(type);
    c->size = clang_Type_getSizeOf(type);
    c->align = clang_Type_getAlignOf(type);
    c->field = c->how == UK_COPY ? uk_type_print(s, type, why) : c->type;
    /* The object's type, if it comes to that. */
    c->object = c->type;
    c->initial = initial_value(s, variable);
    c->is_constexpr = c->initial != NULL && is_constexpr(s, variable);
    if (is_decayed || c->how == UK_ROWS)
        return true;
    CXType element = uk_type_element(type);
    bool is_array = *c->lengths != 0; /* which has the qualifiers, then */
    c->object = uk_type_print_object(s, element, true, why);
    if (c->object == NULL)
        return false;
    if (is_array && clang_isVolatileQualifiedType(canonical))
        c->object =
            uk_arena_print(&s->arena, "volatile __typeof__(%s)", c->object);
    if (clang_isConstQualifiedType(canonical) ||
        clang_isConstQualifiedType(clang_getCanonicalType(element)))
        c->object =
            uk_arena_print(&s->arena, "const __typeof__(%s)", c->object);
    return true;
}

static void reject_write(struct uk_source *s, const struct uk_loop *l,
                         const struct uk_capture *c, unsigned at,
                         const char *reducer)
{
    if (l->is_block)
        uk_source_error(s, at,
                        "a spawned statement works on a copy of `%s': spawn a "
                        "function, `%s = spawn f(...);'",
                        c->name, c->name);
    else if (c->how == UK_BYTES && *c->lengths != 0)
        uk_source_error(s, at,
                        "the iterations of a cilk_for run in parallel, each "
                        "with a copy of `%s': make it a reducer, or spawn "
                        "calls that return what they find",
                        c->name);
    else if (reducer != NULL)
        uk_source_error(s, at,
                        "the iterations of a cilk_for run in parallel, each "
                        "with a copy of `%s': make it a reducer, `%s' "
                        "(<ucilk/reducers.h>)",
                        c->name, reducer);
    else
        uk_source_error(s, at,
                        "the iterations of a cilk_for run in parallel, each "
                        "with a copy of `%s': declare it in the body, or make "
                        "it a reducer (`%s cilk_reducer(identity, reduce) %s')",
                        c->name, c->is_local ? "T" : c->type, c->name);
}

bool uk_is_replaced(const struct uk_source *s, unsigned at)
{
    for (int i = 0; i < s->n_replaced; i++)
        if (s->replaced[i] == at)
            return true;
    return false;
}

void uk_replace(struct uk_source *s, unsigned at, const char *text)
{
    if (uk_is_replaced(s, at))
        return;
    UK_PUSH(s, replaced, at);
    uk_edit_add(s, at, s->tokens[uk_token_at(s, at)].end, "%s", text);
}

/* Notes that the body of l uses a variable from outside. */
static void capture(struct uk_walk *w, struct uk_loop *l, CXCursor expression,
                    CXCursor variable)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(expression);
    unsigned declared = uk_cursor_place(variable);
    enum uk_use use = uk_walk_use_of(w);
    if (declared == l->declared) {
        l->has_address =
            l->has_address || use == UK_ADDRESS || use == UK_LOOKED_AT;
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
        UK_ADD(&s->arena, l->captures, l->n_captures,
               (struct uk_capture){.name = uk_cursor_name(s, variable),
                                   .declared = declared,
                                   .reducer = uk_reducer_at(s, declared)});
        c = &l->captures[l->n_captures - 1];
        if (!describe(s, c, variable, &why))
            uk_source_error(s, at, "`%s' cannot be copied for %s: it %s",
                            c->name,
                            l->is_block ? "the spawned statement"
                                        : "the iterations of the cilk_for",
                            why);
        else if (c->reducer != UK_NONE && s->request->style->cluster &&
                 l->is_block) {
            c->type = NULL; /* and nothing else is said of it */
            uk_source_error(s, at,
                            "on a cluster a spawned statement cannot use the "
                            "reducer `%s' of the function: declare it at file "
                            "scope",
                            c->name);
        } else if (c->reducer != UK_NONE && s->request->style->cluster)
            c->how = UK_VIEW;
        const char *odd =
            c->type != NULL && c->is_local
                ? uk_walk_take_type(
                      w, l, uk_type_declaration(clang_getCursorType(variable)))
                : NULL;
        if (odd != NULL)
            uk_source_error(s, at, "`%s' cannot be copied for %s: its type %s",
                            c->name,
                            l->is_block ? "the spawned statement"
                                        : "the iterations of the cilk_for",
                            odd);
        /* The function may change it between two runs of the inlet. */
        c->is_shared = c->is_shared || l->is_inlet;
    }
    bool is_copy = !c->is_shared && c->how != UK_VIEW && c->how != UK_SHARE;
    if (!s->request->style->cluster) {
        c->is_shared = c->is_shared || use != UK_READ;
        if (use == UK_WRITTEN && !c->is_warned)
            c->is_warned = uk_walk_warn_update(w, l, expression, variable);
        return;
    }
    if (use == UK_WRITTEN && is_copy && c->type != NULL)
        reject_write(s, l, c, at,
                     l->is_block ? NULL : uk_walk_reducer_for(w, variable));
    if (use == UK_ADDRESS && is_copy && c->how != UK_ROWS)
        uk_source_warn(s, UK_W_CAPTURED_ADDRESS, at,
                       "this `%s' is the copy of %s: what is written through "
                       "its address is lost; pass a pointer to const",
                       c->name,
                       l->is_block ? "the spawned statement"
                                   : "some iterations of the cilk_for");
}

/* A function that is declared in the function, outside of the body. */
static void declare(struct uk_source *s, struct uk_loop *l, CXCursor function)
{
    const char *name = uk_cursor_name(s, function);
    /* To the parser it is declared where it is used first. */
    if (strncmp(name, "__builtin_", 10) == 0 ||
        strncmp(name, "__sync_", 7) == 0 || strncmp(name, "__atomic_", 9) == 0)
        return;
    l->declarations = uk_arena_print(
        &s->arena, "%s%s", l->declarations != NULL ? l->declarations : "",
        uk_type_declare(s, clang_getCursorType(function), name));
}

/* Takes note of a mention of a local variable, in a function with loops. */
static void mention(const struct uk_walk *w, unsigned at, unsigned declared,
                    bool is_view)
{
    struct uk_source *s = w->source;
    enum uk_use use = uk_walk_use_of(w);
    UK_PUSH(s, mentions,
            (struct uk_mention){at, declared, use == UK_WRITTEN,
                                use == UK_ADDRESS || use == UK_LOOKED_AT,
                                uk_walk_is_element(w), is_view});
}

static void refer(struct uk_walk *w, CXCursor expression, bool is_view)
{
    struct uk_source *s = w->source;
    unsigned at = uk_cursor_start(expression);
    CXCursor named = clang_getCursorReferenced(expression);
    if (clang_Cursor_isNull(named) || clang_isInvalid(named.kind))
        return;
    unsigned declared = uk_cursor_place(named);
    struct uk_loop *around = uk_loop_around(w);
    if (!uk_walk_holds(w, declared)) {
        if (named.kind == CXCursor_VarDecl && around != NULL &&
            !s->request->style->cluster && uk_walk_use_of(w) == UK_WRITTEN)
            uk_walk_warn_update(w, around, expression, named);
        return;
    }
    if (named.kind == CXCursor_VarDecl || named.kind == CXCursor_ParmDecl)
        mention(w, at, declared, is_view);
    for (int i = s->functions[w->function].first_loop; i < s->n_loops; i++) {
        struct uk_loop *l = &s->loops[i];
        if (l->function != w->function || !uk_loop_holds(l, at) ||
            uk_loop_holds(l, declared))
            continue;
        if (named.kind == CXCursor_VarDecl || named.kind == CXCursor_ParmDecl)
            capture(w, l, expression, named);
        else if (named.kind == CXCursor_EnumConstantDecl)
            uk_replace(s, at,
                       uk_arena_print(&s->arena, "((int)%lld)",
                                      clang_getEnumConstantDeclValue(named)));
        else if (named.kind == CXCursor_FunctionDecl &&
                 declared > s->tokens[s->functions[w->function].open].start)
            declare(s, l, named);
    }
}

static void take_type(struct uk_walk *w, CXCursor reference)
{
    struct uk_source *s = w->source;
    const struct uk_function *f = &s->functions[w->function];
    struct uk_loop *l = NULL;
    const char *why = NULL;
    for (int i = 0; i < f->n_loops && why == NULL; i++) {
        l = &s->loops[f->first_loop + i];
        if (uk_loop_holds(l, uk_cursor_start(reference)))
            why = uk_walk_take_type(w, l, clang_getCursorReferenced(reference));
    }
    if (why != NULL)
        uk_source_error(s, uk_cursor_start(reference),
                        "%s cannot use `%s' of the function, which %s",
                        l->is_inlet   ? "the body of an inlet"
                        : l->is_block ? "a spawned statement"
                                      : "the body of a cilk_for",
                        uk_cursor_name(s, reference), why);
}

void uk_walk_name_function(struct uk_walk *w, const struct uk_loop *l)
{
    static const char names[] = "__func__ __FUNCTION__ __PRETTY_FUNCTION__";
    struct uk_source *s = w->source;
    int i = uk_token_at(s, l->start);
    for (; i < s->n_tokens && s->tokens[i].start < l->end; i++)
        if (uk_token_is_any(s, i, names))
            uk_replace(s, s->tokens[i].start,
                       uk_arena_print(&s->arena, "(\"%s\")", l->around));
}

void uk_walk_capture(struct uk_walk *w)
{
    CXCursor c = uk_walk_top(w);
    if (c.kind == CXCursor_ForStmt) {
        struct uk_keyword *k =
            uk_keyword_at(w->source, uk_cursor_start(c), UK_FOR);
        if (k != NULL && k->site == UK_NONE) {
            uk_walk_loop(w, k, c);
            uk_walk_name_function(w, &w->source->loops[k->site]);
        }
        return;
    }
    if (c.kind == CXCursor_CompoundStmt)
        uk_walk_inlet(w, c);
    uk_walk_jump(w, c);
    if (c.kind == CXCursor_VarDecl || c.kind == CXCursor_ParmDecl)
        uk_source_take_reducer(w->source, c, w->function);
    bool is_view = uk_walk_view(w, c);
    if (c.kind == CXCursor_DeclRefExpr &&
        w->source->functions[w->function].has_loops)
        refer(w, c, is_view);
    if (w->source->functions[w->function].n_loops == 0)
        return;
    if (c.kind == CXCursor_TypeRef)
        take_type(w, c);
    uk_walk_exit(w);
}
