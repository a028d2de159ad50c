/*
 * The generated text of reducers at file scope.
 *
 *     long cilk_reducer(zero, plus) x = 3;      becomes
 *     extern long x __attribute__((alias("__ucilk_view_N")));
 *     static union { long view; char pages[4096]; } __ucilk_view_N = { 3 };
 *     what makes it known to the runtime
 *
 * The variable stands alone on its pages, which each worker maps privately
 * (docs/protocols/views.md).  It is not thread-local: compilers keep the
 * address of such a variable over a spawn, and it differs by worker.
 */
#include "source.h"

static bool is_in(const struct uk_source *s, int from, int to,
                  const char *const words[])
{
    for (int i = from; i < to; i++)
        if (uk_token_is_any(s, i, words))
            return true;
    return false;
}

/* The first of `=', `,' and `;' from token i on that is in no bracket. */
static int end_of_declarator(const struct uk_source *s, int i)
{
    static const char *const ends[] = {"=", ",", ";", NULL};
    while (i < s->n_tokens && !uk_token_is_any(s, i, ends))
        i = s->tokens[i].match > i ? s->tokens[i].match + 1 : i + 1;
    return i;
}

static int end_of_initializer(const struct uk_source *s, int i)
{
    static const char *const ends[] = {",", ";", NULL};
    while (i < s->n_tokens && !uk_token_is_any(s, i, ends))
        i = s->tokens[i].match > i ? s->tokens[i].match + 1 : i + 1;
    return i;
}

static void register_(struct uk_source *s, const struct uk_reducer *r,
                      struct uk_buffer *out)
{
    int n = (int)(r - s->reducers);
    uk_buffer_print(out,
                    "\n# 1 \"<ucilk>\" 3\n"
                    "static void *__ucilk_address_%d(void) { return (void "
                    "*)&%s; }\nstatic struct ucilk_abi_reducer "
                    "__ucilk_reducer_%d = { __ucilk_address_%d, sizeof %s, ",
                    n, r->name, n, n, r->name);
    uk_source_align(s, s->tokens[r->identity].start, out);
    uk_emit_tokens(s, r->identity, r->reduce - 1, out);
    uk_buffer_print(out, ", ");
    uk_source_align(s, s->tokens[r->reduce].start, out);
    uk_emit_tokens(s, r->reduce, r->end, out);
    uk_buffer_print(out,
                    "\n# 1 \"<ucilk>\" 3\n, 0 };\nstatic "
                    "__attribute__((constructor)) void __ucilk_register_%d"
                    "(void) { ucilk_abi_reducer_add(&__ucilk_reducer_%d); }\n",
                    n, n);
}

/* The variable's name becomes an alias, its value moves behind the
 * declaration. */
static void define(struct uk_source *s, const struct uk_reducer *r)
{
    struct uk_buffer out = {0};
    const struct uk_token *t = s->tokens;
    int n = (int)(r - s->reducers);
    int name = uk_token_at(s, r->declared);
    int end = end_of_declarator(s, name), last = end_of_initializer(s, end);
    int behind = last;
    while (uk_token_is(s, behind, ","))
        behind = end_of_initializer(s, behind + 1);
    unsigned at = t[behind].end;
    bool has_value = uk_token_is(s, end, "=");
    if (uk_token_is(s, name + 1, "[") && t[name + 1].match == name + 2)
        uk_edit_add(s, t[name + 1].end, t[name + 1].end, "%ld", r->length);
    uk_edit_add(s, t[end].start, has_value ? t[end + 1].start : t[end].start,
                " __attribute__((alias(\"__ucilk_view_%d\")))", n);
    uk_edit_add(s, at, at,
                "\n# 1 \"<ucilk>\" 3\nstatic union { __typeof__(%s) view; char "
                "pages[(sizeof %s + 4095) / 4096 * 4096]; } "
                "__attribute__((aligned(4096))) __ucilk_view_%d%s",
                r->name, r->name, n, has_value ? " = {" : ";");
    if (has_value)
        uk_edit_move(s, t[end + 1].start, t[last].start, at);
    uk_buffer_print(&out, "%s", has_value ? "};" : "");
    register_(s, r, &out);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_buffer_free(&out);
}

/* An alias is an extern variable, or a static one. */
static void emit_extern(struct uk_source *s, const struct uk_reducer *r,
                        int keyword)
{
    static const char *const linkages[] = {"static", "extern", NULL};
    int i = r->first;
    while (uk_token_is(s, i, "[")) /* attributes come first */
        i = s->tokens[i].match + 1;
    if (!is_in(s, i, keyword, linkages))
        uk_edit_add(s, s->tokens[i].start, s->tokens[i].start, "extern ");
}

void uk_reducers_emit(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_REDUCER || k->site == UK_NONE)
            continue;
        const struct uk_reducer *r = &s->reducers[k->site];
        if (!r->is_local)
            emit_extern(s, r, k->token);
        uk_edit_add(s, s->tokens[k->token].start, s->tokens[r->end].end, " ");
    }
    for (int i = 0; i < s->n_reducers; i++)
        if (s->reducers[i].is_defined)
            define(s, &s->reducers[i]);
}
