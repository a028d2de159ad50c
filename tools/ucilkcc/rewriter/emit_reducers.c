/*
 * The generated text of reducers at file scope.
 *
 *     long cilk_reducer(zero, plus) x = 3;      becomes
 *     long x = 3;
 *     struct ucilk_abi_reducer __ucilk_reducer_of_x = {&x, sizeof x, zero,
 * plus};
 *
 * of the same linkage; where x is only declared, a declaration.
 *
 * With --ucilk-cluster it becomes
 *     extern long x __attribute__((alias("__ucilk_view_N")));
 *     static union { long view; char pages[4096]; } __ucilk_view_N = { 3 };
 *     what makes it known to the runtime
 *
 * The variable then stands alone on its pages, which each worker maps privately
 * (docs/protocols/views.md).  It is not thread-local: compilers keep the
 * address of such a variable over a spawn, and it differs by worker.
 */
#include <stdio.h>

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

/* The struct, called so. */
static void describe(struct uk_source *s, const struct uk_reducer *r,
                     const char *name, struct uk_buffer *out)
{
    uk_buffer_print(out,
                    "\n# 1 \"<ucilk>\" 3\n%sstruct ucilk_abi_reducer %s = { "
                    "(void *)&%s, sizeof %s, ",
                    r->is_static ? "static " : "", name, r->name, r->name);
    uk_source_align(s, s->tokens[r->identity].start, out);
    uk_emit_tokens(s, r->identity, r->reduce - 1, out);
    uk_buffer_print(out, ", ");
    uk_source_align(s, s->tokens[r->reduce].start, out);
    uk_emit_tokens(s, r->reduce, r->end, out);
    uk_buffer_print(out, "\n# 1 \"<ucilk>\" 3\n, 0, 0 };\n");
}

/* The semicolon behind the declaration that an initializer, which ends at token
 * i, is in. */
static int end_of_declaration(const struct uk_source *s, int i)
{
    while (uk_token_is(s, i, ","))
        i = end_of_initializer(s, i + 1);
    return i;
}

/* The symbol gets another name: a file that declares the variable without
 * cilk_reducer, and would use the leftmost view, does not link. */
static void rename_symbol(struct uk_source *s, const struct uk_reducer *r)
{
    int i = uk_token_at(s, r->declared);
    while (uk_token_is(s, i + 1, "["))
        i = s->tokens[i + 1].match;
    uk_edit_add(s, s->tokens[i].end, s->tokens[i].end, " __asm__(\"ucilk.%s\")",
                r->name);
}

static void define(struct uk_source *s, const struct uk_reducer *r)
{
    struct uk_buffer out = {0};
    int i = end_of_declarator(s, uk_token_at(s, r->declared));
    unsigned at =
        s->tokens[end_of_declaration(s, end_of_initializer(s, i))].end;
    char name[256];
    snprintf(name, sizeof name, "__ucilk_reducer_of_%s", r->name);
    if (r->is_defined)
        describe(s, r, name, &out);
    else
        uk_buffer_print(&out,
                        "\n# 1 \"<ucilk>\" 3\n%s struct ucilk_abi_reducer "
                        "%s;\n",
                        r->is_static ? "static" : "extern", name);
    if (!r->is_static)
        rename_symbol(s, r);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_buffer_free(&out);
}

/* The variable's name becomes an alias, its value moves behind the
 * declaration. */
static void define_page(struct uk_source *s, const struct uk_reducer *r)
{
    struct uk_buffer out = {0};
    const struct uk_token *t = s->tokens;
    int n = (int)(r - s->reducers);
    int name = uk_token_at(s, r->declared);
    int end = end_of_declarator(s, name), last = end_of_initializer(s, end);
    unsigned at = t[end_of_declaration(s, last)].end;
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
    char own[32];
    snprintf(own, sizeof own, "__ucilk_reducer_%d", n);
    describe(s,
             &(struct uk_reducer){.name = r->name,
                                  .identity = r->identity,
                                  .reduce = r->reduce,
                                  .end = r->end,
                                  .is_static = true},
             own, &out);
    uk_buffer_print(&out,
                    "static __attribute__((constructor)) void "
                    "__ucilk_register_%d(void) { ucilk_abi_reducer_add(&%s); "
                    "}\n",
                    n, own);
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
    bool cluster = s->request->style->cluster;
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_REDUCER || k->site == UK_NONE)
            continue;
        const struct uk_reducer *r = &s->reducers[k->site];
        if (!r->is_local && cluster)
            emit_extern(s, r, k->token);
        uk_edit_add(s, s->tokens[k->token].start, s->tokens[r->end].end, " ");
    }
    for (int i = 0; i < s->n_reducers; i++) {
        const struct uk_reducer *r = &s->reducers[i];
        if (cluster && r->is_defined)
            define_page(s, r);
        else if (!cluster && !r->is_local)
            define(s, r);
    }
}
