/*
 * Which functions of this file are called, by their names in the tokens: whose
 * bodies the warnings want besides those with keywords.
 */
#include <stdlib.h>
#include <string.h>

#include "source.h"

/* The token of the name of a function, UK_NONE for odd declarators. */
static int name_of(const struct uk_source *s, const struct uk_function *f)
{
    for (int i = f->first; i < f->open; i++) {
        bool is_attribute = s->tokens[i].kind == UK_NAME &&
                            s->tokens[i].end - s->tokens[i].start > 2 &&
                            strncmp(s->text + s->tokens[i].start, "__", 2) == 0;
        if (s->tokens[i].kind == UK_NAME && uk_token_is(s, i + 1, "(") &&
            !is_attribute)
            return i;
        if (uk_token_is(s, i, "(") && s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    return UK_NONE;
}

static int compare(const void *a, const void *b, void *source)
{
    const struct uk_source *s = source;
    return uk_token_compare(s, s->functions[*(const int *)a].name,
                            s->functions[*(const int *)b].name);
}

struct uk_function *uk_function_named(const struct uk_source *s, int token)
{
    int i = UK_FIRST(
        k, s->n_named,
        uk_token_compare(s, s->functions[s->named[k]].name, token) < 0);
    struct uk_function *f = i < s->n_named ? &s->functions[s->named[i]] : NULL;
    return f != NULL && uk_token_compare(s, f->name, token) == 0 ? f : NULL;
}

/* The function that token i calls, or NULL. */
static struct uk_function *called(const struct uk_source *s, int i)
{
    return s->tokens[i].kind == UK_NAME && uk_token_is(s, i + 1, "(")
               ? uk_function_named(s, i)
               : NULL;
}

/* What groups run is all that a cilk_group calls, and what that calls in turn.
 */
static void take_group(const struct uk_source *s, struct uk_function *f)
{
    if (f == NULL || f->is_in_group)
        return;
    f->is_in_group = f->is_wanted = true;
    for (int t = f->open; t < f->close; t++)
        take_group(s, called(s, t));
}

void uk_source_find_callees(struct uk_source *s)
{
    for (int i = 0; i < s->n_functions; i++) {
        struct uk_function *f = &s->functions[i];
        f->name = s->tokens[f->open].is_system ? UK_NONE : name_of(s, f);
        if (f->name != UK_NONE)
            UK_PUSH(s, named, i);
    }
    if (s->n_named > 0)
        qsort_r(s->named, (size_t)s->n_named, sizeof *s->named, compare, s);
    /* Those that call a function with keywords, or one that does before. */
    for (int i = 0; i < s->n_functions; i++) {
        struct uk_function *f = &s->functions[i], *callee;
        bool is_one = f->name != UK_NONE && f->n_keywords == 0;
        for (int t = f->open; is_one && !f->is_wanted && t < f->close; t++)
            f->is_wanted = (callee = called(s, t)) != NULL &&
                           (callee->n_keywords > 0 || callee->is_wanted);
    }
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        int token = uk_keyword_call(s, k);
        struct uk_function *f =
            token < s->n_tokens ? uk_function_named(s, token) : NULL;
        if (f != NULL && (k->word == UK_SPAWN || k->word == UK_FUTURE))
            f->is_spawned = true;
        if (k->is_group)
            take_group(s, f);
    }
}
