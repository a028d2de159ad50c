/*
 * Where main runs alone, outside of parallel regions: what it writes there to
 * variables at file scope all tasks of the next region see.  A look back from
 * the place, block by block, for a spawn with no sync behind it.  What the
 * structure does not show counts as parallel.
 */
#include <string.h>

#include "tree.h"

static bool is_scope(const struct uk_node *node)
{
    return node->is_sync && node->kind == CXCursor_CompoundStmt;
}

/* A way out of, or into, the middle of a statement. */
static bool is_jump(const struct uk_node *node)
{
    return uk_kind_is_label(node->kind) || node->kind == CXCursor_BreakStmt ||
           node->kind == CXCursor_ContinueStmt ||
           node->kind == CXCursor_GotoStmt ||
           node->kind == CXCursor_IndirectGotoStmt;
}

static bool is_spawn(const struct uk_node *node)
{
    return node->is_spawned || node->is_task;
}

static bool leaves_child(const struct uk_node *node);

/* May a child be outstanding behind the last of the children of `block' that
 * stand before `end' (NULL: all of them), none being so before them?
 * *is_synced: whatever was outstanding before is not. */
static bool leaves_before(const struct uk_node *block,
                          const struct uk_node *end, bool *is_synced)
{
    bool leaves = false;
    *is_synced = false;
    for (const struct uk_node *n = block->child; n != end; n = n->next) {
        if (n->is_sync && !is_scope(n)) {
            leaves = false;
            *is_synced = true;
        } else if (leaves_child(n)) {
            leaves = true;
        }
    }
    return leaves;
}

static bool leaves_child(const struct uk_node *node)
{
    bool is_synced;
    if (!uk_node_has(node, is_spawn))
        return false;
    if (is_spawn(node) || uk_node_has(node, is_jump))
        return true;
    if (node->kind == CXCursor_CompoundStmt)
        return !is_scope(node) && leaves_before(node, NULL, &is_synced);
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (leaves_child(n))
            return true;
    return false;
}

/* Futures outlive each sync. */
static bool is_future(const struct uk_node *node)
{
    return node->is_future;
}

static bool is_in_task(const struct uk_tree *tree, const struct uk_node *node)
{
    for (int i = 0; i < tree->n_loops; i++)
        if (uk_loop_holds(&tree->source->loops[tree->first_loop + i],
                          node->start))
            return true;
    for (; node != tree->root; node = node->parent)
        if (node->is_task)
            return true;
    return false;
}

bool uk_main_is_alone(const struct uk_tree *tree, const struct uk_node *node)
{
    if (strcmp(tree->name, "main") != 0 || tree->is_spawned ||
        is_in_task(tree, node) || uk_node_has(tree->root, is_future))
        return false;
    for (; node != tree->root; node = node->parent) {
        bool is_synced = false;
        if (!clang_isStatement(node->kind) && uk_node_has(node, is_spawn))
            return false; /* `total = spawn f()' */
        if (node->kind == CXCursor_SwitchStmt ||
            node->kind == CXCursor_LabelStmt)
            return !uk_node_has(tree->root, is_spawn);
        if (uk_kind_is_loop(node->kind) && leaves_child(node))
            return false; /* outstanding since the iteration before */
        if (node->parent->kind == CXCursor_CompoundStmt &&
            leaves_before(node->parent, node, &is_synced))
            return false;
        if (is_synced)
            return true;
    }
    return true;
}
