/*
 * The generated text of reducers.
 *
 *     long cilk_reducer(zero, plus) x = 3;      becomes
 *     static const struct ucilk_abi_monoid __ucilk_monoid_N = { zero, plus };
 *     long x = 3;
 *
 * N is the keyword's number; in a function the first line stands before it.
 * What is local is begun and ended besides:
 *     long x = 3, *__ucilk_local_K[3] = ...
 *
 * With --ucilk-cluster, at file scope, it becomes
 *     extern long x __attribute__((alias("__ucilk_view_N")));
 *     static union { long view; char pages[4096]; } __ucilk_view_N = { 3 };
 *     what makes it known to the runtime
 *
 * The variable then stands alone on its pages, which each worker maps privately
 * (docs/protocols/views.md).  It is not thread-local: compilers keep the
 * address of such a variable over a spawn, and it differs by worker.
 */
#include <stdio.h>

#include "emit.h"

/* The first of `=', `,' and `;' from token i on that is in no bracket. */
static int end_of_declarator(const struct uk_source *s, int i)
{
    return uk_token_seek(s, i, s->n_tokens, "= , ;");
}

static int end_of_initializer(const struct uk_source *s, int i)
{
    return uk_token_seek(s, i, s->n_tokens, ", ;");
}

/* Is the one token a variable, `void (*reduce)(void *, void *)'? */
static bool is_pointer(const struct uk_source *s, int from, int to)
{
    for (int i = 2; i < from && to == from + 1; i++)
        if (s->tokens[i].kind == UK_NAME && uk_token_same(s, i, from) &&
            uk_token_is(s, i - 1, "*") && uk_token_is(s, i - 2, "(") &&
            uk_token_is(s, i + 1, ")"))
            return true;
    return false;
}

/* `identity, reduce', warned about where the user has them. */
static void emit_operands(struct uk_source *s, int keyword,
                          struct uk_buffer *out)
{
    int identity, reduce, end;
    uk_reducer_operands(s, keyword, &identity, &reduce, &end);
    if (is_pointer(s, identity, reduce - 1)) {
        uk_put(out, keyword, "@by_$_identity, ");
    } else {
        uk_source_align(s, s->tokens[identity].start, out);
        uk_emit_tokens(s, identity, reduce - 1, out);
        uk_buffer_print(out, ", ");
    }
    if (is_pointer(s, reduce, end)) {
        uk_put(out, keyword, "@by_$_reduce");
    } else {
        uk_source_align(s, s->tokens[reduce].start, out);
        uk_emit_tokens(s, reduce, end, out);
    }
    uk_buffer_print(out, "\n# 1 \"<ucilk>\" 3\n");
}

/* Pointers to the operations are read when they run. */
static void emit_callers(struct uk_source *s, int keyword,
                         struct uk_buffer *out)
{
    int identity, reduce, end;
    uk_reducer_operands(s, keyword, &identity, &reduce, &end);
    if (is_pointer(s, identity, reduce - 1))
        uk_put(out, keyword,
               "static __inline__ void @by_$_identity(void *@v) { %s(@v); }\n",
               uk_token_text(s, identity));
    if (is_pointer(s, reduce, end))
        uk_put(out, keyword,
               "static __inline__ void @by_$_reduce(void *@l, void *@r) { "
               "%s(@l, @r); }\n",
               uk_token_text(s, reduce));
}

/* The first token of the declaration at file scope that a token is in. */
static int declaration_of(const struct uk_source *s, int token)
{
    int first = token, i = token;
    bool is_found = false;
    while (i > 0) {
        int match = s->tokens[i - 1].match;
        /* A function's body ends what is before. */
        if (uk_token_is(s, i - 1, ";") ||
            (uk_token_is(s, i - 1, "}") && match != UK_NONE &&
             !uk_token_opens_type(s, match) && !uk_token_is_any(s, i, ", =")))
            is_found = true;
        i = match != UK_NONE && match < i - 1 ? match : i - 1;
        if (match > token) /* out of brackets: it begins before them */
            is_found = false;
        if (!is_found)
            first = i;
    }
    return first;
}

/* __ucilk_monoid_N, before what the keyword is in. */
static void emit_monoid(struct uk_source *s, int keyword)
{
    const struct uk_keyword *k = &s->keywords[keyword];
    struct uk_buffer out = {0};
    int identity, reduce, end;
    if (!uk_reducer_operands(s, keyword, &identity, &reduce, &end))
        return;
    uk_edit_add(s, s->tokens[k->token].start, s->tokens[end].end, " ");
    unsigned at = k->function != UK_NONE
                      ? s->functions[k->function].start
                      : s->tokens[declaration_of(s, k->token)].start;
    emit_callers(s, keyword, &out);
    if (s->request->style->cluster) {
        if (out.size > 0)
            uk_emit_block(s, at, &out);
        return;
    }
    uk_put(&out, keyword,
           "static const struct ucilk_abi_monoid @monoid_$ "
           "__attribute__((unused)) = { ");
    emit_operands(s, keyword, &out);
    uk_buffer_print(&out, "};\n");
    uk_emit_block(s, at, &out);
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

/* At file scope: macros in other files know the operations by name. */
static void define(struct uk_source *s, const struct uk_reducer *r)
{
    int i = end_of_declarator(s, uk_token_at(s, r->declared));
    unsigned at =
        s->tokens[end_of_declaration(s, end_of_initializer(s, i))].end;
    if (r->is_static)
        return;
    rename_symbol(s, r);
    if (r->is_defined)
        uk_edit_add(s, at, at,
                    "\n# 1 \"<ucilk>\" 3\nextern const struct "
                    "ucilk_abi_monoid __ucilk_monoid_of_%s __attribute__(("
                    "alias(\"__ucilk_monoid_%d\")));\n",
                    r->name, r->keyword);
}

/* In a function: begins behind its initializer, and ends with its scope.  In
 * the same declaration, since another one cannot stand everywhere. */
static void define_local(struct uk_source *s, const struct uk_reducer *r)
{
    int n = (int)(r - s->reducers), name = uk_token_at(s, r->declared);
    int end = end_of_initializer(s, end_of_declarator(s, name) + 1);
    char cast[64]; /* to the pointers that the array has, for -Wc++-compat */
    snprintf(cast, sizeof cast, "(__typeof__(__ucilk_local_%d[0]))", n);
    if (uk_token_is_any(s, end_of_declarator(s, name), ", ;"))
        end = end_of_declarator(s, name);
    const char *frame = uk_frame_at(s, r->function, name);
    uk_edit_add(
        s, s->tokens[end].start, s->tokens[end].end,
        ", *__ucilk_local_%d[3] __attribute__((unused, "
        "cleanup(ucilk_abi_local_end))) = { (ucilk_abi_reducers_begin((void "
        "*)&%s, sizeof %s), %s&%s), %ssizeof %s, %s%s%s }%s",
        n, r->name, r->name, cast, r->name, cast, r->name, cast,
        frame != NULL ? "&" : "", frame != NULL ? frame : "0",
        uk_token_is(s, end, ",") ? "," : ";");
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
    uk_buffer_print(&out,
                    "\n# 1 \"<ucilk>\" 3\nstatic struct ucilk_abi_reducer %s "
                    "= { (void *)&%s, sizeof %s, ",
                    own, r->name, r->name);
    emit_operands(s, r->keyword, &out);
    uk_buffer_print(&out, ", 0 };\n");
    uk_put(&out, n,
           "static __attribute__((constructor)) void @register_$(void) { "
           "ucilk_abi_reducer_add(&%s); }\n",
           own);
    uk_edit_take(s, at, at, &out);
}

/* An alias is an extern variable, or a static one. */
static void emit_extern(struct uk_source *s, const struct uk_reducer *r)
{
    int i = r->first;
    for (const struct uk_reducer *before = s->reducers; before < r; before++)
        if (before->first == r->first) /* one declaration of several */
            return;
    while (uk_token_is(s, i, "[")) /* attributes come first */
        i = s->tokens[i].match + 1;
    if (!uk_tokens_have(s, i, uk_token_at(s, r->declared), "static extern"))
        uk_edit_add(s, s->tokens[i].start, s->tokens[i].start, "extern ");
}

void uk_reducers_emit(struct uk_source *s)
{
    bool cluster = s->request->style->cluster;
    for (int i = 0; i < s->n_keywords; i++)
        if (s->keywords[i].word == UK_REDUCER)
            emit_monoid(s, i);
    for (int i = 0; i < s->n_reducers; i++) {
        const struct uk_reducer *r = &s->reducers[i];
        bool is_one = r->keyword != UK_NONE;
        if (cluster && is_one && r->function == UK_NONE) {
            emit_extern(s, r);
            if (r->is_defined)
                define_page(s, r);
        } else if (!cluster && r->is_local) {
            define_local(s, r);
        } else if (!cluster && is_one && r->function == UK_NONE) {
            define(s, r);
        }
    }
}
