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
#include <stdlib.h>
#include <string.h>

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

struct syncs {
    struct uk_source *source;
    int *open; /* the syncs of the blocks around, one a block */
    int depth;
    int keyword; /* the next, or last, in the text */
    int site;
};

/* The keyword, if the token is that of a sync that is always passed. */
static int sync_at(const struct uk_source *s, int keyword, int token)
{
    bool is = keyword >= 0 && keyword < s->n_keywords &&
              s->keywords[keyword].token == token &&
              s->keywords[keyword].word == UK_SYNC &&
              uk_token_is_any(s, token - 1, "; { }");
    return is ? keyword : UK_NONE;
}

static void forget(struct syncs *syncs)
{
    for (int i = 0; i <= syncs->depth; i++)
        syncs->open[i] = UK_NONE;
}

/* Token i, on the way through a function in either direction. */
static void step(struct syncs *syncs, int i, const char *enters,
                 const char *leaves, const char *jumps)
{
    struct uk_source *s = syncs->source;
    int sync = sync_at(s, syncs->keyword, i);
    if (uk_token_is(s, i, enters)) {
        syncs->depth++;
        syncs->open[syncs->depth] = syncs->open[syncs->depth - 1];
    } else if (uk_token_is(s, i, leaves)) {
        syncs->depth -= syncs->depth > 0;
    } else if (sync != UK_NONE) {
        syncs->open[syncs->depth] = sync;
    } else if (s->tokens[i].kind == UK_NAME && uk_token_is_any(s, i, jumps)) {
        forget(syncs);
    }
}

static void find_syncs(struct uk_source *s, const struct uk_function *f)
{
    size_t room = (size_t)(f->close - f->open) + 2;
    struct syncs syncs = {s, malloc(room * sizeof *syncs.open), 0, 0, 0};
    if (syncs.open == NULL)
        abort();
    syncs.open[0] = UK_NONE;
    syncs.keyword = f->first_keyword;
    int site = 0;
    for (int i = f->open; i <= f->close; i++) {
        while (syncs.keyword < s->n_keywords &&
               s->keywords[syncs.keyword].token < i)
            syncs.keyword++;
        step(&syncs, i, "{", "}", "case default");
        for (; site < f->n_sites; site++) {
            struct uk_site *it = &s->sites[f->first_site + site];
            if (token_of(s, it) > i)
                break;
            it->sync_before = f->has_goto ? UK_NONE : syncs.open[syncs.depth];
        }
    }
    syncs.open[0] = UK_NONE;
    syncs.depth = 0;
    site = f->n_sites - 1;
    for (int i = f->close; i >= f->open; i--) {
        while (syncs.keyword > 0 && (syncs.keyword == s->n_keywords ||
                                     s->keywords[syncs.keyword].token > i))
            syncs.keyword--;
        step(&syncs, i, "}", "{", "break continue");
        for (; site >= 0; site--) {
            struct uk_site *it = &s->sites[f->first_site + site];
            if (token_of(s, it) < i)
                break;
            it->sync_behind = f->has_goto ? UK_NONE : syncs.open[syncs.depth];
        }
    }
    free(syncs.open);
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
    find_syncs(s, f);
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
