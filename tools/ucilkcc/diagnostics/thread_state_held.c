/*
 * What a function holds over a spawn, sync or get although each worker has its
 * own: thread-local variables, and errno.
 *
 * A walk along the paths through the function, as far as its structure shows
 * them; loops are walked twice.  For each variable a path knows whether it was
 * used (or set), and whether a spawn or sync came behind that: a use then is a
 * hit, setting it anew is none.  errno counts as set by every call.
 */
#include <string.h>

#include "tree.h"

enum { ERRNO, MAX_ENTITIES = 64 };

typedef unsigned long long set;

/* At one place of the function. */
struct path {
    bool ends; /* nothing comes here */
    set used, stale;
};

struct around { /* a loop or switch */
    struct path breaks, continues, entry;
    bool is_switch;
    struct around *up;
};

struct held {
    struct uk_tree *tree;
    int n_entities;
    bool spawned;     /* a sync before any spawn does nothing */
    unsigned event;   /* offset of the last spawn or sync */
    const char *what; /* it was */
    unsigned used_at[MAX_ENTITIES];
    set reported;
    struct around *around;
    struct path gotos;
};

static const struct path nowhere = {.ends = true};

static struct path join(struct path a, struct path b)
{
    if (a.ends)
        return b;
    if (b.ends)
        return a;
    return (struct path){false, a.used | b.used, a.stale | b.stale};
}

static struct path walk(struct held *h, struct uk_node *node, struct path p);

static struct path walk_children(struct held *h, struct uk_node *node,
                                 struct path p)
{
    for (struct uk_node *n = node->child; n != NULL; n = n->next)
        p = walk(h, n, p);
    return p;
}

static struct path spawn_or_sync(struct held *h, struct path p, unsigned offset,
                                 const char *what)
{
    h->event = offset;
    h->what = what;
    p.stale |= p.used | 1u << ERRNO;
    return p;
}

static void report(struct held *h, int entity, const char *name,
                   unsigned offset)
{
    struct uk_source *s = h->tree->source;
    if (h->reported >> entity & 1)
        return;
    h->reported |= (set)1 << entity;
    if (entity == ERRNO) {
        uk_source_warn(s, UK_W_ERRNO, offset,
                       "errno is read behind a %s: the function may go on in "
                       "another worker, whose errno is another",
                       h->what);
        uk_source_note(s, h->event,
                       "copy errno into a variable before the %s; a task can "
                       "return its own as a part of its result",
                       h->what);
        return;
    }
    uk_source_warn(s, UK_W_THREAD_LOCAL, offset,
                   "the thread-local variable `%s' is used before and behind "
                   "a %s: the function may go on in another worker, which has "
                   "a `%s' of its own",
                   name, h->what, name);
    uk_source_note(s, h->used_at[entity],
                   "used here before; copy its value into a local variable, "
                   "or set it anew behind the %s",
                   h->what);
}

static struct path use(struct held *h, int entity, const char *name,
                       unsigned offset, struct path p)
{
    set bit = (set)1 << entity;
    if (!p.ends && (p.stale & bit) != 0)
        report(h, entity, name, offset);
    h->used_at[entity] = offset;
    p.stale &= ~bit;
    p.used |= bit;
    return p;
}

static struct path set_anew(struct held *h, int entity, unsigned offset,
                            struct path p)
{
    set bit = (set)1 << entity;
    h->used_at[entity] = offset;
    p.stale &= ~bit;
    p.used |= bit;
    return p;
}

/* UK_NONE: too many. */
static int entity_of(struct held *h, const struct uk_variable *variable)
{
    struct uk_variable *v = (struct uk_variable *)variable;
    if (v->entity == 0 && h->n_entities < MAX_ENTITIES)
        v->entity = h->n_entities++;
    return v->entity == 0 ? UK_NONE : v->entity;
}

static bool is_errno(struct uk_node *node)
{
    static const char *const names[] = {"__errno_location", NULL};
    node = uk_node_strip(node);
    return node->kind == CXCursor_UnaryOperator && node->child != NULL &&
           uk_node_is_name(uk_node_strip(node->child), names);
}

/* With the parentheses of a macro. */
static unsigned outer_start(const struct uk_node *node)
{
    while (node->parent->kind == CXCursor_ParenExpr)
        node = node->parent;
    return node->start;
}

/* A name of a variable: its own use, or that of what it points to. */
static struct path walk_name(struct held *h, struct uk_node *node,
                             struct path p)
{
    const struct uk_variable *v = node->variable;
    if (v != NULL && v->storage != UK_THREAD) {
        const struct uk_pointee *to =
            uk_value_of(h->tree, node).to[UK_TO_THREAD];
        v = v->storage == UK_AUTOMATIC && to != NULL ? to->variable : NULL;
    }
    int entity = v != NULL ? entity_of(h, v) : UK_NONE;
    return entity == UK_NONE ? p : use(h, entity, v->name, node->start, p);
}

static struct path walk_assignment(struct held *h, struct uk_node *node,
                                   struct path p)
{
    struct uk_node *left = uk_node_strip(node->child);
    const char *field;
    struct uk_variable *v = uk_value_root(left, &field);
    p = walk(h, node->last, p);
    if (is_errno(left))
        return set_anew(h, ERRNO, left->start, p);
    if (v != NULL && v->storage == UK_THREAD) {
        int entity = entity_of(h, v);
        if (left != node->child && entity == UK_NONE)
            return p;
        return entity == UK_NONE ? p : set_anew(h, entity, left->start, p);
    }
    if (v != NULL && left->kind == CXCursor_DeclRefExpr)
        return p; /* a pointer that gets a new value */
    return walk(h, left, p);
}

static struct path walk_call(struct held *h, struct uk_node *call,
                             struct path p)
{
    static const char *const ending[] = {
        "exit",           "_exit",
        "_Exit",          "abort",
        "quick_exit",     "longjmp",
        "siglongjmp",     "__assert_fail",
        "pthread_exit",   "__builtin_unreachable",
        "__builtin_trap", NULL};
    static const char *const waiting[] = {"ucilk_abi_future_get",
                                          "ucilk_abi_future_get_part", NULL};
    p = walk_children(h, call, p);
    if (call->is_spawned) {
        h->spawned = true;
        return spawn_or_sync(h, p, call->start,
                             call->is_future ? "cilk_future" : "spawn");
    }
    if (uk_node_is_name(call, waiting))
        return spawn_or_sync(h, p, call->start, "get");
    if (uk_node_is_name(call, ending))
        return nowhere;
    p.stale &= ~((set)1 << ERRNO);
    return p;
}

static struct path walk_if(struct held *h, struct uk_node *node, struct path p)
{
    struct uk_node *then = node->child != NULL ? node->child->next : NULL;
    if (then == NULL)
        return walk_children(h, node, p);
    p = walk(h, node->child, p);
    struct path a = walk(h, then, p);
    struct path b = then->next != NULL ? walk(h, then->next, p) : p;
    return join(a, b);
}

enum part { INIT, CONDITION, STEP, BODY };

/* Which part of a loop a child is. */
static enum part part_of(struct held *h, const struct uk_node *loop,
                         const struct uk_node *child)
{
    const struct uk_source *s = h->tree->source;
    if (loop->kind == CXCursor_DoStmt)
        return child == loop->last ? CONDITION : BODY;
    if (child == loop->last)
        return BODY;
    int i = uk_token_at(s, loop->start) + 2, n = 0; /* behind the parenthesis */
    if (loop->kind != CXCursor_ForStmt)
        return CONDITION;
    for (; i < s->n_tokens && s->tokens[i].start < child->start; i++) {
        n += uk_token_is(s, i, ";");
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    return n == 0 ? INIT : n == 1 ? CONDITION : STEP;
}

static struct path walk_part(struct held *h, struct uk_node *loop,
                             enum part part, struct path p)
{
    for (struct uk_node *n = loop->child; n != NULL; n = n->next)
        if (part_of(h, loop, n) == part)
            p = walk(h, n, p);
    return p;
}

static struct path walk_loop(struct held *h, struct uk_node *node,
                             struct path p)
{
    struct around around = {nowhere, nowhere, nowhere, false, h->around};
    bool at_end = node->kind == CXCursor_DoStmt;
    p = walk_part(h, node, INIT, p);
    h->around = &around;
    for (int round = 0; round < 2; round++) {
        if (!at_end)
            p = walk_part(h, node, CONDITION, p);
        struct path before = p;
        p = walk_part(h, node, BODY, p);
        p = join(p, around.continues);
        p = walk_part(h, node, STEP, p);
        if (at_end)
            p = walk_part(h, node, CONDITION, p);
        else
            p = join(p, before);
    }
    if (!at_end)
        p = walk_part(h, node, CONDITION, p);
    h->around = around.up;
    return join(p, around.breaks);
}

static struct path walk_switch(struct held *h, struct uk_node *node,
                               struct path p)
{
    struct around around = {nowhere, nowhere, nowhere, true, h->around};
    if (node->child == NULL)
        return p;
    p = walk(h, node->child, p);
    around.entry = p;
    h->around = &around;
    struct path end = walk(h, node->last, nowhere);
    h->around = around.up;
    return join(join(end, p), around.breaks);
}

static struct path leave(struct held *h, bool is_continue, struct path p)
{
    struct around *a = h->around;
    while (is_continue && a != NULL && a->is_switch)
        a = a->up;
    if (a != NULL && is_continue)
        a->continues = join(a->continues, p);
    else if (a != NULL)
        a->breaks = join(a->breaks, p);
    return nowhere;
}

static struct path walk(struct held *h, struct uk_node *node, struct path p)
{
    switch (node->kind) {
    case CXCursor_DeclRefExpr:
        return walk_name(h, node, p);
    case CXCursor_UnaryExpr: /* sizeof; a future's is the tool's own */
        return uk_keyword_at(h->tree->source, node->start, UK_FUTURE) != NULL
                   ? walk_children(h, node, p)
                   : p;
    case CXCursor_UnaryOperator:
        if (is_errno(node))
            return use(h, ERRNO, "errno", outer_start(node), p);
        return walk_children(h, node, p);
    case CXCursor_BinaryOperator:
        if (uk_node_is(h->tree, node, "="))
            return walk_assignment(h, node, p);
        return walk_children(h, node, p);
    case CXCursor_CallExpr:
        return walk_call(h, node, p);
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        return walk_if(h, node, p);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        return walk_loop(h, node, p);
    case CXCursor_SwitchStmt:
        return walk_switch(h, node, p);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        if (h->around != NULL)
            p = join(p, h->around->entry);
        return walk_children(h, node, p);
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
        return leave(h, node->kind == CXCursor_ContinueStmt, p);
    case CXCursor_GotoStmt:
        h->gotos = join(h->gotos, p);
        return nowhere;
    case CXCursor_LabelStmt:
        return walk_children(h, node, join(p, h->gotos));
    case CXCursor_ReturnStmt:
        walk_children(h, node, p);
        return nowhere;
    case CXCursor_NullStmt:
    case CXCursor_CompoundStmt:
        p = walk_children(h, node, p);
        if (node->is_sync && h->spawned && !p.ends)
            p = spawn_or_sync(h, p, node->start, "sync");
        return p;
    default:
        return walk_children(h, node, p);
    }
}

void uk_held_check(struct uk_tree *tree)
{
    struct held h = {.tree = tree, .n_entities = 1, .gotos = nowhere};
    struct path p = {0};
    walk_children(&h, tree->root, p);
}
