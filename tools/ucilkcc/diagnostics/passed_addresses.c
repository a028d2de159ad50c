/*
 * Addresses of locals that reach a task by way of a plain call: main calls
 * sort(array), and sort spawns itself for a half of what it was given.
 *
 * Each function notes which of its parameters it gives to tasks, or to a
 * function that does; who calls it is looked at in turn.  So callees that are
 * defined behind their caller, or in another file, are not seen through.
 */
#include <string.h>

#include "tree.h"

enum { MAX_PARAMETERS = 8 * sizeof(unsigned long) };

/* Does the body call one of these functions? */
static bool calls(const struct uk_source *s, const struct uk_function *f,
                  const int *callees, int n)
{
    for (int i = f->open; i < f->close; i++) {
        if (s->tokens[i].kind != UK_NAME || !uk_token_is(s, i + 1, "("))
            continue;
        for (int k = 0; k < n; k++)
            if (uk_token_same(s, i, s->functions[callees[k]].name))
                return true;
    }
    return false;
}

void uk_source_find_callers(struct uk_source *s)
{
    int n = 0, *callees = uk_arena_get(&s->arena, (size_t)(s->n_functions + 1) *
                                                      sizeof *callees);
    for (int f = 0; f < s->n_functions; f++)
        if (s->functions[f].name != UK_NONE && s->functions[f].n_keywords > 0)
            callees[n++] = f;
    for (int f = 0; f < s->n_functions; f++) {
        struct uk_function *function = &s->functions[f];
        if (function->name == UK_NONE || function->n_keywords > 0 ||
            !calls(s, function, callees, n))
            continue;
        function->is_wanted = true;
        callees[n++] = f;
    }
}

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

/* The function of this file that is called, or NULL. */
static const struct uk_function *called(const struct uk_source *s,
                                        const struct uk_node *call)
{
    size_t length = call->name != NULL ? strlen(call->name) : 0;
    for (int f = 0; length > 0 && f < s->n_functions; f++) {
        const struct uk_function *function = &s->functions[f];
        const struct uk_token *t = &s->tokens[function->name];
        if (function->to_tasks != 0 && t->end - t->start == length &&
            memcmp(s->text + t->start, call->name, length) == 0)
            return function;
    }
    return NULL;
}

void uk_passed_check(struct uk_tree *tree, struct uk_node *call)
{
    struct uk_source *s = tree->source;
    const struct uk_function *f = called(s, call);
    if (f == NULL || call->is_spawned || call->child == NULL)
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
