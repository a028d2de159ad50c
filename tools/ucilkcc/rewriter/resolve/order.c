/*
 * Results for one destination by operators whose order matters:
 *
 *     x = spawn f();
 *     x += spawn g();
 *
 * Where f is outstanding when g has run, the second statement first waits for
 * f, so that x is what it is in the serial elision.  target.c says which
 * destinations may be the same.  In a loop the first of two statements comes
 * behind the second, too.  In a function with inlets results come when children
 * end, so that the second statement waits before it spawns.
 *
 * A child is known to be waited for where a sync in the same block, or in one
 * around, follows it, or precedes the other statement, with no jump between.
 */

#include "source.h"

/* Of so many pairs it is found out for each site; of more it is taken for
 * granted that they wait. */
enum { MOST_PAIRS = 256 };

bool uk_site_is_stored(const struct uk_site *site)
{
    return site->form == UK_ASSIGN || site->form == UK_INIT;
}

static int token_of(const struct uk_source *s, const struct uk_site *site)
{
    return s->keywords[site->keyword].token;
}

static int frame_of(const struct uk_source *s, const struct uk_site *site)
{
    return s->keywords[site->keyword].frame;
}

/* Operators with the same letter, but %, go in any order; several assignments
 * without an operator are a mistake in serial C too. */
static char class_of(const struct uk_site *site)
{
    return *site->operator_ == '-' ? '+' : *site->operator_;
}

static bool commute(const struct uk_site *a, const struct uk_site *b)
{
    return class_of(a) == class_of(b) && !a->target.is_rounded &&
           !b->target.is_rounded;
}

/* --- the sync before a statement, and behind it --- */

/* Goes through a function, ahead or back, and notes for each site the sync that
 * is passed on each way.  open: those of the blocks around, one a block. */
static void find_syncs(struct uk_source *s, const struct uk_function *f,
                       bool ahead, int *open)
{
    const char *enters = ahead ? "{" : "}", *leaves = ahead ? "}" : "{";
    const char *jumps = ahead ? "case default" : "break continue";
    int depth = 0, i = ahead ? f->open : f->close;
    open[0] = UK_NONE;
    for (; f->open <= i && i <= f->close; i += ahead ? 1 : -1) {
        const struct uk_keyword *k = uk_keyword_on(s, i);
        if (uk_token_is(s, i, enters)) {
            open[depth + 1] = open[depth];
            depth++;
        } else if (uk_token_is(s, i, leaves)) {
            depth -= depth > 0;
        } else if (s->tokens[i].kind == UK_NAME &&
                   uk_token_is_any(s, i, jumps)) {
            for (int j = 0; j <= depth; j++)
                open[j] = UK_NONE;
        } else if (k != NULL && k->word == UK_SYNC) {
            if (uk_token_is_any(s, i - 1, "; { }")) /* it is always passed */
                open[depth] = (int)(k - s->keywords);
        } else if (k != NULL && k->site != UK_NONE &&
                   (k->word == UK_SPAWN || k->word == UK_FUTURE)) {
            struct uk_site *site = &s->sites[k->site];
            *(ahead ? &site->sync_before : &site->sync_behind) =
                f->has_goto ? UK_NONE : open[depth];
        }
    }
}

/* Is the keyword a sync for the children of a frame, in [start, end)? */
static bool is_sync_in(const struct uk_source *s, int keyword, int frame,
                       unsigned start, unsigned end)
{
    if (keyword == UK_NONE || s->keywords[keyword].frame != frame)
        return false;
    unsigned at = uk_keyword_start(s, keyword);
    return start <= at && at < end;
}

/* Is the child of site a waited for on each way to b? */
static bool is_synced(const struct uk_source *s, const struct uk_site *a,
                      const struct uk_site *b)
{
    unsigned from = s->tokens[token_of(s, a)].start;
    unsigned to = s->tokens[token_of(s, b)].start;
    int frame = frame_of(s, a);
    if (from < to)
        return is_sync_in(s, a->sync_behind, frame, from, to) ||
               is_sync_in(s, b->sync_before, frame, from, to);
    const struct uk_target *x = &a->target, *y = &b->target;
    unsigned start =
        x->loop_start > y->loop_start ? x->loop_start : y->loop_start;
    unsigned end = x->loop_end < y->loop_end ? x->loop_end : y->loop_end;
    return !(start <= to && from < end) || /* no loop has both */
           is_sync_in(s, a->sync_behind, frame, from, end) ||
           is_sync_in(s, b->sync_before, frame, start, to);
}

/* --- pairs --- */

/* How many frames b is within that of a, UK_NONE: it is not. */
static int distance(const struct uk_source *s, const struct uk_site *a,
                    const struct uk_site *b)
{
    int n = 0;
    for (int frame = frame_of(s, b);; frame = s->keywords[frame].frame, n++) {
        if (frame == frame_of(s, a))
            return n;
        if (frame == UK_NONE || s->keywords[frame].word == UK_FOR ||
            s->keywords[frame].word == UK_BLOCK)
            return UK_NONE; /* whose end waited for it, or another strand's */
    }
}

/* Two that can be one object, as far as is seen at once. */
static bool is_same_bucket(const struct uk_site *a, const struct uk_site *b)
{
    return a->target.is_private == b->target.is_private &&
           (!a->target.is_private || a->target.variable == b->target.variable);
}

static void look_at(const struct uk_source *s, const struct uk_site *other,
                    struct uk_site *site)
{
    int n = distance(s, other, site);
    if (n != UK_NONE && n + 1 > site->waits &&
        uk_target_may_be(&other->target, &site->target) &&
        !is_synced(s, other, site))
        site->waits = n + 1;
}

/* How many frames of cilk_scope are around, and the function's own. */
static int all_frames(const struct uk_source *s, const struct uk_site *site)
{
    int n = 1, frame = frame_of(s, site);
    for (; frame != UK_NONE && s->keywords[frame].word == UK_SCOPE; n++)
        frame = s->keywords[frame].frame;
    return n;
}

static void order_function(struct uk_source *s, const struct uk_function *f)
{
    struct uk_site *sites = &s->sites[f->first_site];
    int *open = uk_arena_get(&s->arena,
                             ((size_t)(f->close - f->open) + 2) * sizeof *open);
    find_syncs(s, f, true, open);
    find_syncs(s, f, false, open);
    for (int i = 0; i < f->n_sites; i++) {
        int n = 0;
        for (int k = 0; sites[i].form == UK_ASSIGN && k < f->n_sites; k++)
            if (uk_site_is_stored(&sites[k]) &&
                !commute(&sites[k], &sites[i]) &&
                is_same_bucket(&sites[k], &sites[i]) && n++ < MOST_PAIRS)
                look_at(s, &sites[k], &sites[i]);
        if (n >= MOST_PAIRS)
            sites[i].waits = all_frames(s, &sites[i]);
    }
}

void uk_source_order(struct uk_source *s)
{
    for (int i = 0; i < s->n_functions; i++)
        if (s->functions[i].n_sites > 0)
            order_function(s, &s->functions[i]);
}
