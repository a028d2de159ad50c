/* A function as a tree of its own. */
#include <string.h>

#include "tree.h"

static const char *spelling(struct uk_source *s, CXCursor cursor)
{
    CXString string = clang_getCursorSpelling(cursor);
    const char *c = clang_getCString(string);
    const char *copy = uk_arena_print(&s->arena, "%s", c != NULL ? c : "");
    clang_disposeString(string);
    return copy;
}

static enum uk_storage storage_of(CXCursor variable)
{
    if (clang_getCursorTLSKind(variable) != CXTLS_None)
        return UK_THREAD;
    switch (clang_Cursor_getStorageClass(variable)) {
    case CX_SC_Static:
    case CX_SC_Extern:
        return UK_STATIC;
    default:
        break;
    }
    CXCursor parent = clang_getCursorSemanticParent(variable);
    return clang_isTranslationUnit(parent.kind) ? UK_STATIC : UK_AUTOMATIC;
}

static struct uk_variable *variable_of(struct uk_tree *tree, CXCursor cursor)
{
    if (cursor.kind != CXCursor_VarDecl && cursor.kind != CXCursor_ParmDecl)
        return NULL;
    unsigned declared = 0;
    clang_getFileLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL,
                          &declared);
    struct uk_variable **at = &tree->variables[declared % UK_VARIABLE_LISTS];
    for (; *at != NULL; at = &(*at)->next)
        if ((*at)->declared == declared)
            return *at;
    *at = uk_arena_get(&tree->source->arena, sizeof **at);
    **at = (struct uk_variable){
        .declared = declared,
        .name = spelling(tree->source, cursor),
        .storage = storage_of(cursor),
        .is_array = cursor.kind == CXCursor_VarDecl &&
                    uk_type_is_array(clang_getCursorType(cursor))};
    return *at;
}

/* Is there such a keyword right before an offset? */
static bool is_behind(const struct uk_source *s, unsigned offset,
                      enum uk_word word)
{
    int token = uk_token_at(s, offset) - 1;
    return token >= 0 && uk_keyword_at(s, s->tokens[token].start, word) != NULL;
}

struct growing {
    struct uk_tree *tree;
    struct uk_node *parent;
};

/* What only some kinds of nodes have. */
static void describe(struct uk_tree *tree, struct uk_node *node)
{
    struct uk_source *s = tree->source;
    const struct uk_keyword *k;
    switch (node->kind) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
        node->variable = variable_of(tree, node->cursor);
        break;
    case CXCursor_DeclRefExpr:
        node->variable =
            variable_of(tree, clang_getCursorReferenced(node->cursor));
        break;
    case CXCursor_MemberRefExpr:
    case CXCursor_MemberRef:
        node->name = spelling(s, node->cursor);
        break;
    case CXCursor_CallExpr:
        node->name = spelling(s, node->cursor);
        k = uk_keyword_of_call(s, node->start);
        node->is_spawned = k != NULL;
        node->is_future = k != NULL && k->word == UK_FUTURE;
        break;
    case CXCursor_NullStmt:
        node->is_sync = is_behind(s, node->start, UK_SYNC);
        break;
    case CXCursor_CompoundStmt:
        node->is_sync = is_behind(s, node->start, UK_SCOPE);
        node->is_task = is_behind(s, node->start, UK_BLOCK);
        break;
    default:
        break;
    }
}

static enum CXChildVisitResult grow(CXCursor cursor, CXCursor above,
                                    CXClientData data)
{
    struct growing *g = data;
    struct uk_node *parent = g->parent, *node;
    (void)above;
    node = uk_arena_get(&g->tree->source->arena, sizeof *node);
    node->cursor = cursor;
    node->kind = cursor.kind;
    node->start = uk_cursor_start(cursor);
    node->end = uk_cursor_end(cursor);
    node->parent = parent;
    if (parent->last != NULL)
        parent->last->next = node;
    else
        parent->child = node;
    parent->last = node;
    describe(g->tree, node);
    g->parent = node;
    clang_visitChildren(cursor, grow, g);
    g->parent = parent;
    return CXChildVisit_Continue;
}

struct uk_tree *uk_tree_make(struct uk_source *s, CXCursor function)
{
    struct uk_tree *tree = uk_arena_get(&s->arena, sizeof *tree);
    tree->source = s;
    tree->name = spelling(s, function);
    tree->root = uk_arena_get(&s->arena, sizeof *tree->root);
    tree->root->cursor = function;
    tree->root->kind = function.kind;
    tree->root->start = uk_cursor_start(function);
    tree->root->end = uk_cursor_end(function);
    struct growing growing = {tree, tree->root};
    clang_visitChildren(function, grow, &growing);
    return tree;
}

const struct uk_keyword *uk_node_keyword(const struct uk_tree *tree,
                                         const struct uk_node *node,
                                         enum uk_word word)
{
    const struct uk_source *s = tree->source;
    int before = uk_token_at(s, node->start) - 1;
    return before < 0 ? NULL : uk_keyword_at(s, s->tokens[before].start, word);
}

int uk_node_operator(const struct uk_tree *tree, const struct uk_node *node)
{
    const struct uk_source *s = tree->source;
    int i;
    switch (node->kind) {
    case CXCursor_UnaryOperator:
        i = uk_token_at(s, node->start);
        if (node->child != NULL && node->child->start == node->start)
            i = uk_token_at(s, node->end) - 1; /* i++ */
        return i;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        if (node->last == node->child)
            return UK_NONE;
        i = uk_token_at(s, node->last->start) - 1;
        if (is_behind(s, node->last->start, UK_SPAWN))
            i--;
        return i;
    default:
        return UK_NONE;
    }
}

bool uk_node_is(const struct uk_tree *tree, const struct uk_node *node,
                const char *operator_)
{
    return uk_token_is(tree->source, uk_node_operator(tree, node), operator_);
}

struct uk_node *uk_node_strip(struct uk_node *node)
{
    while ((node->kind == CXCursor_UnexposedExpr ||
            node->kind == CXCursor_ParenExpr) &&
           node->child != NULL && node->child == node->last)
        node = node->child;
    return node;
}

struct uk_node *uk_node_initializer(const struct uk_tree *tree,
                                    const struct uk_node *declaration)
{
    const struct uk_source *s = tree->source;
    struct uk_node *last = declaration->last;
    if (last == NULL || declaration->kind != CXCursor_VarDecl ||
        !clang_isExpression(last->kind))
        return NULL;
    int i = uk_token_at(s, last->start) - 1;
    if (is_behind(s, last->start, UK_SPAWN))
        i--;
    return uk_token_is(s, i, "=") ? last : NULL;
}

bool uk_node_is_assignment(const struct uk_tree *tree,
                           const struct uk_node *node)
{
    if (node->kind == CXCursor_BinaryOperator)
        return uk_node_is(tree, node, "=");
    if (node->kind == CXCursor_UnaryOperator)
        return uk_node_is(tree, node, "++") || uk_node_is(tree, node, "--");
    return node->kind == CXCursor_CompoundAssignOperator;
}

bool uk_node_is_name(const struct uk_node *call, const char *const names[])
{
    if (call->kind != CXCursor_CallExpr || call->name == NULL)
        return false;
    for (; *names != NULL; names++)
        if (strcmp(call->name, *names) == 0)
            return true;
    return false;
}

bool uk_node_has(const struct uk_node *node,
                 bool (*is_such)(const struct uk_node *node))
{
    if (is_such(node))
        return true;
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (uk_node_has(n, is_such))
            return true;
    return false;
}

bool uk_node_is_loop(const struct uk_node *node)
{
    return node->kind == CXCursor_ForStmt || node->kind == CXCursor_WhileStmt ||
           node->kind == CXCursor_DoStmt;
}

struct uk_node *uk_node_next(const struct uk_tree *tree, struct uk_node *node)
{
    if (node->child != NULL)
        return node->child;
    while (node != tree->root && node->next == NULL)
        node = node->parent;
    return node == tree->root ? NULL : node->next;
}
