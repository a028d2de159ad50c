/*
 * Addresses of locals that reach a task by way of a plain call: main calls
 * sort(array), and sort spawns itself for a half of what it was given.
 *
 * Each function notes which of its parameters it gives to tasks, or to a
 * function that does; who calls it is looked at in turn.  So callees that are
 * defined behind their caller, or in another file, are not seen through.
 */
#include "tree.h"

enum { MAX_PARAMETERS = 8 * sizeof(unsigned long) };

void uk_passed_note(struct uk_tree *tree, const struct uk_value *value)
{
    const struct uk_pointee *to = value->to[UK_TO_PARAMETER];
    int i = 0;
    for (struct uk_node *n = tree->root->child; to != NULL && n != NULL;
         n = n->next) {
        if (n->kind != CXCursor_ParmDecl)
            continue;
        if (n->variable == to->variable && i < MAX_PARAMETERS)
            tree->function->to_tasks |= 1UL << i;
        i++;
    }
}

void uk_passed_check(struct uk_tree *tree, struct uk_node *call)
{
    struct uk_source *s = tree->source;
    const struct uk_function *f =
        call->child != NULL
            ? uk_function_named(
                  s, uk_token_at(s, uk_node_strip(call->child)->start))
            : NULL;
    if (f == NULL || call->is_spawned)
        return;
    int i = 0;
    for (struct uk_node *n = call->child->next; n != NULL && i < MAX_PARAMETERS;
         n = n->next, i++) {
        struct uk_value value = uk_value_of(tree, n);
        const struct uk_pointee *to = value.to[UK_TO_LOCAL];
        if (!(f->to_tasks >> i & 1))
            continue;
        uk_passed_note(tree, &value);
        if (to == NULL)
            continue;
        uk_source_warn(s, UK_W_LOCAL_ADDRESS, n->start,
                       "the address of %s is given to `%s', which gives it to "
                       "a task: that runs on a stack of its own, maybe in "
                       "another process, and cannot reach it",
                       to->name, call->name);
        if (value.through != NULL)
            uk_source_note(s, to->offset, "`%s' gets it here",
                           value.through->name);
    }
}
