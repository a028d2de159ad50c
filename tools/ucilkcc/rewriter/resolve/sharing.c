/*
 * How a body has each variable that it captures: as a copy, by address, as one
 * of its own, as a constant.  That is settled behind the walk through the
 * function, when all uses of the variable are known.
 */
#include "walk.h"

/* Does somebody know the variable's address, or give it to a spawn? */
static bool is_known(const struct uk_source *s, int function,
                     const struct uk_capture *c)
{
    const struct uk_function *f = &s->functions[function];
    for (int i = 0; i < s->n_mentions; i++)
        if (s->mentions[i].declared == c->declared && s->mentions[i].is_address)
            return true;
    for (int i = 0; i < f->n_sites; i++) {
        const struct uk_site *site = &s->sites[f->first_site + i];
        if (site->is_named && site->declared == c->declared)
            return true;
    }
    return false;
}

/* A variable that the loop has the address of, at one of its mentions. */
static void use_pointer(struct uk_source *s, const struct uk_function *f,
                        const struct uk_capture *c, unsigned at)
{
    uk_replace(s, at, uk_arena_print(&s->arena, "(*%s)", c->name));
    for (int i = 0; i < f->n_sites; i++) {
        struct uk_site *site = &s->sites[f->first_site + i];
        if ((site->form == UK_ASSIGN || (site->is_branch && site->left > 0)) &&
            s->tokens[site->left].start <= at &&
            at < s->tokens[site->assign].start)
            site->is_named = false;
    }
}

/*
 * A reducer of the function's.  A piece may work on a copy of the view, which
 * the compiler may keep in a register, where nobody else can ask for the view.
 */
static void settle_view(struct uk_source *s, int function,
                        const struct uk_loop *l, struct uk_capture *c)
{
    if (!l->is_block && s->reducers[c->reducer].is_local &&
        !is_known(s, function, c) && !uk_may_wait(s, l->start, l->end)) {
        c->how = UK_VIEW;
        return;
    }
    c->is_shared = true;
    for (int i = 0; i < s->n_mentions; i++)
        if (s->mentions[i].declared == c->declared && s->mentions[i].is_view &&
            uk_loop_innermost(s, &s->functions[function], s->mentions[i].at) ==
                l)
            uk_view_mention(s, l, c->reducer, s->mentions[i].at);
}

/* Another spawned statement runs at the same time, and may write it.  One
 * around it is no other than the function would be. */
static bool is_written_beside(const struct uk_source *s,
                              const struct uk_function *f,
                              const struct uk_loop *around,
                              const struct uk_capture *c)
{
    for (int i = 0; i < f->n_loops; i++) {
        const struct uk_loop *l = &s->loops[f->first_loop + i];
        const struct uk_capture *its = uk_loop_capture(l, c->declared);
        if (l->is_block && its != NULL && its->is_shared &&
            (l == around || !uk_loop_holds(l, around->start)))
            return true;
    }
    return false;
}

#define ANYWHERE (~0u)

/* Does the variable, declared outside of both, control a loop in the body of
 * another, in whose header or body an offset is? */
static bool controls(const struct uk_source *s, const struct uk_function *f,
                     const struct uk_loop *l, const struct uk_capture *c,
                     unsigned at)
{
    for (int i = 0; i < f->n_loops; i++) {
        const struct uk_loop *inner = &s->loops[f->first_loop + i];
        unsigned start = uk_keyword_start(s, inner->keyword);
        if (inner != l && !inner->is_own && inner->declared == c->declared &&
            uk_loop_holds(l, start) &&
            (at == ANYWHERE || (start <= at && at < inner->end)))
            return true;
    }
    return false;
}

/* Is each use of the variable in the body one of a cilk_for that it controls?
 */
static bool is_own(const struct uk_source *s, const struct uk_function *f,
                   const struct uk_loop *l, const struct uk_capture *c)
{
    if (l->is_block || l->is_inlet || s->request->style->cluster ||
        !controls(s, f, l, c, ANYWHERE))
        return false;
    for (int i = 0; i < s->n_mentions; i++) {
        const struct uk_mention *m = &s->mentions[i];
        if (m->declared == c->declared && uk_loop_holds(l, m->at) &&
            !controls(s, f, l, c, m->at))
            return false;
    }
    return true;
}

/* Has it one value alone?  So the compiler still sees that in the body. */
static bool is_fixed(const struct uk_source *s, int function,
                     const struct uk_capture *c)
{
    for (int i = 0; i < s->n_mentions; i++)
        if (s->mentions[i].declared == c->declared && s->mentions[i].is_written)
            return false;
    return c->initial != NULL && c->reducer == UK_NONE &&
           !is_known(s, function, c);
}

/* Does it stay restrict in the body?  Elsewhere it reaches elements alone: a
 * second pointer that is made from it may be used in the body, too. */
static bool stays_restrict(const struct uk_source *s, const struct uk_loop *l,
                           const struct uk_capture *c)
{
    for (int i = 0; i < s->n_mentions; i++) {
        const struct uk_mention *m = &s->mentions[i];
        if (m->declared == c->declared && !uk_loop_holds(l, m->at) &&
            !m->is_element)
            return false;
    }
    return c->is_restrict && !c->is_local && !l->is_block && !l->is_inlet;
}

static void settle(struct uk_source *s, int function, struct uk_loop *l,
                   struct uk_capture *c)
{
    const struct uk_function *f = &s->functions[function];
    if (is_own(s, f, l, c)) {
        c->how = UK_OWN;
        return;
    }
    if (is_fixed(s, function, c)) {
        c->how = UK_FIXED;
        return;
    }
    if (c->reducer != UK_NONE && !s->request->style->cluster)
        settle_view(s, function, l, c);
    if (c->how == UK_VIEW)
        return;
    bool is_copy = c->how == UK_COPY || c->how == UK_ROWS;
    if (is_copy && !s->request->style->cluster && !c->is_shared)
        c->is_shared =
            is_known(s, function, c) || is_written_beside(s, f, l, c);
    bool is_shared = c->is_shared || c->how == UK_SHARE;
    c->is_restrict = !is_shared && stays_restrict(s, l, c);
    if (!is_shared)
        return;
    if (c->is_register)
        uk_source_error(s, c->declared,
                        "the %s writes `%s', or takes its address: "
                        "leave out `register'",
                        l->is_inlet   ? "inlet"
                        : l->is_block ? "spawned statement"
                                      : "cilk_for",
                        c->name);
    c->is_pointer = c->how == UK_ROWS;
    if (c->how != UK_SHARE)
        c->type = c->object;
    c->how = UK_SHARE;
    for (int i = 0; i < s->n_mentions; i++)
        if (s->mentions[i].declared == c->declared &&
            uk_loop_innermost(s, f, s->mentions[i].at) == l)
            use_pointer(s, f, c, s->mentions[i].at);
}

/* The control variable of a loop, declared outside of one around it. */
static void check_control(struct uk_source *s, const struct uk_loop *l,
                          const struct uk_loop *inner)
{
    unsigned at = uk_keyword_start(s, inner->keyword);
    const struct uk_capture *c = uk_loop_capture(l, inner->declared);
    if (!l->is_block && inner != l && !inner->is_own && uk_loop_holds(l, at) &&
        c != NULL && c->how != UK_OWN)
        uk_source_error(s, at,
                        "the cilk_for around this one runs its iterations in "
                        "parallel, and they all have one `%s': declare it in "
                        "the header, `cilk_for (%s %s = ...'",
                        inner->name,
                        inner->type == inner->field ? inner->type : "T *",
                        inner->name);
}

void uk_walk_settle(struct uk_walk *w)
{
    struct uk_source *s = w->source;
    const struct uk_function *f = &s->functions[w->function];
    for (int i = 0; i < f->n_loops; i++) {
        struct uk_loop *l = &s->loops[f->first_loop + i];
        for (int k = 0; k < l->n_captures; k++)
            if (l->captures[k].type != NULL)
                settle(s, w->function, l, &l->captures[k]);
        for (int k = 0; !s->request->style->cluster && k < f->n_loops; k++)
            check_control(s, l, &s->loops[f->first_loop + k]);
    }
    s->n_mentions = 0;
}
