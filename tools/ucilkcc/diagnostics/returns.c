/*
 * Returns whose value may read the result of a spawn, or what a spawned
 * statement assigns: they sync first.  Others' compilers compute the value
 * before they sync, and let most programs get away with it.
 *
 * A *place* is what an expression reads or a spawn writes: a variable, and the
 * members, elements and pointers on the way from there.  Two places are apart
 * if their ways part at different members or elements, and no pointer follows;
 * or if they belong to two variables of which no pointer may know; or by their
 * types, as compilers see it with -fstrict-aliasing.
 */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

enum { MOST_STEPS = 16 };

struct step {
    bool follows; /* a pointer, which then comes first */
    const char *member;
    long index;
    bool is_known;  /* the index is; members always are */
    bool is_union;  /* a member of one */
    CXCursor owner; /* the struct or union that has the member */
};

struct place {
    struct uk_node *node;
    struct uk_variable *root; /* NULL: anything */
    struct step steps[MOST_STEPS];
    int n;
    bool by_pointer, in_union;
    bool is_value; /* of a call: it is nowhere */
};

/* What a spawn writes. */
struct written {
    struct place place;
    const struct uk_keyword *keyword;
    const struct uk_node *call; /* or NULL: a spawned statement */
    bool is_plain;              /* a variable: see unsynced_results.c */
    bool by_inlet;              /* any variable of the function's */
    struct written *next;
};

static CXType type_of(const struct uk_node *node)
{
    return uk_cursor_type(node->cursor);
}

/* --- Places --- */

static bool is_integer(CXType type);

/* Digits and a suffix. */
static bool read_index(const struct uk_tree *tree, const struct uk_node *node,
                       long *index)
{
    const char *text =
        uk_token_text(tree->source, uk_token_at(tree->source, node->start));
    char *end;
    *index = strtol(text, &end, 0);
    return end[strspn(end, "uUlL")] == 0;
}

static void find_place(const struct uk_tree *tree, struct uk_node *node,
                       struct place *p)
{
    node = uk_node_strip(node);
    struct uk_node *below = node->child;
    bool is_star =
        node->kind == CXCursor_UnaryOperator && uk_node_is(tree, node, "*");
    if (node->kind == CXCursor_DeclRefExpr || node->kind == CXCursor_VarDecl) {
        p->root = node->variable;
        return;
    }
    struct uk_node *index = node->last;
    if (node->kind == CXCursor_UnaryOperator && below != NULL &&
        uk_token_is_any(tree->source, uk_node_operator(tree, node),
                        "__real__ __real __imag__ __imag")) {
        find_place(tree, below, p);
        return;
    }
    if (node->kind == CXCursor_ArraySubscriptExpr && below != NULL &&
        is_integer(type_of(uk_node_strip(below)))) { /* 1[a] */
        index = below;
        below = node->last;
    }
    if (below == NULL ||
        (node->kind != CXCursor_MemberRefExpr &&
         node->kind != CXCursor_ArraySubscriptExpr && !is_star)) {
        p->is_value = node->kind != CXCursor_DeclRefExpr &&
                      type_of(node).kind == CXType_Record;
        p->by_pointer = true;
        return;
    }
    find_place(tree, below, p);
    struct step step = {.is_known = true, .member = node->name};
    step.follows = type_of(uk_node_strip(below)).kind == CXType_Pointer;
    if (node->kind == CXCursor_ArraySubscriptExpr) {
        index = uk_node_strip(index);
        step.is_known = index->kind == CXCursor_IntegerLiteral &&
                        read_index(tree, index, &step.index);
        step.member = NULL;
    } else if (is_star) {
        step.member = NULL;
    } else {
        CXCursor field = clang_getCursorReferenced(node->cursor);
        step.owner = clang_getCursorSemanticParent(field);
        step.is_union = step.owner.kind == CXCursor_UnionDecl;
        p->in_union |= step.is_union;
    }
    p->by_pointer |= step.follows;
    if (p->n == MOST_STEPS) /* all of it, then */
        return;
    p->steps[p->n++] = step;
}

static bool follows(const struct place *p, int from)
{
    for (int i = from; i < p->n; i++)
        if (p->steps[i].follows)
            return true;
    return false;
}

/* An array that is a part of something, and becomes a pointer. */
static bool decays(const struct uk_node *node)
{
    const struct uk_node *above = node->parent;
    if ((node->kind != CXCursor_MemberRefExpr &&
         node->kind != CXCursor_ArraySubscriptExpr) ||
        !uk_type_is_array(type_of(node)))
        return false;
    while (above->kind == CXCursor_UnexposedExpr ||
           above->kind == CXCursor_ParenExpr)
        above = above->parent;
    return above->kind != CXCursor_ArraySubscriptExpr;
}

static bool look_for_address(struct uk_tree *tree, const struct uk_variable *v)
{
    const char *field;
    for (struct uk_node *n = tree->root; n != NULL; n = uk_node_next(tree, n)) {
        bool is_address = n->kind == CXCursor_UnaryOperator &&
                          n->child != NULL && uk_node_is(tree, n, "&");
        if (is_address ? uk_value_root(n->child, &field) == v
                       : decays(n) && uk_value_root(n, &field) == v)
            return true;
    }
    return false;
}

/* A pointer may lead to the variable, or to a part of it. */
static bool is_exposed(struct uk_tree *tree, struct uk_variable *v)
{
    if (v == NULL || v->storage != UK_AUTOMATIC || v->is_array)
        return true;
    if (v->exposure == UK_NOT_ASKED)
        v->exposure = look_for_address(tree, v) ? UK_EXPOSED : UK_HIDDEN;
    return v->exposure == UK_EXPOSED;
}

static bool is_integer(CXType type)
{
    return (type.kind >= CXType_Bool && type.kind <= CXType_Int128) ||
           type.kind == CXType_Enum;
}

/* One object may be read as both types. */
static bool may_be_same(CXType a, CXType b)
{
    if (clang_Type_getSizeOf(a) == 1 || clang_Type_getSizeOf(b) == 1)
        return true;
    if (is_integer(a) && is_integer(b))
        return clang_Type_getSizeOf(a) == clang_Type_getSizeOf(b);
    bool is_scalar = is_integer(a) || a.kind == CXType_Pointer ||
                     a.kind == CXType_Float || a.kind == CXType_Double;
    bool other = is_integer(b) || b.kind == CXType_Pointer ||
                 b.kind == CXType_Float || b.kind == CXType_Double;
    return !is_scalar || !other || a.kind == b.kind;
}

/* A pointer that keeps its first value. */
static bool is_fixed(struct uk_tree *tree, struct uk_variable *v)
{
    if (v == NULL || is_exposed(tree, v))
        return v != NULL && v->is_array;
    for (struct uk_node *n = tree->root; n != NULL; n = uk_node_next(tree, n))
        if (n->child != NULL && uk_node_is_assignment(tree, n) &&
            uk_node_strip(n->child)->variable == v)
            return false;
    return true;
}

/* Different members of structs of one type, which are one or do not overlap. */
static bool are_other_members(const struct place *a, const struct place *b)
{
    if (a->n == 0 || b->n == 0)
        return false;
    const struct step *x = &a->steps[a->n - 1], *y = &b->steps[b->n - 1];
    return x->member != NULL && y->member != NULL && !x->is_union &&
           clang_equalCursors(x->owner, y->owner) &&
           strcmp(x->member, y->member) != 0;
}

enum relation {
    APART,
    MAY_BE_SAME,
    SAME_VARIABLE, /* they may be the same, and both begin with it */
};

static enum relation relate(struct uk_tree *tree, const struct place *w,
                            const struct place *r)
{
    bool may = w->in_union || r->in_union ||
               may_be_same(type_of(w->node), type_of(r->node));
    if (w->root == NULL || w->root != r->root) {
        if ((!w->by_pointer && !r->by_pointer) || are_other_members(w, r))
            return APART;
        return may && (w->by_pointer || is_exposed(tree, w->root)) &&
                       (r->by_pointer || is_exposed(tree, r->root))
                   ? MAY_BE_SAME
                   : APART;
    }
    int n = w->n < r->n ? w->n : r->n;
    for (int i = 0; i < n; i++) {
        const struct step *a = &w->steps[i], *b = &r->steps[i];
        bool differ = a->member != NULL && b->member != NULL
                          ? strcmp(a->member, b->member) != 0
                          : a->is_known && b->is_known && a->index != b->index;
        if (differ && a->is_union && b->is_union)
            return MAY_BE_SAME;
        if (differ && a->member == NULL && b->member == NULL && a->follows &&
            (i > 0 || !is_fixed(tree, w->root)))
            return may ? MAY_BE_SAME : APART;
        if (differ)
            return (follows(w, i + 1) || follows(r, i + 1)) && may ? MAY_BE_SAME
                                                                   : APART;
    }
    return follows(w, n) ? APART : SAME_VARIABLE; /* only the pointer is read */
}

/* --- What is written --- */

static const struct uk_node *spawned_call(const struct uk_node *node)
{
    const struct uk_node *found = NULL;
    if (node->is_spawned)
        return node->is_future ? NULL : node;
    for (node = node->child; node != NULL && found == NULL; node = node->next)
        found = spawned_call(node);
    return found;
}

/* That of the spawned statement around a node, or NULL. */
static const struct uk_keyword *statement_around(const struct uk_tree *tree,
                                                 const struct uk_node *node)
{
    const struct uk_keyword *k = NULL;
    for (; node != tree->root && k == NULL; node = node->parent)
        k = uk_node_keyword(tree, node, UK_BLOCK);
    return k;
}

static struct written *find_written(struct uk_tree *tree)
{
    struct uk_source *s = tree->source;
    struct written *all = NULL, *w;
    for (struct uk_node *n = tree->root; n != NULL; n = uk_node_next(tree, n)) {
        const struct uk_keyword *to_inlet =
            n->is_spawned ? uk_keyword_of_call(s, n->start) : NULL;
        if (to_inlet != NULL && uk_inlet_called(s, to_inlet) != NULL) {
            w = uk_arena_get(&s->arena, sizeof *w);
            *w = (struct written){.place.node = n,
                                  .keyword = to_inlet,
                                  .by_inlet = true,
                                  .next = all};
            all = w;
        }
        bool is_declared =
            n->kind == CXCursor_VarDecl && uk_node_initializer(tree, n) != NULL;
        if (n->child == NULL ||
            (!is_declared && !uk_node_is_assignment(tree, n)))
            continue;
        const struct uk_node *call = spawned_call(n->last);
        const struct uk_keyword *k = statement_around(tree, n);
        if (k == NULL && call != NULL)
            k = uk_keyword_of_call(s, call->start);
        if (k == NULL)
            continue;
        w = uk_arena_get(&s->arena, sizeof *w);
        *w = (struct written){.keyword = k, .call = call, .next = all};
        w->place.node = is_declared ? n : uk_node_strip(n->child);
        find_place(tree, w->place.node, &w->place);
        w->is_plain = w->place.n == 0 && w->place.root != NULL;
        all = w;
    }
    return all;
}

/* --- What is read --- */

struct value {
    struct uk_tree *tree;
    const struct uk_node *node; /* the return */
    const struct written *written;
    const struct uk_node *synced; /* a statement before which a sync stands */
    const struct uk_node
        *loop;       /* the outermost loop from there to the return */
    unsigned warned; /* of what stands there */
};

/* May the return come behind the spawn? */
static bool is_behind(const struct value *v, const struct written *w)
{
    if (w->place.node->start < v->node->start || v->tree->function->has_goto)
        return true;
    for (const struct uk_node *n = v->node; n != v->tree->root; n = n->parent)
        if (uk_kind_is_loop(n->kind) && w->place.node->end <= n->end)
            return true;
    return false;
}

static bool contains(const struct uk_node *outer, const struct uk_node *node)
{
    return outer->start <= node->start && node->end <= outer->end;
}

/* May a statement leave a child behind, or a jump come to it? */
static bool opens(const struct uk_node *node)
{
    return node->is_spawned || node->is_task || uk_kind_is_label(node->kind);
}

/* A statement is in a cilk_scope, but what is written is not. */
static bool is_in_scope(const struct value *v, const struct uk_node *at,
                        const struct written *w)
{
    for (; at != v->tree->root; at = at->parent)
        if (at->kind == CXCursor_CompoundStmt && at->is_sync)
            return !contains(at, w->place.node);
    return false;
}

/* Where a sync stands before the return, in its block or in one around it, and
 * nothing between that spawns, and no way past it. */
static void find_sync(struct value *v)
{
    v->synced = v->loop = NULL;
    for (const struct uk_node *at = v->node; at != v->tree->root;
         at = at->parent) {
        const struct uk_node *last = NULL; /* a sync, or what opens */
        if (uk_kind_is_label(at->kind))
            return;
        if (uk_kind_is_loop(at->kind))
            v->loop = at;
        for (const struct uk_node *n = at->parent->child; n != at; n = n->next)
            if (n->is_sync || uk_node_has(n, opens))
                last = n;
        if (last != NULL) {
            bool syncs = last->kind == CXCursor_NullStmt && last->is_sync;
            v->synced = syncs ? at : NULL;
            return;
        }
    }
}

/* That sync is for what is written, and the spawn does not come again in a loop
 * that the sync stands before. */
static bool is_synced(const struct value *v, const struct written *w)
{
    return v->synced != NULL &&
           (v->loop == NULL || !contains(v->loop, w->place.node)) &&
           !is_in_scope(v, v->synced, w);
}

/* A cilk_for's keyword is replaced by a plain one where it stands. */
static bool is_parallel(const struct value *v, const struct uk_node *loop)
{
    const struct uk_source *s = v->tree->source;
    return uk_keyword_at(s, loop->start, UK_FOR) != NULL;
}

/* The return follows the spawn in its block, or in one in that, without a sync
 * between. */
static bool is_unsynced(const struct value *v, const struct written *w)
{
    const struct uk_node *n = w->place.node;
    while (n->parent->kind != CXCursor_CompoundStmt && n != v->tree->root)
        n = n->parent;
    if (uk_node_keyword(v->tree, n, UK_SCOPE) != NULL)
        return false;
    for (const struct uk_node *l = w->place.node; l != n->parent; l = l->parent)
        if (l->kind == CXCursor_ForStmt && is_parallel(v, l))
            return false;
    for (n = n->next; n != NULL && !uk_node_has(n, uk_node_syncs); n = n->next)
        if (contains(n, v->node))
            return true;
    return false;
}

static void take(struct value *v, const struct written *w,
                 const struct uk_node *n, enum relation relation)
{
    struct uk_source *s = v->tree->source;
    struct uk_return taken = {uk_token_at(s, v->node->start),
                              (int)(w->keyword - s->keywords)};
    for (int i = s->n_returns - 1; i >= 0 && s->returns[i].token == taken.token;
         i--)
        if (s->returns[i].keyword == taken.keyword)
            return;
    UK_PUSH(s, returns, taken);
    if (relation != SAME_VARIABLE || w->is_plain || w->call == NULL ||
        w->call->name == NULL || *w->call->name == 0 || v->warned == n->start ||
        !is_unsynced(v, w))
        return;
    v->warned = n->start;
    uk_source_warn(s, UK_W_UNSYNCED, n->start,
                   "`%.*s' is read before the sync: here the return waits for "
                   "`%s', in other Cilks it does not",
                   (int)(n->end - n->start), s->text + n->start, w->call->name);
    uk_source_note(s, w->call->start, "spawned here; write `sync;' in between");
}

static void read_place(struct value *v, struct uk_node *node)
{
    struct place place = {.node = node};
    find_place(v->tree, node, &place);
    if (place.is_value && !follows(&place, 0))
        return;
    for (const struct written *w = v->written; w != NULL; w = w->next) {
        enum relation relation =
            w->by_inlet ? MAY_BE_SAME : relate(v->tree, &w->place, &place);
        if (relation != APART && is_behind(v, w) && !is_synced(v, w))
            take(v, w, node, relation);
    }
}

/* is_part: the lvalue that the node is a part of has been looked at. */
static void read(struct value *v, struct uk_node *node, bool is_part)
{
    struct uk_node *n = node->child;
    bool is_lvalue =
        (node->kind == CXCursor_DeclRefExpr && node->variable != NULL) ||
        node->kind == CXCursor_MemberRefExpr ||
        node->kind == CXCursor_ArraySubscriptExpr ||
        (node->kind == CXCursor_UnaryOperator &&
         uk_node_is(v->tree, node, "*"));
    if (node->kind == CXCursor_UnaryExpr) /* sizeof */
        return;
    if (node->kind == CXCursor_GenericSelectionExpr && n != NULL)
        n = n->next; /* that only its type is asked of */
    if (is_lvalue && !is_part)
        read_place(v, node);
    if (node->kind == CXCursor_UnexposedExpr ||
        node->kind == CXCursor_ParenExpr) {
        is_lvalue = is_part;
    } else if (is_lvalue && n != NULL) {
        is_lvalue = type_of(uk_node_strip(n)).kind != CXType_Pointer;
    }
    for (; n != NULL; n = n->next) {
        read(v, n, is_lvalue);
        if (node->kind != CXCursor_UnexposedExpr &&
            node->kind != CXCursor_ParenExpr)
            is_lvalue = false; /* an index */
    }
}

void uk_returns_find(struct uk_tree *tree)
{
    struct value v = {.tree = tree, .written = find_written(tree)};
    for (struct uk_node *n = tree->root; n != NULL && v.written != NULL;
         n = uk_node_next(tree, n)) {
        if (n->kind != CXCursor_ReturnStmt || n->child == NULL)
            continue;
        v.node = n;
        find_sync(&v);
        read(&v, n->child, false);
    }
}
