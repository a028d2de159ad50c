/*
 * Cilk-5's inlets and abort.
 *
 *     inlet void add(int result, long more) { ... }      in a function, and
 *     add(spawn f(x), k);                                there as a statement
 *
 * C has no functions in functions.  For the parser an inlet is a block with
 * variables for its parameters, and its body moves out of the function like
 * that of a cilk_for; so captures.c sees to the variables around it.
 */
#include <limits.h>
#include <string.h>

#include "walk.h"

/* Where the inlet at token i has its parameters, or UK_NONE. */
static int parameters_of(const struct uk_source *s, int i)
{
    int open = i + 1;
    while (open < s->n_tokens &&
           (s->tokens[open].kind == UK_NAME || uk_token_is(s, open, "*")))
        open++;
    if (open < i + 2 || !uk_token_is(s, open, "(") ||
        s->tokens[open].match < open || s->tokens[open - 1].kind != UK_NAME)
        return UK_NONE;
    int body = s->tokens[open].match + 1;
    return uk_token_is(s, body, "{") && s->tokens[body].match > body ? open
                                                                     : UK_NONE;
}

bool uk_inlet_is_one(const struct uk_source *s, int i)
{
    return uk_token_is_any(s, i - 1, "; { }") && parameters_of(s, i) != UK_NONE;
}

static void add(struct uk_source *s, int keyword)
{
    const struct uk_keyword *k = &s->keywords[keyword];
    struct uk_inlet in = {
        .keyword = keyword, .function = k->function, .loop = UK_NONE};
    in.open = parameters_of(s, k->token);
    in.name = in.open - 1;
    in.close = s->tokens[in.open].match;
    in.body = in.close + 1;
    in.end = s->tokens[in.body].match;
    in.scope = uk_token_seek(s, in.end + 1, s->n_tokens, "}");
    bool is_void =
        in.close == in.open + 1 ||
        (in.close == in.open + 2 && uk_token_is(s, in.open + 1, "void"));
    for (int i = in.open + 1; !is_void && i < in.close;
         i = uk_argument_end(s, i) + 1)
        if (in.n_params < UK_MAX_INLET_PARAMS)
            in.params[in.n_params++] = i;
    UK_PUSH(s, inlets, in);
}

void uk_source_find_inlets(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->function == UK_NONE ||
            (k->word != UK_INLET && k->word != UK_ABORT))
            continue;
        s->functions[k->function].has_inlets = s->may_abort = true;
        if (k->word == UK_INLET)
            add(s, i);
    }
}

struct uk_inlet *uk_inlet_around(const struct uk_source *s, unsigned offset)
{
    for (int i = 0; i < s->n_inlets; i++)
        if (s->tokens[s->inlets[i].body].start < offset &&
            offset < s->tokens[s->inlets[i].end].end)
            return &s->inlets[i];
    return NULL;
}

struct uk_inlet *uk_inlet_called(const struct uk_source *s,
                                 const struct uk_keyword *k)
{
    if (k->word != UK_SPAWN || !uk_token_is(s, k->token - 1, "("))
        return NULL;
    for (int i = s->n_inlets - 1; i >= 0; i--)
        if (s->inlets[i].end < k->token && k->token < s->inlets[i].scope &&
            uk_token_same(s, s->inlets[i].name, k->token - 2))
            return &s->inlets[i];
    return NULL;
}

/* The arguments of an inlet's call, with the spawn. */
static int count_given(const struct uk_source *s, const struct uk_keyword *k)
{
    int n = 1, close = s->tokens[k->token - 1].match;
    for (int i = uk_argument_end(s, k->token + 1); i < close;
         i = uk_argument_end(s, i + 1))
        n++;
    return n;
}

static void blank(const struct uk_source *s, char *text, int from, int to)
{
    uk_blank(text, s->tokens[from].start, s->tokens[to].end);
}

void uk_inlets_blank(const struct uk_source *s, char *text)
{
    for (int i = 0; i < s->n_inlets; i++) {
        const struct uk_inlet *in = &s->inlets[i];
        blank(s, text, s->keywords[in->keyword].token, in->name);
        if (in->n_params == 0 && in->close > in->open + 1)
            blank(s, text, in->open + 1, in->close - 1);
        text[s->tokens[in->open].start] = '{';
        text[s->tokens[in->close].start] = ';';
        text[s->tokens[in->body].start] = ' ';
        for (int p = 1; p < in->n_params; p++)
            text[s->tokens[in->params[p] - 1].start] = ';';
        for (int t = in->body; t < in->end; t++)
            if (uk_token_is(s, t, "return"))
                blank(s, text, t, t);
    }
    for (int i = 0; i < s->n_keywords; i++)
        if (uk_inlet_called(s, &s->keywords[i]) != NULL)
            blank(s, text, s->keywords[i].token - 2, s->keywords[i].token - 2);
}

void uk_walk_inlet(struct uk_walk *w, CXCursor block)
{
    struct uk_source *s = w->source;
    unsigned start = uk_cursor_start(block);
    for (int i = 0; i < s->n_inlets; i++) {
        struct uk_inlet *in = &s->inlets[i];
        if (in->function != w->function || in->loop != UK_NONE ||
            s->tokens[in->open].start != start)
            continue;
        struct uk_loop l = {.keyword = in->keyword,
                            .function = w->function,
                            .is_inlet = true,
                            .is_own = true,
                            .around = uk_cursor_name(s, w->path[0].cursor),
                            .name = "",
                            .declared = UINT_MAX,
                            .start = start,
                            .end = s->tokens[in->end].end};
        in->loop = uk_walk_add_loop(w, l);
        s->keywords[in->keyword].is_shown = true;
    }
}

bool uk_inlet_check_call(struct uk_source *s, const struct uk_keyword *k,
                         struct uk_site *site)
{
    const struct uk_inlet *in = uk_inlet_called(s, k);
    unsigned at = s->tokens[k->token].start;
    site->form = UK_TO_INLET;
    site->inlet = (int)(in - s->inlets);
    site->call = k->token - 2;
    site->call_close = s->tokens[k->token - 1].match;
    if (!uk_token_is_any(s, site->call - 1, "; { } ) else do :") ||
        !uk_token_is(s, site->call_close + 1, ";"))
        return uk_reject(s, at,
                         "the call of an inlet must be a statement of its own");
    return true;
}

void uk_inlet_check_count(struct uk_source *s, const struct uk_keyword *k,
                          const struct uk_site *site)
{
    const struct uk_inlet *in = &s->inlets[site->inlet];
    int n = count_given(s, k) - 1 + uk_inlet_first(site);
    if (n != in->n_params)
        uk_source_error(s, s->tokens[k->token].start,
                        "the inlet `%s' has %d parameters: it is given %d%s",
                        uk_token_text(s, in->name), in->n_params, n,
                        site->result == NULL ? ", since what is spawned "
                                               "returns nothing"
                                             : "");
}

char *uk_inlet_param(struct uk_source *s, const struct uk_inlet *in, int p)
{
    int end = uk_argument_end(s, in->params[p]), name = UK_NONE;
    for (int i = in->params[p]; i < end; i++) {
        if (s->tokens[i].kind == UK_NAME)
            name = i;
        if (s->tokens[i].match > i && name != UK_NONE)
            i = s->tokens[i].match;
    }
    return name == UK_NONE ? "" : uk_token_text(s, name);
}

/* What a keyword has to do with inlets. */
static const char *error_of(const struct uk_source *s,
                            const struct uk_keyword *k)
{
    unsigned at = s->tokens[k->token].start;
    if (s->request->style->cluster &&
        (k->word == UK_INLET || k->word == UK_ABORT))
        return "inlets and abort are for programs of one process: on a cluster "
               "tasks share nothing that they could change";
    if (k->word == UK_INLET && uk_inlet_around(s, at) != NULL)
        return "an inlet cannot stand in an inlet: define it in the function";
    if (k->word == UK_INLET || k->word == UK_ABORT || k->word == UK_QUALIFIER ||
        k->word == UK_SYNCHED)
        return NULL;
    if (uk_inlet_around(s, at) != NULL)
        return "an inlet cannot spawn or sync: it runs between two steps of "
               "its function";
    if (k->word == UK_FOR || k->word == UK_SCOPE)
        return "a function with inlets or abort cannot have a cilk_for or "
               "cilk_scope: put that into a function of its own";
    if (k->word == UK_BLOCK)
        return "a function with inlets or abort can spawn calls of functions "
               "alone: put this statement into a function of its own";
    return NULL;
}

void uk_source_check_inlets(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        const char *error =
            k->function != UK_NONE && s->functions[k->function].has_inlets
                ? error_of(s, k)
                : NULL;
        if (error != NULL)
            uk_source_error(s, s->tokens[k->token].start, "%s", error);
    }
}
