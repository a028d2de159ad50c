/*
 * The generated text of inlets, and how a function that is aborted is left.
 *
 *     inlet void add(int result, long more) { ... }      becomes
 *     struct __ucilk_for_N __ucilk_l_N;
 *
 * with the function's struct ucilk_abi_inlets and the addresses of what the
 * inlet uses; the body moves behind the function, into __ucilk_inlet_N.
 *
 * A child of such a function carries what it does with its result: it leaves
 * that, as a struct __ucilk_got_M, to ucilk_abi_inlet, which calls
 * __ucilk_run_M.
 */
#include "emit.h"

static const struct uk_loop *loop_of(const struct uk_source *s,
                                     const struct uk_inlet *in)
{
    return &s->loops[in->loop];
}

static const char *more_of(int first)
{
    return first == 1 ? "more" : "all";
}

static void head(struct uk_source *s, const struct uk_inlet *in,
                 struct uk_buffer *out)
{
    uk_put(out, in->loop, "@inlet_$(struct @for_$ *@c");
    if (in->n_params > 0) {
        uk_buffer_print(out, ", ");
        uk_emit_tokens(s, in->open + 1, in->close, out);
    }
    uk_buffer_print(out, ")");
}

void uk_inlet_declare(struct uk_source *s, const struct uk_inlet *in,
                      struct uk_buffer *out)
{
    if (in->loop == UK_NONE)
        return;
    const struct uk_loop *l = loop_of(s, in);
    uk_put(out, in->loop, "struct @for_$ { %s",
           s->request->serial ? "char __ucilk_none;"
                              : "struct ucilk_abi_inlets *__ucilk_in;");
    for (int i = 0; i < l->n_captures; i++)
        uk_capture_declare(&l->captures[i], out);
    uk_buffer_print(out, " };\n");
    /* more: behind a result; all: where there is none */
    for (int first = 0; first < 2 && first < in->n_params; first++) {
        uk_put(out, in->loop, "struct @%s_$ { ", more_of(first));
        for (int p = first; p < in->n_params; p++) {
            uk_emit_tokens(s, in->params[p], uk_argument_end(s, in->params[p]),
                           out);
            uk_buffer_print(out, "; ");
        }
        uk_buffer_print(out, "};\n");
    }
    uk_buffer_print(out, "static __attribute__((unused)) void ");
    head(s, in, out);
    uk_buffer_print(out, ";\n");
}

/* Where it stands: the addresses. */
static void emit_addresses(struct uk_source *s, const struct uk_inlet *in)
{
    struct uk_buffer out = {0};
    int n = in->loop;
    uk_put(&out, n,
           "struct @for_$ @l_$, *@b_$ __attribute__((unused)) = __extension__ "
           "({ ");
    if (!s->request->serial)
        uk_put(&out, n, "@l_$.@in = &@in; ");
    uk_captures_fill(s, loop_of(s, in), &out);
    uk_put(&out, n, "&@l_$; });");
    uk_edit_take(s, uk_keyword_start(s, in->keyword), s->tokens[in->close].end,
                 &out);
}

void uk_inlet_emit(struct uk_source *s, const struct uk_inlet *in)
{
    if (in->loop == UK_NONE)
        return;
    struct uk_buffer out = {0};
    const struct uk_loop *l = loop_of(s, in);
    unsigned at = s->tokens[s->functions[in->function].close].end;
    unsigned body = s->tokens[in->body].start;
    emit_addresses(s, in);
    uk_piece_begin(s, l, "void", &out);
    head(s, in, &out);
    uk_emit_mark(s, l->start, &out);
    uk_put(&out, 0, "{ (void)@c; ");
    uk_local_types_open(s, l, &out);
    uk_captures_define(s, l, &out);
    uk_edit_take(s, at, at, &out);
    uk_edit_move(s, body, l->end, at);
    out.size = 0;
    uk_buffer_print(&out, " ");
    uk_local_types_close(l, &out);
    uk_edit_add(s, at, at, "%s}\n# 1 \"<ucilk>\" 3\n", out.bytes);
    uk_buffer_free(&out);
}

/* --- Its calls --- */

void uk_inlet_fields(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    if (site->form == UK_TO_INLET) {
        const struct uk_inlet *in = &s->inlets[site->inlet];
        uk_put(out, in->loop, " struct @for_$ *@env;");
        if (in->n_params > uk_inlet_first(site))
            uk_put(out, in->loop, " struct @%s_$ @more;",
                   more_of(uk_inlet_first(site)));
    } else if (uk_site_is_stored(site)) {
        uk_put(out, 0, " void *@env;");
    }
}

/* The arguments behind the spawn, as an initializer. */
static void render_more(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int comma = uk_argument_end(s, s->keywords[site->keyword].token + 1);
    uk_buffer_print(out, "{ ");
    uk_edit_render(s, s->tokens[comma + 1].start,
                   s->tokens[site->call_close].start, out);
    uk_buffer_print(out, " }");
}

/* Before the spawn. */
void uk_inlet_set_fields(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (uk_site_is_stored(site)) {
        uk_put(out, n, "@a_$->@env = ");
        if (site->is_named)
            uk_buffer_print(out, "(void *)(unsigned long)&%s; ", site->name);
        else
            uk_put(out, n, "(void *)(unsigned long)@d_$; ");
        return;
    }
    if (site->form != UK_TO_INLET)
        return;
    const struct uk_inlet *in = &s->inlets[site->inlet];
    uk_put(out, in->loop, "@a_%d->@env = @b_$; ", n);
    if (in->n_params <= uk_inlet_first(site))
        return;
    uk_put(out, in->loop,
           "__builtin_memcpy((void *)&@a_%d->@more, &(struct @%s_$)", n,
           more_of(uk_inlet_first(site)));
    render_more(s, site, out);
    uk_put(out, n, ", sizeof @a_$->@more); ");
}

/* The end of a child's body, from the parenthesis of its call on. */
void uk_inlet_end_body(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    bool has_more = site->form == UK_TO_INLET &&
                    s->inlets[site->inlet].n_params > uk_inlet_first(site);
    uk_buffer_print(out, "); ");
    if (site->form == UK_DROP) {
        if (site->result != NULL)
            uk_put(out, 0, "(void)@r; ");
    } else {
        uk_put(out, n,
               "struct @got_$ @g = { @a->@env, %s%s }; "
               "ucilk_abi_inlet(&@a->@c, @run_$, &@g, sizeof @g); ",
               has_more ? "__ucilk_a->__ucilk_more, " : "",
               site->result != NULL ? "__ucilk_r" : "");
    }
    uk_put(out, 0, "ucilk_abi_child_end(&@a->@c); return 0; }\n");
}

void uk_inlet_define_run(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (site->form == UK_DROP)
        return;
    const struct uk_inlet *in =
        site->form == UK_TO_INLET ? &s->inlets[site->inlet] : NULL;
    uk_put(out, n, "struct @got_$ {");
    uk_inlet_fields(s, site, out);
    if (site->result != NULL)
        uk_put(out, 0, " %s @r;", site->result);
    uk_put(out, n,
           " };\nstatic __attribute__((%s)) void @run_$(void *@p) { struct "
           "@got_$ *@g = @p; ",
           s->hidden);
    if (in == NULL) {
        uk_put(out, n, "@finish_$(@g->@env, &@g->@r); }\n");
        return;
    }
    uk_put(out, in->loop, "@inlet_$(@g->@env%s",
           site->result != NULL ? ", __ucilk_g->__ucilk_r" : "");
    for (int p = uk_inlet_first(site); p < in->n_params; p++)
        uk_put(out, 0, ", @g->@more.%s", uk_inlet_param(s, in, p));
    uk_buffer_print(out, "); }\n");
}

/*
 * add(spawn f(x), k); becomes, since k is evaluated before the child runs,
 *
 *     __extension__ ({ struct __ucilk_more_N __ucilk_a_M = { k };
 *         __ucilk_inlet_N(__ucilk_b_N, f(x), __ucilk_a_M.more); })
 */
void uk_inlet_emit_call(struct uk_source *s, const struct uk_site *site)
{
    struct uk_buffer out = {0};
    const struct uk_inlet *in = &s->inlets[site->inlet];
    int n = uk_site_number(s, site);
    int first = uk_inlet_first(site);
    unsigned start = s->tokens[site->call].start;
    uk_edit_align(s, start, &out);
    uk_buffer_print(&out, "__extension__ ({ ");
    if (in->n_params > first) {
        uk_put(&out, in->loop, "struct @%s_$ @a_%d = ", more_of(first), n);
        render_more(s, site, &out);
        uk_buffer_print(&out, "; ");
    }
    if (site->result != NULL)
        uk_put(&out, in->loop, "@inlet_$(@b_$, ");
    int call = uk_keyword_call(s, &s->keywords[site->keyword]);
    uk_edit_take(s, start, s->tokens[call].start, &out);
    if (site->result == NULL)
        uk_put(&out, in->loop, "; @inlet_$(@b_$");
    for (int p = first; p < in->n_params; p++)
        uk_put(&out, n, ", @a_$.%s", uk_inlet_param(s, in, p));
    uk_buffer_print(&out, "); })");
    uk_edit_take(s, s->tokens[site->close].end, s->tokens[site->call_close].end,
                 &out);
}

/* --- A function that is aborted --- */

bool uk_may_leave(const struct uk_source *s, int function)
{
    return s->may_abort && s->functions[function].returns != NULL;
}

void uk_emit_leave(const struct uk_source *s, int function, int token,
                   struct uk_buffer *out)
{
    const struct uk_function *f = &s->functions[function];
    if (!uk_may_leave(s, function))
        return;
    const struct uk_loop *piece =
        uk_loop_innermost(s, f, s->tokens[token].start);
    uk_buffer_print(out, "if (__builtin_expect(ucilk_abi_aborted(), 0)) ");
    if (piece != NULL ? !piece->is_block : *f->returns == 0)
        uk_buffer_print(out, "return; ");
    else if (piece != NULL)
        uk_buffer_print(out, "return 0; ");
    else
        uk_put(out, 0,
               "{ __typeof__(%s) @none; __builtin_memset((void *)&@none, 0, "
               "sizeof @none); return @none; } ",
               f->returns);
}
