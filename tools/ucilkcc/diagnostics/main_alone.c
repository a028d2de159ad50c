/*
 * Where main runs alone, outside of parallel regions: what it writes there to
 * variables at file scope all tasks of the next region see.  A look back from
 * the place, block by block, for a spawn with no sync behind it.  What the
 * structure does not show counts as parallel.
 */
#include <string.h>

#include "tree.h"

static bool is_statement(const struct uk_node *node)
{
    return clang_isStatement(node->kind) != 0;
}

static bool is_scope(const struct uk_node *node)
{
    return node->is_sync && node->kind == CXCursor_CompoundStmt;
}

/* Is there a way out of, or into, the middle of a statement? */
static bool has_jump(const struct uk_node *node)
{
    switch (node->kind) {
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return true;
    default:
        break;
    }
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (has_jump(n))
            return true;
    return false;
}

static bool has_spawn(const struct uk_node *node)
{
    if (node->is_spawned || node->is_task)
        return true;
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (has_spawn(n))
            return true;
    return false;
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
    if (!has_spawn(node))
        return false;
    if (node->is_spawned || node->is_task || has_jump(node))
        return true;
    if (node->kind == CXCursor_CompoundStmt)
        return !is_scope(node) && leaves_before(node, NULL, &is_synced);
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (leaves_child(n))
            return true;
    return false;
}

/* Futures outlive each sync. */
static bool has_future(const struct uk_node *node)
{
    if (node->is_future)
        return true;
    for (const struct uk_node *n = node->child; n != NULL; n = n->next)
        if (has_future(n))
            return true;
    return false;
}

static bool is_loop(const struct uk_node *node)
{
    return node->kind == CXCursor_ForStmt || node->kind == CXCursor_WhileStmt ||
           node->kind == CXCursor_DoStmt;
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
        is_in_task(tree, node) || has_future(tree->root))
        return false;
    for (; node != tree->root; node = node->parent) {
        bool is_synced = false;
        if (!is_statement(node) && has_spawn(node))
            return false; /* `total = spawn f()' */
        if (node->kind == CXCursor_SwitchStmt ||
            node->kind == CXCursor_LabelStmt)
            return !has_spawn(tree->root);
        if (is_loop(node) && leaves_child(node))
            return false; /* outstanding since the iteration before */
        if (node->parent->kind == CXCursor_CompoundStmt &&
            leaves_before(node->parent, node, &is_synced))
            return false;
        if (is_synced)
            return true;
    }
    return true;
}
