/*
 * Results for one destination by operators whose order matters:
 *
 *     x = spawn f();
 *     x += spawn g();
 *
 * Where f is outstanding when g has run, the second statement first waits for
 * f, so that x is what it is in the serial elision.  Destinations are the same
 * if they are spelt so.
 */
#include <string.h>

#include "source.h"

bool uk_site_is_stored(const struct uk_site *site)
{
    return site->form == UK_ASSIGN || site->form == UK_INIT;
}

static int first_token(const struct uk_site *site)
{
    return site->form == UK_INIT ? site->assign - 1 : site->left;
}

static bool is_same_destination(const struct uk_source *s,
                                const struct uk_site *a,
                                const struct uk_site *b)
{
    int i = first_token(a), j = first_token(b);
    if (a->assign - i != b->assign - j)
        return false;
    for (; i < a->assign; i++, j++) {
        const struct uk_token *t = &s->tokens[i], *u = &s->tokens[j];
        if (t->end - t->start != u->end - u->start ||
            memcmp(s->text + t->start, s->text + u->start, t->end - t->start))
            return false;
    }
    return true;
}

/* Several assignments without an operator are a mistake in serial C too. */
static bool commute(const char *a, const char *b)
{
    bool sum = strchr("+-", *a) != NULL && strchr("+-", *b) != NULL;
    return sum || strcmp(a, b) == 0;
}

/* Is token i in the block that has token `in'? */
static bool is_in_block(const struct uk_source *s, int in, int i)
{
    for (int open = in; open >= 0; open--) {
        int close = s->tokens[open].match;
        if (uk_token_is(s, open, "{") && close > in)
            return open < i && i < close;
    }
    return false;
}

/* A sync that every way from one place to the other, further down, passes. */
static bool is_synced(const struct uk_source *s, int from, int to)
{
    static const char *const before[] = {";", "{", "}", NULL};
    for (int k = 0; k < s->n_keywords; k++) {
        int i = s->keywords[k].token;
        if (s->keywords[k].word == UK_SYNC && from < i && i < to &&
            uk_token_is_any(s, i - 1, before) &&
            (is_in_block(s, i, from) || is_in_block(s, i, to)))
            return true;
    }
    return false;
}

void uk_source_order(struct uk_source *s)
{
    for (int i = 0; i < s->n_sites; i++) {
        struct uk_site *site = &s->sites[i];
        int keyword = s->keywords[site->keyword].token;
        if (site->form != UK_ASSIGN)
            continue;
        const struct uk_function *f = &s->functions[site->function];
        for (int j = 0; j < f->n_sites && !site->waits; j++) {
            const struct uk_site *other = &s->sites[f->first_site + j];
            int before = s->keywords[other->keyword].token;
            site->waits = uk_site_is_stored(other) && before < keyword &&
                          !commute(other->operator_, site->operator_) &&
                          is_same_destination(s, other, site) &&
                          !is_synced(s, before, keyword);
        }
    }
}
