/* A function as a tree of its own. */
#include <string.h>

#include "tree.h"

static enum uk_storage storage_of(CXCursor variable)
{
    if (clang_getCursorTLSKind(variable) != CXTLS_None)
        return UK_THREAD;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    CXCursor parent = clang_getCursorSemanticParent(variable);
    return storage == CX_SC_Static || storage == CX_SC_Extern ||
                   clang_isTranslationUnit(parent.kind)
               ? UK_STATIC
               : UK_AUTOMATIC;
}

static struct uk_variable *variable_of(struct uk_tree *tree, CXCursor cursor)
{
    if (cursor.kind != CXCursor_VarDecl && cursor.kind != CXCursor_ParmDecl)
        return NULL;
    unsigned declared = uk_cursor_place(cursor);
    struct uk_variable **at = &tree->variables[declared % UK_VARIABLE_LISTS];
    for (; *at != NULL; at = &(*at)->next)
        if ((*at)->declared == declared)
            return *at;
    *at = uk_arena_get(&tree->source->arena, sizeof **at);
    **at = (struct uk_variable){
        .declared = declared,
        .name = uk_cursor_name(tree->source, cursor),
        .storage = storage_of(cursor),
        .is_array = cursor.kind == CXCursor_VarDecl &&
                    uk_type_is_array(clang_getCursorType(cursor))};
    return *at;
}

/* The keyword right before an offset, if it is that word. */
static const struct uk_keyword *
keyword_before(const struct uk_source *s, unsigned offset, enum uk_word word)
{
    const struct uk_keyword *k = uk_keyword_on(s, uk_token_at(s, offset) - 1);
    return k != NULL && k->word == word ? k : NULL;
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
        node->name = uk_cursor_name(s, node->cursor);
        break;
    case CXCursor_CallExpr:
        node->name = uk_cursor_name(s, node->cursor);
        k = uk_keyword_of_call(s, node->start);
        node->is_spawned = k != NULL;
        node->is_future = k != NULL && k->word == UK_FUTURE;
        break;
    case CXCursor_NullStmt:
        node->is_sync = keyword_before(s, node->start, UK_SYNC) != NULL;
        break;
    case CXCursor_CompoundStmt:
        node->is_sync = keyword_before(s, node->start, UK_SCOPE) != NULL;
        node->is_task = keyword_before(s, node->start, UK_BLOCK) != NULL;
        break;
    default:
        break;
    }
}

static struct uk_node *make(struct uk_source *s, CXCursor cursor,
                            struct uk_node *parent)
{
    struct uk_node *node = uk_arena_get(&s->arena, sizeof *node);
    *node = (struct uk_node){
        .cursor = cursor, .kind = cursor.kind, .parent = parent};
    uk_cursor_extent(cursor, &node->start, &node->end);
    return node;
}

UK_VISITOR(grow, cursor)
{
    struct growing *g = data;
    struct uk_node *above = g->parent;
    struct uk_node *node = make(g->tree->source, cursor, above);
    if (above->last != NULL)
        above->last->next = node;
    else
        above->child = node;
    above->last = node;
    describe(g->tree, node);
    g->parent = node;
    clang_visitChildren(cursor, grow, g);
    g->parent = above;
    return CXChildVisit_Continue;
}

struct uk_tree *uk_tree_make(struct uk_source *s, CXCursor function)
{
    struct uk_tree *tree = uk_arena_get(&s->arena, sizeof *tree);
    tree->source = s;
    tree->name = uk_cursor_name(s, function);
    tree->root = make(s, function, NULL);
    struct growing growing = {tree, tree->root};
    clang_visitChildren(function, grow, &growing);
    return tree;
}

const struct uk_keyword *uk_node_keyword(const struct uk_tree *tree,
                                         const struct uk_node *node,
                                         enum uk_word word)
{
    return keyword_before(tree->source, node->start, word);
}

/* The token before an operand that may be spawned. */
static int token_before(const struct uk_source *s, const struct uk_node *node)
{
    return uk_token_at(s, node->start) - 1 -
           (keyword_before(s, node->start, UK_SPAWN) != NULL);
}

int uk_node_operator(const struct uk_tree *tree, const struct uk_node *node)
{
    const struct uk_source *s = tree->source;
    switch (node->kind) {
    case CXCursor_UnaryOperator:
        return node->child != NULL && node->child->start == node->start
                   ? uk_token_at(s, node->end) - 1 /* i++ */
                   : uk_token_at(s, node->start);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return node->last == node->child ? UK_NONE
                                         : token_before(s, node->last);
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
    return last != NULL && declaration->kind == CXCursor_VarDecl &&
                   clang_isExpression(last->kind) &&
                   uk_token_is(s, token_before(s, last), "=")
               ? last
               : NULL;
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

bool uk_node_is_name(const struct uk_node *call, const char *words)
{
    return call->kind == CXCursor_CallExpr &&
           uk_words_have(words, call->name, strlen(call->name));
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

struct uk_node *uk_node_next(const struct uk_tree *tree, struct uk_node *node)
{
    if (node->child != NULL)
        return node->child;
    while (node != tree->root && node->next == NULL)
        node = node->parent;
    return node == tree->root ? NULL : node->next;
}
