/*
 * Spawned statements that are no calls:
 *
 *     cilk_spawn { ... }    cilk_spawn x += f(y);    cilk_spawn for (...) ...
 *     g(cilk_spawn f(x));
 *
 * Such a block becomes a function, as the body of a cilk_for does, which takes
 * along what it uses of the function around it: captures.c.
 */
#include "walk.h"

/* The keyword of the block that a node begins with, or NULL.  The parser sees
 * no cilk_scope. */
static struct uk_keyword *keyword_of(const struct uk_source *s, CXCursor c)
{
    int first = uk_cursor_token(s, c);
    int low = UK_FIRST(i, s->has_spawned_arguments ? s->n_keywords : 0,
                       s->keywords[i].token <= first); /* behind that token */
    for (; s->has_spawned_arguments && low < s->n_keywords &&
           !uk_token_is(s, s->keywords[low].token - 1, ";");
         low++)
        if (s->keywords[low].word == UK_BLOCK &&
            s->keywords[low].first <= first)
            return s->keywords[low].first == first ? &s->keywords[low] : NULL;
    int before = first - 1;
    while (uk_token_is_any(s, before, "cilk_scope _Cilk_scope"))
        before--;
    return before < 0 ? NULL
                      : uk_keyword_at(s, s->tokens[before].start, UK_BLOCK);
}

bool uk_walk_is_block(const struct uk_walk *w, int at)
{
    return keyword_of(w->source, w->path[at].cursor) != NULL;
}

void uk_walk_block(struct uk_walk *w)
{
    struct uk_source *s = w->source;
    CXCursor c = uk_walk_top(w);
    struct uk_keyword *k = keyword_of(s, c);
    if (k == NULL || k->site != UK_NONE || k->function != w->function)
        return;
    struct uk_loop l = {.keyword = (int)(k - s->keywords),
                        .function = w->function,
                        .is_block = true,
                        .around = uk_cursor_name(s, w->path[0].cursor),
                        .name = "",
                        .declared = ~0u, /* there is no control variable */
                        .is_own = true,
                        .start = s->tokens[k->first].start,
                        .end = s->tokens[k->end - 1].end};
    if (k->first < k->token) /* without its semicolon: emit_blocks.c */
        l.end = s->tokens[k->end - 2].end;
    if (c.kind == CXCursor_DeclStmt)
        uk_source_error(s, s->tokens[k->token].start,
                        "spawn cannot stand before a declaration: write `T x "
                        "= spawn f(...);'");
    else if (!uk_walk_is_dropped(w, w->depth - 1))
        uk_source_error(s, s->tokens[k->token].start,
                        "spawn must be a statement of its own: write `x = "
                        "spawn f(...);'");
    uk_walk_name_function(w, &l);
    k->site = uk_walk_add_loop(w, l);
}
