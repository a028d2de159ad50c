/*
 * What groups write to variables at file scope, and to static ones: each node
 * has its own, and the caller gets nothing but the result.
 *
 * In a group is what a cilk_group of this file calls, and what that calls in
 * turn, as far as names in the tokens show it.
 */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* The functions of this file by their names. */
struct names {
    struct uk_source *source;
    int *functions;
    int n;
};

static int compare(const void *a, const void *b, void *source)
{
    const struct uk_source *s = source;
    return uk_token_compare(s, s->functions[*(const int *)a].name,
                            s->functions[*(const int *)b].name);
}

/* Puts the function that a token names, if there is one, behind the n that are
 * known to be in groups; returns how many are. */
static int add(const struct names *names, int token, int *in_groups, int n)
{
    struct uk_source *s = names->source;
    int low = 0, high = names->n;
    while (low < high) {
        int middle = (low + high) / 2;
        int name = s->functions[names->functions[middle]].name;
        if (uk_token_compare(s, name, token) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->n)
        return n;
    struct uk_function *f = &s->functions[names->functions[low]];
    if (f->is_in_group || uk_token_compare(s, f->name, token) != 0)
        return n;
    f->is_in_group = f->is_wanted = true;
    in_groups[n] = names->functions[low];
    return n + 1;
}

void uk_source_find_in_groups(struct uk_source *s)
{
    size_t size = (size_t)(s->n_functions + 1) * sizeof(int);
    struct names names = {s, uk_arena_get(&s->arena, size), 0};
    int *in_groups = uk_arena_get(&s->arena, size), n = 0;
    for (int f = 0; f < s->n_functions; f++)
        if (s->functions[f].name != UK_NONE)
            names.functions[names.n++] = f;
    if (names.n > 0)
        qsort_r(names.functions, (size_t)names.n, sizeof(int), compare, s);
    for (int i = 0; i < s->n_keywords; i++) {
        int callee = uk_keyword_call(s, &s->keywords[i]);
        if (s->keywords[i].is_group && callee < s->n_tokens)
            n = add(&names, callee, in_groups, n);
    }
    for (int i = 0; i < n; i++) {
        const struct uk_function *f = &s->functions[in_groups[i]];
        for (int t = f->open; t < f->close; t++)
            if (s->tokens[t].kind == UK_NAME && uk_token_is(s, t + 1, "("))
                n = add(&names, t, in_groups, n);
    }
}

void uk_group_write_warn(const struct uk_tree *tree,
                         const struct uk_variable *v, unsigned at)
{
    uk_source_warn(tree->source, UK_W_GROUP_WRITE, at,
                   "`%s', which groups run, writes to `%s': each node has its "
                   "own, so that neither main nor groups elsewhere see that",
                   tree->name, v->name);
    uk_source_note(tree->source, at,
                   "return the value: a group's result is all that comes back");
}
