/*
 * Results that are read before the sync, where that shows at a glance: a
 * variable gets the result of a spawn, and a statement further down in the same
 * block reads it, with no sync, label or other assignment between.  Where that
 * is a return, it syncs first (returns.c).
 */
#include <string.h>

#include "tree.h"

struct result {
    struct uk_tree *tree;
    struct uk_variable *variable;
    struct uk_node *call;           /* that it is the result of */
    const struct uk_keyword *block; /* or NULL: of the spawned statement that
                                       the assignment is in */
    bool is_sum;                    /* it is added, so that more may be */
    const struct uk_node *waits;    /* the last return that was warned of */
    bool is_done;                   /* no more to look for */
};

/* The statement `x = spawn f()', the declaration, or `x = f()' in a spawned
 * statement, if it is one. */
static bool is_spawn(struct uk_tree *tree, struct uk_node *node,
                     struct result *r)
{
    struct uk_node *last = node->last;
    if (last == NULL)
        return false;
    if (node->kind == CXCursor_VarDecl && uk_node_initializer(tree, node)) {
        r->variable = node->variable;
    } else if (uk_node_is_assignment(tree, node) && node->child != last) {
        struct uk_node *left = uk_node_strip(node->child);
        r->variable =
            left->kind == CXCursor_DeclRefExpr ? left->variable : NULL;
        r->is_sum = r->block == NULL && (uk_node_is(tree, node, "+=") ||
                                         uk_node_is(tree, node, "-="));
    }
    r->call = uk_node_strip(last);
    if (r->block != NULL && r->variable != NULL &&
        uk_reducer_at(tree->source, r->variable->declared) != UK_NONE)
        return false; /* each strand has a view */
    return r->variable != NULL &&
           (r->block != NULL || (r->call->is_spawned && !r->call->is_future));
}

static bool is_variable(const struct result *r, struct uk_node *node)
{
    node = uk_node_strip(node);
    return node->kind == CXCursor_DeclRefExpr && node->variable == r->variable;
}

static const struct uk_node *return_around(const struct uk_node *node)
{
    while (node != NULL && node->kind != CXCursor_ReturnStmt)
        node = node->parent;
    return node;
}

static void report(struct result *r, const struct uk_node *node)
{
    struct uk_source *s = r->tree->source;
    const char *name =
        r->call->kind == CXCursor_CallExpr ? r->call->name : NULL;
    bool is_named = name != NULL && *name != 0;
    const struct uk_node *waits = return_around(node);
    r->is_done = waits == NULL;
    if (waits != NULL && waits == r->waits)
        return;
    r->waits = waits;
    uk_source_warn(
        s, UK_W_UNSYNCED, node->start,
        "`%s' is read before the sync: %s %s%s%s%s", r->variable->name,
        waits ? "here the return waits for" : "it may not have the result of",
        is_named ? "`" : "",
        is_named   ? name
        : r->block ? "the spawned statement"
                   : "the spawned call",
        is_named ? "'" : "", waits ? ", in other Cilks it does not" : " yet");
    uk_source_note(s, r->call->start, "spawned here; write `sync;' in between");
}

static void look(struct result *r, struct uk_node *node)
{
    struct uk_node *n = node->child;
    if (r->is_done || node->kind == CXCursor_UnaryExpr || /* sizeof */
        node->kind == CXCursor_GenericSelectionExpr)
        return;
    if (node->kind == CXCursor_VarDecl) /* without what is in its type */
        n = uk_node_initializer(r->tree, node);
    else if (node->kind == CXCursor_CStyleCastExpr)
        n = node->last;
    if (node->is_sync || uk_kind_is_label(node->kind) ||
        node->kind == CXCursor_AsmStmt ||
        (node->kind == CXCursor_UnaryOperator && n != NULL &&
         uk_node_is(r->tree, node, "&") && is_variable(r, n))) {
        r->is_done = true;
        return;
    }
    if (node->kind == CXCursor_DeclRefExpr && node->variable == r->variable) {
        report(r, node);
        return;
    }
    bool is_set = uk_node_is_assignment(r->tree, node) && n != node->last &&
                  is_variable(r, n);
    bool is_new = is_set && uk_node_is(r->tree, node, "=");
    bool is_added =
        is_set && r->is_sum &&
        (uk_node_is(r->tree, node, "+=") || uk_node_is(r->tree, node, "-="));
    bool is_spawned = is_set && uk_node_strip(node->last)->is_spawned;
    if (is_new || is_added || is_spawned)
        n = n->next;
    for (; n != NULL; n = n->next)
        look(r, n);
    r->is_done = r->is_done || is_new || is_spawned;
}

bool uk_node_syncs(const struct uk_node *node)
{
    return node->is_sync || node->kind == CXCursor_LabelStmt;
}

/* What follows a statement, of which `spawn' is a part. */
static void follow(struct uk_tree *tree, struct uk_node *statement,
                   struct uk_node *spawn, const struct uk_keyword *block)
{
    enum { MOST = 200 }; /* statements */
    struct result r = {.tree = tree, .block = block};
    if (!is_spawn(tree, spawn, &r))
        return;
    int i = 0;
    for (struct uk_node *n = statement->next;
         n != NULL && i < MOST && !r.is_done && !uk_node_has(n, uk_node_syncs);
         n = n->next, i++)
        look(&r, n);
}

void uk_unsynced_check(struct uk_tree *tree, struct uk_node *statement)
{
    if (statement == tree->root ||
        statement->parent->kind != CXCursor_CompoundStmt ||
        uk_node_keyword(tree, statement, UK_SCOPE) != NULL)
        return;
    const struct uk_keyword *block = uk_node_keyword(tree, statement, UK_BLOCK);
    if (statement->kind != CXCursor_DeclStmt &&
        (block == NULL || statement->kind != CXCursor_CompoundStmt))
        follow(tree, statement, statement, block);
    else
        for (struct uk_node *n = statement->child; n != NULL; n = n->next)
            follow(tree, statement, n, block);
}
