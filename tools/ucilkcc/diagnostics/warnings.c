/*
 * The tool's own warnings, one function at a time: those that spawn, those
 * that are spawned in this file, and those that call such as spawn.
 * possible_values.c, passed_addresses.c and main_alone.c do the work; here is
 * what is said.
 */
#include <string.h>

#include "tree.h"

/* --- arguments of a spawned call --- */

static const char *callee(const struct uk_node *call)
{
    return call->name != NULL && *call->name != 0 ? call->name : "the function";
}

/* "the spawned call of `f'", "the future's call of `f'" */
static const char *task_of(struct uk_source *s, const struct uk_node *call)
{
    return uk_arena_print(&s->arena, "the %s call of `%s'",
                          call->is_future ? "future's" : "spawned",
                          callee(call));
}

/* A note where a variable came by what it holds. */
static void note_through(struct uk_source *s, const struct uk_value *value,
                         const struct uk_pointee *to)
{
    if (value->through != NULL)
        uk_source_note(s, to->offset, "`%s' gets it here",
                       value->through->name);
}

static void warn_local_address(struct uk_source *s, struct uk_node *call,
                               struct uk_node *arg,
                               const struct uk_value *value)
{
    const struct uk_pointee *to = value->to[UK_TO_LOCAL];
    const struct uk_variable *v = to->variable;
    const char *holder =
        value->through != NULL
            ? uk_arena_print(&s->arena, "`%s' holds ", value->through->name)
            : "";
    uk_source_warn(s, UK_W_LOCAL_ADDRESS, arg->start,
                   "%sthe address of %s%s given to %s: a task runs on a stack "
                   "of its own, maybe in another process, and cannot reach "
                   "it%s",
                   holder, to->name, *holder != 0 ? ", and is" : " is",
                   task_of(s, call),
                   call->is_future ? "; and no sync waits for a future, which "
                                     "may run on when the variable is gone"
                                   : "");
    note_through(s, value, to);
    if (call->is_future)
        uk_source_note(s, arg->start,
                       "pass the value, and take the result by "
                       "ucilk_future_get");
    else if (v != NULL && !v->is_array)
        uk_source_note(s, arg->start,
                       "pass the value and take the result: `%s = spawn "
                       "%s(...);'",
                       v->name, callee(call));
    else
        uk_source_note(s, arg->start,
                       "pass the values, in a struct if there are several, "
                       "and take the result: `x = spawn %s(...);'",
                       callee(call));
}

static void check_argument(struct uk_source *s, struct uk_node *call,
                           struct uk_node *arg, const struct uk_value *value)
{
    const struct uk_pointee *to;
    if (value->to[UK_TO_LOCAL] != NULL)
        warn_local_address(s, call, arg, value);
    if ((to = value->to[UK_TO_HEAP]) != NULL) {
        uk_source_warn(s, UK_W_MALLOC, arg->start,
                       "%s is given to %s: on a cluster the task may run on a "
                       "node that has no such memory",
                       to->name, task_of(s, call));
        note_through(s, value, to);
        uk_source_note(s, arg->start,
                       "pass the data itself, in a struct; the result brings "
                       "it back");
    }
}

static void check_spawn(struct uk_tree *tree, struct uk_node *call)
{
    const struct uk_keyword *k = uk_keyword_of_call(tree->source, call->start);
    unsigned keyword = tree->source->tokens[k->token].start;
    if (call->child == NULL ||
        uk_source_has_error(tree->source, keyword, call->end))
        return; /* rejected already */
    for (struct uk_node *n = call->child->next; n != NULL; n = n->next) {
        struct uk_value value = uk_value_of(tree, n);
        check_argument(tree->source, call, n, &value);
        uk_passed_note(tree, &value);
    }
}

/* --- bodies of loops --- */

/* A name in the body of a cilk_for, which holds the address of a local of the
 * function around. */
static void check_capture(struct uk_tree *tree, struct uk_node *name,
                          struct uk_loop *l)
{
    struct uk_source *s = tree->source;
    struct uk_capture *c = uk_loop_capture(l, name->variable->declared);
    struct uk_value value = uk_value_of(tree, name);
    const struct uk_pointee *to = value.to[UK_TO_LOCAL];
    if (c != NULL && c->how != UK_SHARE)
        uk_passed_note(tree, &value);
    if (c == NULL || c->is_warned || c->how == UK_SHARE || to == NULL ||
        value.through == NULL ||
        (to->variable != NULL && uk_loop_holds(l, to->variable->declared)))
        return;
    c->is_warned = true;
    uk_source_warn(s, UK_W_LOCAL_ADDRESS, name->start,
                   "`%s' holds the address of %s, which the iterations of the "
                   "cilk_for cannot reach: each worker has a stack of its own",
                   c->name, to->name);
    note_through(s, &value, to);
    uk_source_note(s, name->start, "use a reducer");
}

static void check_name(struct uk_tree *tree, struct uk_node *name)
{
    for (int i = 0; i < tree->n_loops; i++) {
        struct uk_loop *l = &tree->source->loops[tree->first_loop + i];
        if (uk_loop_holds(l, name->start))
            check_capture(tree, name, l);
    }
}

/* --- the rest --- */

static void check_return(struct uk_tree *tree, struct uk_node *node)
{
    struct uk_source *s = tree->source;
    struct uk_value value = uk_value_of(tree, node->child);
    const struct uk_pointee *to;
    if ((to = value.to[UK_TO_LOCAL]) != NULL && !to->is_thread_local) {
        uk_source_warn(s, UK_W_RETURN_LOCAL, node->child->start,
                       "`%s', which %s, returns the address of %s: that is "
                       "gone when the result arrives",
                       tree->name, tree->is_spawned ? "is spawned" : "spawns",
                       to->name);
        note_through(s, &value, to);
        uk_source_note(s, node->child->start,
                       "return the value itself, in a struct if there are "
                       "several");
    }
    if ((to = value.to[UK_TO_HEAP]) != NULL && tree->is_spawned) {
        uk_source_warn(s, UK_W_MALLOC, node->child->start,
                       "`%s', which is spawned, returns %s: on a cluster that "
                       "is memory of the node where the task ran",
                       tree->name, to->name);
        note_through(s, &value, to);
        uk_source_note(s, node->child->start,
                       "return the data itself, in a struct");
    }
}

static void warn_shared_write(struct uk_tree *tree, struct uk_node *node,
                              struct uk_node *lvalue)
{
    const char *field;
    const struct uk_variable *v = uk_value_root(lvalue, &field);
    if (v == NULL || v->storage != UK_STATIC ||
        uk_reducer_at(tree->source, v->declared) != UK_NONE)
        return;
    if (tree->function->is_in_group) {
        uk_source_warn(tree->source, UK_W_GROUP_WRITE, node->start,
                       "`%s', which groups run, writes to `%s': each node has "
                       "its own, so that neither main nor groups elsewhere see "
                       "that",
                       tree->name, v->name);
        uk_source_note(tree->source, node->start,
                       "return the value: a group's result is all that comes "
                       "back");
    }
    if ((tree->function->n_keywords == 0 && !tree->is_spawned) ||
        uk_main_is_alone(tree, node))
        return;
    uk_source_warn(tree->source, UK_W_SHARED_WRITE, node->start,
                   "`%s', which %s, writes to `%s': on a cluster no other "
                   "node sees that",
                   tree->name, tree->is_spawned ? "is spawned" : "spawns",
                   v->name);
    uk_source_note(tree->source, node->start,
                   "return the value, or use a reducer (<ucilk/reducers.h> has "
                   "UCILK_SUM, UCILK_MAX and others)");
}

/* A global that tasks may read is given the address of a local. */
static void check_kept(struct uk_tree *tree, struct uk_node *node)
{
    struct uk_source *s = tree->source;
    const char *field;
    const struct uk_variable *v = uk_value_root(node->child, &field);
    if (v == NULL || v->storage != UK_STATIC || node->child->next == NULL)
        return;
    struct uk_value value = uk_value_of(tree, node->child->next);
    const struct uk_pointee *to = value.to[UK_TO_LOCAL];
    if (to == NULL)
        return;
    uk_source_warn(s, UK_W_LOCAL_ADDRESS, node->start,
                   "the address of %s is kept in `%s': no other task can reach "
                   "it, since each runs on a stack of its own, maybe in "
                   "another process",
                   to->name, v->name);
    note_through(s, &value, to);
}

/* __atomic_fetch_add(&x, ...) and its like, which are calls or expressions of
 * the parser's own; these have the callee as a child only where gcc's types
 * are an error to clang. */
static void check_atomic(struct uk_tree *tree, struct uk_node *node)
{
    const struct uk_source *s = tree->source;
    static const char *const prefixes[] = {"__atomic_", "__sync_",
                                           "__c11_atomic_", "atomic_", NULL};
    struct uk_node *first = node->child;
    if (first != NULL && first->start == node->start)
        first = first->next;
    const char *name = s->text + node->start;
    for (int i = 0; first != NULL && prefixes[i] != NULL; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) != 0 ||
            strncmp(name + length, "load", 4) == 0)
            continue;
        first = uk_node_strip(first);
        if (first->kind == CXCursor_UnaryOperator &&
            uk_node_is(tree, first, "&"))
            warn_shared_write(tree, first, first->child);
    }
}

static void check(struct uk_tree *tree, struct uk_node *node)
{
    if (node->kind == CXCursor_CallExpr)
        uk_passed_check(tree, node);
    if (uk_node_is_assignment(tree, node))
        warn_shared_write(tree, node, node->child);
    else if (node->kind == CXCursor_CallExpr ||
             (node->kind == CXCursor_UnexposedExpr &&
              node->child != node->last))
        check_atomic(tree, node);
    if (tree->function->n_keywords == 0 && !tree->is_spawned)
        return; /* it only calls one that does, or is called by a group */
    uk_unsynced_check(tree, node);
    if (node->is_spawned) {
        check_spawn(tree, node);
    } else if (node->kind == CXCursor_ReturnStmt && node->child != NULL) {
        check_return(tree, node);
    } else if (node->kind == CXCursor_DeclRefExpr && node->variable != NULL &&
               tree->n_loops > 0) {
        check_name(tree, node);
    } else if (uk_node_is_assignment(tree, node)) {
        check_kept(tree, node);
    }
}

/* Is there a return of a value? */
static bool returns_value(const struct uk_source *s,
                          const struct uk_function *f)
{
    if (f->n_keywords == 0)
        return false;
    for (int i = f->open; i < f->close; i++)
        if (uk_token_is(s, i, "return") && !uk_token_is(s, i + 1, ";"))
            return true;
    return false;
}

void uk_walk_warn(struct uk_walk *w, CXCursor function)
{
    struct uk_source *s = w->source;
    struct uk_function *f = &s->functions[w->function];
    bool quiet = s->request->style->quiet || s->request->elides;
    if (s->request->serial || (quiet && !returns_value(s, f)))
        return;
    struct uk_tree *tree = uk_tree_make(s, function);
    tree->function = f;
    if (!uk_source_has_error(s, tree->root->start, tree->root->end))
        uk_returns_find(tree);
    if (quiet)
        return;
    tree->is_spawned = f->is_spawned;
    tree->first_loop = f->first_loop;
    tree->n_loops = f->n_loops;
    uk_values_find(tree);
    for (struct uk_node *n = tree->root; n != NULL; n = uk_node_next(tree, n))
        check(tree, n);
}
