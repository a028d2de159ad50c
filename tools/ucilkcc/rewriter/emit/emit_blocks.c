/*
 * The generated text of a spawned statement.
 *
 *     cilk_spawn { body }          becomes
 *     ({ struct __ucilk_for_N __ucilk_l_N; captured variables into it;
 *        a spawn of __ucilk_piece_N_f with it });
 *
 * and the body moves behind the function, into __ucilk_piece_N_f.  That takes
 * what is copied before anybody may run the rest of the function.  In
 * `g(cilk_spawn f(x));', where the keyword is within the body, the spawn stands
 * in the place of the semicolon.
 */
#include <ucilk/abi.h>

#include "emit.h"

void uk_block_declare(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_put(out, n, "struct @for_$ {");
    for (int i = 0; i < l->n_captures; i++)
        uk_capture_declare(&l->captures[i], out);
    if (s->request->style->pedigrees)
        uk_put(out, 0, " struct ucilk_pedigree @q;");
    else if (l->n_captures == 0) /* no member at all is an extension */
        uk_buffer_print(out, " char none;");
    uk_put(out, n, " };\nstatic const struct ucilk_abi_task @block_$;\n");
}

static bool is_around_keyword(const struct uk_source *s,
                              const struct uk_loop *l)
{
    const struct uk_keyword *k = &s->keywords[l->keyword];
    return k->first < k->token;
}

/* In the place of the keyword, or of the semicolon. */
static void emit_spawn(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    int token = s->keywords[l->keyword].token, n = uk_loop_number(s, l);
    unsigned start = s->tokens[token].start;
    bool keeps = s->request->style->pedigrees;
    const char *frame =
        uk_frame_at(s, l->function, uk_token_at(s, l->start) - 1);
    uk_emit_mark(s, start, &out);
    uk_put(&out, n, "__extension__ ({ struct @for_$ @l_$; ");
    if (keeps)
        uk_put(
            &out, n,
            "struct ucilk_pedigree @q = ucilk_abi_pedigree(); @l_$.@q = @q; ");
    else if (l->n_captures == 0)
        uk_put(&out, n, "@l_$.none = 0; ");
    uk_captures_fill(s, l, &out);
    uk_put(&out, n, "void *@h_$_b = ");
    if (s->functions[l->function].is_apart && !s->request->elides)
        uk_put(&out, n, "ucilk_abi_apart_spawn((void *)&@l_$, ");
    else
        uk_put(&out, n, "ucilk_abi_spawn_args((void *)&@l_$, 0, 0, ");
    uk_put(&out, n,
           "&@block_$, &%s); %sif (__builtin_expect(@h_$_b != 0, 0)) { "
           "ucilk_abi_stolen(&%s, @h_$_b, 0, 0); ",
           frame, keeps ? "ucilk_abi_pedigree_go_on(__ucilk_q); " : "", frame);
    uk_emit_leave(s, l->function, token, &out);
    uk_buffer_print(&out, "} });");
    if (is_around_keyword(s, l)) {
        const struct uk_token *end = &s->tokens[uk_token_at(s, l->end)];
        uk_edit_take(s, end->start, end->end, &out);
        uk_edit_add(s, start, s->tokens[token].end, " ");
    } else {
        uk_edit_take(s, start, l->start, &out);
    }
}

/* Behind the function. */
static void emit_body(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    int n = uk_loop_number(s, l);
    unsigned at = s->tokens[s->functions[l->function].close].end;
    struct uk_place place = uk_source_place(s, uk_keyword_start(s, l->keyword));
    bool keeps = s->request->style->pedigrees;
    uk_piece_begin(s, l, "void *", &out);
    uk_put(&out, n, "@piece_$_%s(void *@p)", l->around);
    uk_emit_mark(s, l->start, &out);
    uk_buffer_print(&out, "{ ");
    uk_local_types_open(s, l, &out);
    uk_put(&out, n, "struct @for_$ *@c = @p; (void)@c; ");
    if (keeps)
        uk_put(&out, 0, "struct ucilk_pedigree @birth = @c->@q; ");
    uk_captures_define(s, l, &out);
    uk_buffer_print(&out, "ucilk_abi_publish(); %s",
                    keeps ? "ucilk_abi_pedigree_begin(&__ucilk_birth); " : "");
    uk_views_hold(s, n, &out);
    uk_buffer_print(&out, "{");
    uk_body_frame_emit(s, l, &out);
    uk_edit_take(s, at, at, &out);
    uk_edit_move(s, l->start, l->end, at);
    out.size = 0;
    uk_emit_mark(s, l->start, &out);
    uk_buffer_print(&out, "%s} return 0; ", is_around_keyword(s, l) ? ";" : "");
    uk_local_types_close(l, &out);
    uk_put(&out, n,
           "}\n# 1 \"<ucilk>\" 3\nstatic const struct ucilk_abi_task @block_$ "
           "= { (void (*)(void *))@piece_$_%s, sizeof(struct @for_$), 0, 0, "
           "%uu, \"spawned statement\", \"%s\", %u };\n",
           l->around,
           (keeps ? UCILK_ABI_TASK_PEDIGREES : 0) |
               (uk_may_leave(s, l->function) ? UCILK_ABI_TASK_ABORTS : 0),
           place.file, place.line);
    uk_edit_take(s, at, at, &out);
}

void uk_block_emit(struct uk_source *s, const struct uk_loop *l)
{
    emit_spawn(s, l);
    emit_body(s, l);
}
