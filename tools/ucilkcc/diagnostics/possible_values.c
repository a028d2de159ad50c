/*
 * What an expression may hold: the address of a local variable, also of a
 * thread-local one, or memory from malloc.  Without regard to the order of
 * statements: a variable holds whatever is assigned to it anywhere in the
 * function.  A pointer that may lead to a local variable is followed to what
 * that holds, other pointers are not.
 */
#include <string.h>

#include "tree.h"

static const char allocating[] =
    "malloc calloc realloc reallocarray aligned_alloc memalign valloc strdup "
    "strndup __strdup __strndup __builtin_malloc __builtin_calloc "
    "__builtin_strdup __builtin_strndup";
/* Their first argument points to the pointer. */
static const char allocating_to[] =
    "posix_memalign asprintf vasprintf getline getdelim";
static const char on_stack[] =
    "alloca __builtin_alloca __builtin_alloca_with_align";

static const struct uk_value nothing;

static struct uk_value merge(struct uk_value a, struct uk_value b)
{
    for (int i = 0; i < UK_N_TO; i++) {
        if (a.to[i] == NULL && b.to[i] != NULL) {
            a.to[i] = b.to[i];
            if (i != UK_TO_PARAMETER)
                a.through = b.through;
        }
    }
    return a;
}

static struct uk_value leading_to(const struct uk_tree *tree, enum uk_to to,
                                  const struct uk_node *node,
                                  const struct uk_variable *variable,
                                  const char *name)
{
    struct uk_arena *arena = &tree->source->arena;
    struct uk_pointee *p = uk_arena_get(arena, sizeof *p);
    *p = (struct uk_pointee){.variable = variable,
                             .name = name,
                             .offset = node->start,
                             .is_thread_local = variable != NULL &&
                                                variable->storage == UK_THREAD};
    struct uk_value value = nothing;
    value.to[to] = p;
    return value;
}

static bool is_array(const struct uk_node *node)
{
    if (node->variable != NULL)
        return node->variable->is_array;
    return uk_type_is_array(clang_getCursorType(node->cursor));
}

/*
 * Down an lvalue to the variable that it is a part of.  Where a pointer is in
 * between, that is the result, as *pointer.
 */
static struct uk_node *base_of(struct uk_node *node, const char **field,
                               struct uk_node **pointer)
{
    *field = NULL;
    *pointer = NULL;
    for (;;) {
        node = uk_node_strip(node);
        struct uk_node *below = node->child;
        if (below == NULL)
            return node;
        switch (node->kind) {
        case CXCursor_MemberRefExpr:
            *field = node->name;
            if (uk_cursor_type(below->cursor).kind == CXType_Pointer)
                *pointer = below;
            break;
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_UnaryOperator: /* the callers ask for lvalues: *p */
            if (!is_array(uk_node_strip(below)))
                *pointer = below;
            break;
        default:
            return node;
        }
        if (*pointer != NULL)
            return node;
        node = below;
    }
}

struct uk_variable *uk_value_root(struct uk_node *node, const char **field)
{
    struct uk_node *pointer;
    node = base_of(node, field, &pointer);
    return pointer == NULL && node->kind == CXCursor_DeclRefExpr
               ? node->variable
               : NULL;
}

static struct uk_value address_of(const struct uk_tree *tree,
                                  struct uk_node *node)
{
    const char *field;
    struct uk_node *pointer;
    struct uk_node *base = base_of(node, &field, &pointer);
    if (pointer != NULL)
        return uk_value_of(tree, pointer);
    if (base->kind == CXCursor_CompoundLiteralExpr)
        return leading_to(tree, UK_TO_LOCAL, node, NULL, "a compound literal");
    const struct uk_variable *v = base->variable;
    if (base->kind != CXCursor_DeclRefExpr || v == NULL ||
        v->storage == UK_STATIC)
        return nothing;
    bool local = v->storage == UK_AUTOMATIC;
    return leading_to(
        tree, UK_TO_LOCAL, node, v,
        uk_arena_print(&tree->source->arena, "the %s variable `%s'",
                       local ? "local" : "thread-local", v->name));
}

/* What is read from an lvalue. */
static struct uk_value load(const struct uk_tree *tree, struct uk_node *node)
{
    const char *field;
    struct uk_node *pointer;
    if (is_array(node))
        return address_of(tree, node);
    const struct uk_variable *v = uk_value_root(node, &field), *holder = v;
    struct uk_node *base = base_of(node, &field, &pointer);
    if (pointer == NULL && base->kind == CXCursor_CompoundLiteralExpr)
        return uk_value_of(tree, base->last);
    struct uk_value value = nothing;
    if (pointer != NULL) {
        struct uk_value leads = uk_value_of(tree, pointer);
        if (leads.to[UK_TO_LOCAL] != NULL)
            holder = leads.to[UK_TO_LOCAL]->variable;
    }
    for (struct uk_holding *h = holder != NULL ? holder->holdings : NULL;
         h != NULL; h = h->next)
        if (h->field == NULL || field == NULL || !strcmp(h->field, field))
            value = merge(value, h->value);
    value.through = v;
    return value;
}

static struct uk_value value_of_list(const struct uk_tree *tree,
                                     struct uk_node *list)
{
    struct uk_value value = nothing;
    for (struct uk_node *n = list->child; n != NULL; n = n->next)
        value = merge(value, uk_value_of(tree, n));
    return value;
}

static struct uk_value value_of_operator(const struct uk_tree *tree,
                                         struct uk_node *node)
{
    const struct uk_source *s = tree->source;
    int operator_ = uk_node_operator(tree, node);
    bool unary = node->kind == CXCursor_UnaryOperator;
    if (unary && uk_token_is(s, operator_, "&"))
        return address_of(tree, node->child);
    if (unary && uk_token_is(s, operator_, "*"))
        return load(tree, node);
    if (unary && uk_token_is_any(s, operator_, "++ -- __extension__"))
        return uk_value_of(tree, node->child);
    if (unary)
        return nothing;
    if (uk_token_is_any(s, operator_, "= ,"))
        return uk_value_of(tree, node->last);
    return uk_cursor_type(node->cursor).kind == CXType_Pointer
               ? value_of_list(tree, node) /* p + n, n + p, p - n */
               : nothing;
}

static struct uk_value value_of_call(const struct uk_tree *tree,
                                     struct uk_node *call)
{
    if (uk_node_is_name(call, on_stack))
        return leading_to(tree, UK_TO_LOCAL, call, NULL, "memory from alloca");
    if (uk_node_is_name(call, allocating))
        return leading_to(
            tree, UK_TO_HEAP, call, NULL,
            uk_arena_print(&tree->source->arena, "memory from %s", call->name));
    return nothing;
}

struct uk_value uk_value_of(const struct uk_tree *tree, struct uk_node *node)
{
    if (node == NULL)
        return nothing;
    node = uk_node_strip(node);
    switch (node->kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return load(tree, node);
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return value_of_operator(tree, node);
    case CXCursor_CStyleCastExpr:
    case CXCursor_StmtExpr:
    case CXCursor_UnexposedExpr: /* `.member = value' in a list */
        return uk_value_of(tree, node->last);
    case CXCursor_CompoundLiteralExpr:
        return is_array(node) ? address_of(tree, node)
                              : uk_value_of(tree, node->last);
    case CXCursor_CompoundStmt: /* of a statement expression */
        return node->last != NULL && clang_isExpression(node->last->kind)
                   ? uk_value_of(tree, node->last)
                   : nothing;
    case CXCursor_ConditionalOperator:
        return node->child == NULL ? nothing
                                   : merge(uk_value_of(tree, node->child->next),
                                           uk_value_of(tree, node->last));
    case CXCursor_InitListExpr:
        return value_of_list(tree, node);
    case CXCursor_CallExpr:
        return value_of_call(tree, node);
    default:
        return nothing;
    }
}

/* --- what variables hold --- */

static bool store(struct uk_tree *tree, struct uk_variable *variable,
                  const char *field, struct uk_value value)
{
    struct uk_holding **at = &variable->holdings;
    bool changed = false, any = false;
    for (int i = 0; i < UK_N_TO; i++)
        any = any || value.to[i] != NULL;
    if (!any)
        return false;
    while (*at != NULL &&
           !((*at)->field == field || (field != NULL && (*at)->field != NULL &&
                                       strcmp(field, (*at)->field) == 0)))
        at = &(*at)->next;
    if (*at == NULL) {
        *at = uk_arena_get(&tree->source->arena, sizeof **at);
        (*at)->field = field;
    }
    for (int i = 0; i < UK_N_TO; i++)
        changed = changed || ((*at)->value.to[i] == NULL && value.to[i]);
    (*at)->value = merge((*at)->value, value);
    return changed;
}

/* T x = {...}: each member gets its own. */
static bool store_list(struct uk_tree *tree, struct uk_node *declaration,
                       struct uk_node *list)
{
    bool changed = false;
    CXType type = uk_cursor_type(declaration->cursor);
    struct uk_fields fields = uk_type_fields(tree->source, type);
    if (type.kind != CXType_Record)
        return store(tree, declaration->variable, NULL,
                     value_of_list(tree, list));
    int i = 0;
    for (struct uk_node *n = list->child; n != NULL; n = n->next) {
        const char *name = n->kind == CXCursor_MemberRef ? n->name : NULL;
        if (n->kind == CXCursor_UnexposedExpr && n->child != NULL &&
            n->child->kind == CXCursor_MemberRef) /* a designated initializer */
            name = n->child->name;
        for (int k = 0; name != NULL && k < fields.n; k++)
            if (strcmp(name, uk_cursor_name(tree->source, fields.at[k])) == 0)
                i = k;
        if (n->kind == CXCursor_MemberRef)
            continue;
        struct uk_node *what = name != NULL && n->last != NULL ? n->last : n;
        changed |= store(
            tree, declaration->variable,
            i < fields.n ? uk_cursor_name(tree->source, fields.at[i]) : NULL,
            uk_value_of(tree, what));
        i++;
    }
    return changed;
}

/* A pointer, or an array, which as a parameter is one. */
static bool is_address(const struct uk_node *parameter)
{
    CXType type = uk_cursor_type(parameter->cursor);
    return type.kind == CXType_Pointer || uk_type_is_array(type);
}

static bool store_of(struct uk_tree *tree, struct uk_node *node)
{
    const char *field;
    struct uk_variable *v;
    if (node->kind == CXCursor_ParmDecl && node->variable != NULL &&
        is_address(node))
        return store(tree, node->variable, NULL,
                     leading_to(tree, UK_TO_PARAMETER, node, node->variable,
                                node->variable->name));
    struct uk_node *value = uk_node_initializer(tree, node);
    if (value != NULL && node->variable != NULL) {
        struct uk_node *bare = uk_node_strip(value);
        if (bare->kind == CXCursor_InitListExpr)
            return store_list(tree, node, bare);
        return store(tree, node->variable, NULL, uk_value_of(tree, value));
    }
    if (node->kind == CXCursor_BinaryOperator && uk_node_is(tree, node, "=")) {
        v = uk_value_root(node->child, &field);
        return v != NULL &&
               store(tree, v, field, uk_value_of(tree, node->last));
    }
    if (uk_node_is_name(node, allocating_to) && node->child->next != NULL) {
        struct uk_node *to = uk_node_strip(node->child->next);
        while (to->kind == CXCursor_CStyleCastExpr && to->last != NULL)
            to = uk_node_strip(to->last);
        if (to->kind != CXCursor_UnaryOperator || !uk_node_is(tree, to, "&"))
            return false;
        v = uk_value_root(to->child, &field);
        return v != NULL &&
               store(tree, v, field,
                     leading_to(tree, UK_TO_HEAP, node, NULL,
                                uk_arena_print(&tree->source->arena,
                                               "memory from %s", node->name)));
    }
    return false;
}

void uk_values_find(struct uk_tree *tree)
{
    bool changed = true;
    for (int round = 0; changed && round < 16; round++) {
        changed = false;
        for (struct uk_node *n = tree->root; n != NULL;
             n = uk_node_next(tree, n))
            changed |= store_of(tree, n);
    }
}
