/*
 * What a spawn, or a future, becomes in its function: a statement expression,
 * into which the user's operands are not moved but stay where they are, so that
 * the compiler's messages about them are as for a plain call.
 *
 *     x = spawn f(a, b);              becomes
 *     __extension__ ({ int __ucilk_at_N = 0;
 *         struct ucilk_abi_spawned __ucilk_r_N =
 *             __ucilk_spawn_N_f(a, b, &__ucilk_frame);
 *         if (__ucilk_r_N.handle != 0) ucilk_abi_stolen(...); else ...; });
 *
 * That is begin(), call() with the user's operands, and one of end_...(), by
 * the site's form, which has its own part above it.  With an args struct the
 * call is
 *
 *     struct __ucilk_args_N __ucilk_a_N[1]; void *__ucilk_h_N =
 *         __ucilk_spawn_N_f(a, ((void)(__ucilk_a_N->a1 = b), 0),
 *                           __ucilk_a_N, &__ucilk_frame);
 *
 * where b, a struct, goes straight into args, since compilers do not see
 * through a copy.  Clang 22 warns of variables with members that are const, but
 * for arrays.
 */
#include <string.h>

#include "emit.h"

static int first_of_call(const struct uk_source *s, const struct uk_site *site)
{
    return uk_keyword_call(s, &s->keywords[site->keyword]);
}

/* What comes next is to be warned about where the user calls. */
static void align_callee(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    uk_edit_align(s, s->tokens[first_of_call(s, site)].start, out);
}

static int keyword_token(const struct uk_source *s, const struct uk_site *site)
{
    return s->keywords[site->keyword].token;
}

/* --- before the call --- */

/* Begins a statement expression, whose brace is where the token is: gcc gives
 * that as its place in -Wimplicit-fallthrough. */
static void open_statement(struct uk_source *s, int token,
                           struct uk_buffer *out)
{
    unsigned start = s->tokens[token].start;
    uk_buffer_print(out, "__extension__");
    uk_edit_align(s, start - (s->text[start - 1] != '\n'), out);
    uk_buffer_print(out, "({ ");
}

/* `({', at the place that the compilers are to name for the whole. */
static void open_site(struct uk_source *s, const struct uk_site *site,
                      struct uk_buffer *out)
{
    int token = keyword_token(s, site);
    switch (site->form) {
    case UK_DROP:
        open_statement(s, token + 1, out);
        break;
    case UK_TO_INLET:
        open_statement(s, site->call, out);
        break;
    case UK_ASSIGN:
        open_statement(s, site->assign, out);
        break;
    case UK_VALUE:
        uk_edit_align(s, s->tokens[token].start, out);
        open_statement(s, token, out);
        break;
    case UK_INIT: /* gcc's place is the former's, clang's the latter's */
        align_callee(s, site, out);
        uk_buffer_print(out, "__extension__");
        align_callee(s, site, out);
        uk_buffer_print(out, "({ ");
        break;
    }
}

/*
 *     (ucilk_abi_join(&__ucilk_frame_K), ucilk_abi_join(&__ucilk_frame), 0);
 *
 * Results of another frame's children come at its sync, in whichever order the
 * two are: so these are waited for before the spawn.
 */
static void wait_around(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int frame = s->keywords[site->keyword].frame;
    uk_buffer_print(out, "(");
    for (int i = 0; i < site->waits; i++) {
        if (frame == UK_NONE ? s->functions[site->function].has_spawns
                             : s->keywords[frame].has_spawns)
            uk_buffer_print(out, "ucilk_abi_join(&%s), ",
                            uk_frame_name(s, frame));
        frame = frame != UK_NONE ? s->keywords[frame].frame : UK_NONE;
    }
    uk_buffer_print(out, "0); ");
}

/*
 *     ({ int __ucilk_at_N = 0;                                    spawn f();
 *     ({ int __ucilk_at_N = 0; __auto_type __ucilk_d_N = &(a[i]); a[i] = spawn
 *     ({ int __ucilk_at_N = 0; long __ucilk_k_N = (k);     cilk_future(k) f()
 *
 * The first variable is for breakpoints at -O0: before the spawn there would be
 * no code of the user's line.  Returns where the text that follows begins.
 */
static unsigned begin(struct uk_source *s, const struct uk_site *site,
                      struct uk_buffer *out)
{
    const struct uk_token *tokens = s->tokens;
    unsigned start = tokens[keyword_token(s, site)].start;
    open_site(s, site, out);
    uk_put(out, uk_site_number(s, site), "int @at_$ __attribute__((unused)) =");
    align_callee(s, site, out);
    if (site->is_in && site->waits > 0)
        uk_put(out, 0, "(ucilk_abi_inlets_join(&@in), 0); ");
    else if (site->waits > 1)
        wait_around(s, site, out);
    else
        uk_buffer_print(out, "0; ");
    if (site->form == UK_TO_INLET)
        start = tokens[site->call].start;
    if (site->form == UK_ASSIGN)
        start = tokens[site->left].start;
    if (site->form == UK_ASSIGN && !site->is_named) {
        if (site->is_packed)
            uk_put(out, uk_site_number(s, site), "struct @to_$ *");
        uk_put(out, uk_site_number(s, site), "%s@d_$ = %s&(",
               site->is_packed ? "" : "__auto_type ",
               site->is_packed ? "(void *)" : "");
        uk_edit_take(s, start, start, out);
        start = tokens[site->assign].start;
        uk_buffer_print(out, "); ");
    }
    if (site->form == UK_VALUE)
        start = uk_emit_count(s, site, start, out);
    return start;
}

/* --- the call --- */

/* What stands before the first operand. */
static void call_begin(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    bool is_future = site->form == UK_VALUE;
    if (site->is_deprecated) {
        uk_buffer_print(out, "(void)sizeof");
        align_callee(s, site, out);
        uk_buffer_print(out, "%s; ", site->callee);
    }
    if (site->is_direct)
        uk_put(out, n, "struct ucilk_abi_spawned @r_$");
    else
        uk_put(out, n, "struct @args_$ @a_$[1]; ");
    if (!site->is_direct && !is_future)
        uk_put(out, n, "void *@h_$");
    if (site->is_in) {
        uk_buffer_print(out, "; ");
        uk_inlet_set_fields(s, site, out);
        uk_put(out, n, "@h_$");
    }
    if (site->format != UK_NONE) { /* between declaration and value */
        if (!is_future)
            uk_buffer_print(out, "; ");
        uk_emit_format_check(s, site, out);
        if (!is_future)
            uk_put(out, n, "@h_$");
    }
    if (!is_future)
        uk_buffer_print(out, " =");
    align_callee(s, site, out);
    uk_put(out, n, "@%s_$_%s(", is_future ? "future" : "spawn",
           uk_task_callee(site));
}

/* Argument i, whose first token is `first'; the text from `start' up to there
 * is replaced.  It becomes `b, ', or `((void)(__ucilk_a_N->a1 = b), 0), '. */
static void argument(struct uk_source *s, const struct uk_site *site, int i,
                     unsigned start, int first, struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    bool is_stored = uk_task_stores_first(site, i);
    bool has_const = site->args[i].has_const;
    if (is_stored && has_const)
        uk_put(out, n,
               "((void)__builtin_memcpy((void *)&@a_$->a%d, "
               "(__typeof__(@a_$->a%d)[1]){ ",
               i, i);
    else if (is_stored)
        uk_put(out, n, "((void)(@a_$->a%d = ", i);
    uk_edit_take(s, start, s->tokens[first].start, out);
    if (is_stored && has_const)
        uk_put(out, n, " }, sizeof @a_$->a%d), 0), ", i);
    else
        uk_buffer_print(out, is_stored ? "), 0), " : ", ");
}

static const char *frame_of(struct uk_source *s, const struct uk_site *site)
{
    return uk_frame_name(s, s->keywords[site->keyword].frame);
}

/* What stands behind the last operand. */
static void call_end(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (!site->is_direct)
        uk_put(out, n, "@a_$, ");
    uk_buffer_print(out, "&%s", site->is_in ? "__ucilk_in" : frame_of(s, site));
    if (site->form == UK_VALUE)
        uk_put(out, n, ", @k_$");
    if (site->nonnull != NULL) /* clang's place of a null argument */
        uk_edit_align(s, s->tokens[site->close].start, out);
    uk_buffer_print(out, ");");
}

/* --- after the call, by form --- */

/* `if (it is outstanding) { ', and what that is called. */
static void if_stolen(struct uk_source *s, const struct uk_site *site,
                      struct uk_buffer *out)
{
    const char *handle = uk_arena_print(
        &s->arena, site->is_direct ? "__ucilk_r_%d.handle" : "__ucilk_h_%d",
        uk_site_number(s, site));
    align_callee(s, site, out);
    uk_buffer_print(out, "if (__builtin_expect(%s != 0, 0)) { ", handle);
    if (site->is_in)
        uk_put(out, 0, "ucilk_abi_inlets_stolen(&@in, %s); ", handle);
    else
        uk_buffer_print(out, "ucilk_abi_stolen(&%s, %s, ", frame_of(s, site),
                        handle);
}

/* In a function with inlets, where the child itself does what its result is
 * for:
 *
 *     if (__ucilk_h_N != 0) { ucilk_abi_inlets_stolen(&__ucilk_in, ...); }
 *     x;                                               of `T x = spawn f()'
 */
static void end_with_inlets(struct uk_source *s, const struct uk_site *site,
                            struct uk_buffer *out)
{
    if_stolen(s, site, out);
    uk_emit_leave(s, site->function, keyword_token(s, site), out);
    uk_buffer_print(out, "} ");
    if (site->form == UK_INIT)
        uk_buffer_print(out, "%s; ", site->name);
    uk_buffer_print(out, " })");
}

/* spawn f():
 *
 *     if (__ucilk_r_N.handle != 0) {
 *         ucilk_abi_stolen(&__ucilk_frame, __ucilk_r_N.handle, 0, 0); }
 */
static void end_drop(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    if_stolen(s, site, out);
    uk_buffer_print(out, "0, 0); ");
    uk_emit_leave(s, site->function, keyword_token(s, site), out);
    uk_buffer_print(out, "} ");
    if (site->must_use) {
        align_callee(s, site, out);
        uk_put(out, uk_site_number(s, site), "@result_of_$_%s(); (void)0; ",
               uk_task_callee(site));
    }
    uk_buffer_print(out, "})");
}

/* The destination: x, or *__ucilk_d_N, or __ucilk_d_N->x. */
static void print_target(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    if (site->is_branch && !site->is_named) {
        uk_buffer_print(out, "(");
        uk_edit_render(s, s->tokens[site->left].start,
                       s->tokens[site->assign].start, out);
        uk_buffer_print(out, ")");
    } else if (site->is_named) {
        uk_buffer_print(out, "%s", site->name);
    } else if (site->is_packed) {
        uk_put(out, uk_site_number(s, site), "@d_$->x");
    } else {
        uk_put(out, uk_site_number(s, site), "*@d_$");
    }
}

/* The result: (long)__ucilk_r_N.value, or *&__ucilk_a_N->result. */
static void print_value(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (site->cast != NULL && site->form == UK_ASSIGN)
        uk_buffer_print(out, "(%s)", site->cast);
    if (!site->is_direct) {
        uk_put(out, n, "*&@a_$->result"); /* begins here */
        return;
    }
    if (site->result_is_plain) /* for the compiler's messages */
        uk_buffer_print(out, "(%s)", site->result);
    else
        uk_put(out, n, "(@result_$)");
    /* Of a _Bool only the low byte is defined. */
    uk_put(out, n, "%s@r_$.value",
           site->result_is_bool ? "(unsigned char)" : "");
}

/* The part that x = spawn f() and T x = spawn f() have in common. */
static void store_late(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    if (s->has_half && strcmp(site->destination, "float") == 0) {
        uk_buffer_print(out, "_Static_assert(sizeof(");
        print_target(s, site, out);
        uk_buffer_print(out, ") == sizeof(float), \"ucilk: _Float16 cannot "
                             "take the result of a spawn: use float\"); ");
    }
    if_stolen(s, site, out);
    /* By way of an integer volatile goes without a warning. */
    uk_buffer_print(out, "(void *)(unsigned long)");
    if (site->is_packed && !site->is_branch) {
        uk_put(out, uk_site_number(s, site), "@d_$");
    } else {
        uk_buffer_print(out, "&");
        print_target(s, site, out);
    }
    uk_put(out, uk_site_number(s, site), ", @finish_$); ");
    uk_emit_leave(s, site->function, keyword_token(s, site), out);
    uk_buffer_print(out, "}");
}

static void wait_here(struct uk_source *s, const struct uk_site *site,
                      struct uk_buffer *out)
{
    if (site->waits == 1)
        uk_buffer_print(out, " ucilk_abi_join(&%s);", frame_of(s, site));
}

/* x op= spawn f():
 *
 *     if (__ucilk_r_N.handle != 0) {
 *         ucilk_abi_stolen(&__ucilk_frame, __ucilk_r_N.handle, &x,
 *                          __ucilk_finish_N);
 *     } else { x op= (long)__ucilk_r_N.value; }
 *
 * Warnings about the assignment come where the user has it.
 */
static void end_assign(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    store_late(s, site, out);
    uk_buffer_print(out, " else {");
    wait_here(s, site, out);
    uk_source_align(s, s->tokens[site->left].start, out);
    print_target(s, site, out);
    uk_source_align(s, s->tokens[site->assign].start, out);
    uk_buffer_print(out, "%s", site->operator_);
    uk_source_align(s, s->tokens[keyword_token(s, site) + 1].start, out);
    print_value(s, site, out);
    uk_buffer_print(out, "; } })");
}

/* T x = spawn f(), which stays an initializer:
 *
 *     if (__ucilk_r_N.handle != 0) { ucilk_abi_stolen(... &x ...); }
 *     (long)__ucilk_r_N.value;
 *
 * Where the child is outstanding x is set to nonsense, which the finisher mends
 * at the sync: nobody may read x before.
 */
static void end_init(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    store_late(s, site, out);
    wait_here(s, site, out);
    uk_source_align(s, s->tokens[keyword_token(s, site) + 1].start, out);
    print_value(s, site, out);
    uk_buffer_print(out, "; })");
}

static void end(struct uk_source *s, const struct uk_site *site,
                struct uk_buffer *out)
{
    if (site->form == UK_VALUE) /* the handle, and no more: emit_futures.c */
        uk_buffer_print(out, " })");
    else if (site->is_in)
        end_with_inlets(s, site, out);
    else if (site->form == UK_DROP)
        end_drop(s, site, out);
    else if (site->form == UK_ASSIGN)
        end_assign(s, site, out);
    else
        end_init(s, site, out);
}

/* From token i on the first `;', or bracket that closes another one. */
static int skip_to_end(const struct uk_source *s, int i)
{
    return uk_token_seek(s, i, s->n_tokens, "; ) ] }");
}

/* Is the `;' one of a for's head? */
static bool is_in_head(const struct uk_source *s, int i)
{
    while (uk_token_is(s, i, ";"))
        i = skip_to_end(s, i + 1);
    return uk_token_is(s, i, ")");
}

/* For the race detector: a read behind `T x = spawn f()' is to be one of
 * memory, not of the value that x has got. */
static void forget_value(struct uk_source *s, const struct uk_site *site,
                         int last)
{
    static const char asm_[] = "__asm__ __volatile__(\"\" : : : \"memory\")";
    bool assigns = site->is_branch && site->left > 0;
    int end = skip_to_end(s, assigns ? site->left : last + 1);
    while (!assigns && uk_token_is(s, end, ")"))
        end = skip_to_end(s, end + 1); /* of the initializer */
    if (site->form != UK_INIT || site->is_in || !uk_token_is(s, end, ";") ||
        is_in_head(s, end))
        return;
    unsigned at = assigns ? s->tokens[end].start : s->tokens[end].end;
    uk_edit_add(s, at, at, assigns ? ", ({ %s; (void)0; })" : " %s;", asm_);
}

/* Has a spawn before it in the same declaration replaced the type? */
static bool is_edited(const struct uk_source *s, const struct uk_site *site)
{
    if (site->is_split)
        return false;
    for (int i = uk_site_number(s, site) - 1; i >= 0; i--) {
        const struct uk_site *other = &s->sites[i];
        if (other->deduced == site->deduced)
            return true;
        if (s->keywords[other->keyword].token < site->deduced)
            break;
    }
    return false;
}

/* The rest of the declaration begins again with its specifiers, or with
 * another variable of this kind. */
static void split_declaration(struct uk_source *s, const struct uk_site *site)
{
    struct uk_buffer specifiers = {0};
    int n = uk_site_number(s, site), end = site->deduced_end + 1;
    int name = uk_token_at(s, site->declared), i = site->close;
    const struct uk_token *t = s->tokens;
    uk_emit_tokens(s, site->deduced, end, &specifiers);
    if (name == end)
        uk_edit_add(s, t[site->deduced].start, t[end - 1].end, "__ucilk_to_%d",
                    n);
    else /* behind a comma */
        uk_edit_add(s, t[name - 1].start, t[name - 1].end, "; __ucilk_to_%d ",
                    n);
    i = uk_token_seek(s, i, s->n_tokens, "; ,");
    bool goes_on = n + 1 < s->n_sites && site[1].is_split &&
                   uk_token_at(s, site[1].declared) == i + 1;
    if (uk_token_is(s, i, ",") && !goes_on)
        uk_edit_add(s, t[i].start, t[i].end, "; %s ", specifiers.bytes);
    uk_buffer_free(&specifiers);
}

/* In place of the declared type; one that is const by a typedef stays named, so
 * that no compiler takes the typedef for unused. */
static void declare_deduced(struct uk_source *s, const struct uk_site *site)
{
    unsigned start = s->tokens[site->deduced].start;
    unsigned end = s->tokens[site->deduced_end].end;
    int n = uk_site_number(s, site);
    if (site->is_split)
        split_declaration(s, site);
    else if (site->is_unqualified)
        uk_edit_wrap(s, start, end, "__typeof__(*((void)sizeof(",
                     uk_arena_print(&s->arena, "), (__ucilk_to_%d *)0))", n));
    else
        uk_edit_add(s, start, end, "__ucilk_to_%d", n);
}

void uk_site_emit(struct uk_source *s, const struct uk_site *site)
{
    struct uk_buffer out = {0};
    const struct uk_token *tokens = s->tokens;
    if (site->deduced != UK_NONE && !is_edited(s, site))
        declare_deduced(s, site);
    unsigned start = begin(s, site, &out);
    call_begin(s, site, &out);
    if (site->pointer != NULL) {
        uk_buffer_print(&out, "(");
        uk_edit_take(s, start, tokens[first_of_call(s, site)].start, &out);
        start = tokens[site->open].start;
        uk_buffer_print(&out, "), ");
    }
    for (int i = 0, at = site->open; i < site->n_args; i++) {
        argument(s, site, i, start, at + 1, &out);
        at = uk_argument_end(s, at + 1);
        start = tokens[at].start;
    }
    call_end(s, site, &out);
    end(s, site, &out);
    int paren = s->keywords[site->keyword].paren;
    int last = site->form == UK_TO_INLET ? site->call_close
               : paren != UK_NONE        ? tokens[paren].match
                                         : site->close;
    uk_edit_take(s, start, tokens[last].end, &out);
    if (s->request->style->race)
        forget_value(s, site, last);
}
