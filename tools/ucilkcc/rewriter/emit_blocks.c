/*
 * The generated text of a spawned statement.
 *
 *     cilk_spawn { body }          becomes
 *     ({ struct __ucilk_for_N __ucilk_a_N; captured variables into it;
 *        a spawn of __ucilk_piece_N_f with it });
 *
 * and the body moves behind the function, into __ucilk_piece_N_f.  That takes
 * what is copied before anybody may run the rest of the function.
 */
#include "source.h"

void uk_block_declare(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_buffer_print(out, "struct __ucilk_for_%d {", n);
    for (int i = 0; i < l->n_captures; i++)
        uk_capture_declare(&l->captures[i], out);
    if (l->n_captures == 0) /* no member at all is an extension */
        uk_buffer_print(out, " char none;");
    uk_buffer_print(out,
                    " };\nstatic const struct ucilk_abi_task "
                    "__ucilk_block_%d;\n",
                    n);
}

/* In the place of the keyword. */
static void emit_spawn(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    const struct uk_token *t = &s->tokens[s->keywords[l->keyword].token];
    int n = uk_loop_number(s, l);
    char frame[UK_FRAME_NAME];
    uk_frame_at(s, l->function, s->keywords[l->keyword].token, frame);
    uk_emit_mark(s, t->start, &out);
    uk_buffer_print(
        &out, "__extension__ ({ struct __ucilk_for_%d __ucilk_a_%d; ", n, n);
    if (l->n_captures == 0)
        uk_buffer_print(&out, "__ucilk_a_%d.none = 0; ", n);
    uk_captures_fill(s, l, &out);
    uk_buffer_print(&out, "void *__ucilk_h_%d_b = ", n);
    if (s->functions[l->function].is_apart)
        uk_buffer_print(&out, "ucilk_abi_apart_spawn((void *)&__ucilk_a_%d, ",
                        n);
    else
        uk_buffer_print(
            &out, "ucilk_abi_spawn_args((void *)&__ucilk_a_%d, 0, 0, ", n);
    uk_buffer_print(&out,
                    "&__ucilk_block_%d, &%s); if (__builtin_expect("
                    "__ucilk_h_%d_b != 0, 0)) ucilk_abi_stolen(&%s, "
                    "__ucilk_h_%d_b, 0, 0); });",
                    n, frame, n, frame, n);
    uk_edit_take(s, t->start, l->start, &out);
    uk_buffer_free(&out);
}

/* Behind the function. */
static void emit_body(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    int n = uk_loop_number(s, l);
    unsigned at = s->tokens[s->functions[l->function].close].end;
    unsigned keyword = s->tokens[s->keywords[l->keyword].token].start;
    struct uk_place place = uk_source_place(s, keyword);
    uk_emit_mark(s, l->start, &out);
    if (l->declarations != NULL)
        uk_buffer_print(&out, "%s", l->declarations);
    uk_source_align(s, keyword, &out);
    uk_piece_attributes(s, l, &out);
    uk_buffer_print(&out,
                    "static void *__ucilk_piece_%d_%s(void *__ucilk_p, "
                    "unsigned long *__ucilk_w)",
                    n, l->around);
    uk_emit_mark(s, l->start, &out);
    uk_buffer_print(&out,
                    "{ struct __ucilk_for_%d *__ucilk_c = __ucilk_p; "
                    "(void)__ucilk_c; ",
                    n);
    uk_captures_define(s, l, &out);
    uk_buffer_print(&out, "ucilk_abi_publish(__ucilk_w); ");
    uk_views_hold(s, n, &out);
    uk_buffer_print(&out, "{");
    if (s->keywords[l->keyword].has_spawns)
        uk_frame_declare(s, l->keyword, &out);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_edit_move(s, l->start, l->end, at);
    out.size = 0;
    uk_emit_mark(s, l->start, &out);
    uk_buffer_print(&out,
                    "} return 0; }\n# 1 \"<ucilk>\" 3\n"
                    "static const struct ucilk_abi_task __ucilk_block_%d = { "
                    "(void (*)(void *))__ucilk_piece_%d_%s, sizeof(struct "
                    "__ucilk_for_%d), 0, 0, 0u, \"spawned statement\", "
                    "\"%s\", %u };\n",
                    n, n, l->around, n, place.file, place.line);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_buffer_free(&out);
}

void uk_block_emit(struct uk_source *s, const struct uk_loop *l)
{
    emit_spawn(s, l);
    emit_body(s, l);
}
