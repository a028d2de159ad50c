/*
 * The generated text, construct by construct, as edits.
 *
 *     emit_tasks.c        what a spawn has outside of its function
 *     emit_calls.c        the spawn as a call with arguments of any kind
 *     emit_spawns.c       what it becomes in it; emit_futures.c
 *     emit_frames.c       frames; sync, return, cilk_scope
 *     emit_loops.c        cilk_for; emit_pieces.c: what its body becomes
 *     emit_blocks.c       spawned statements
 *     emit_local_types.c  types that such bodies need
 *     emit_reducers.c     reducers
 *     emit_inlets.c       inlets; how a function is left behind an abort
 *     emit_main.c         `cilk int main'
 *     elide.c             the serial elision
 */
#include "emit.h"

static void emit_function(struct uk_source *s, int f)
{
    const struct uk_function *function = &s->functions[f];
    struct uk_buffer before = {0}, behind = {0};
    for (int i = 0; i < s->n_inlets; i++)
        if (s->inlets[i].function == f)
            uk_inlet_declare(s, &s->inlets[i], &before);
    for (int i = 0; i < function->n_sites; i++) {
        uk_task_declare(s, &s->sites[function->first_site + i], &before);
        uk_task_define(s, &s->sites[function->first_site + i], &behind);
    }
    for (int i = 0; i < function->n_loops; i++) {
        const struct uk_loop *l = &s->loops[function->first_loop + i];
        if (l->is_block)
            uk_block_declare(s, l, &before);
        else if (!l->is_inlet)
            uk_loop_declare(s, l, &before);
    }
    uk_buffer_add(&behind, "", 0);
    uk_emit_block(s, function->start, &before);
    if (function->n_sites > 0 && s->n_wide_functions > 0)
        uk_edit_add(s, function->start, function->start,
                    "__attribute__((__noinline__)) ");
    uk_emit_block(s, s->tokens[function->close].end, &behind);
    if (function->has_spawns)
        uk_frame_emit(s, function);
}

static void emit_keyword(struct uk_source *s, const struct uk_keyword *k)
{
    const struct uk_token *t = &s->tokens[k->token];
    bool spawns =
        k->frame != UK_NONE
            ? s->keywords[k->frame].has_spawns
            : k->function != UK_NONE && s->functions[k->function].has_spawns;
    const char *frame = uk_frame_name(s, k->frame);
    switch (k->word) {
    case UK_SPAWN:
    case UK_FUTURE:
    case UK_FOR:
    case UK_BLOCK:
    case UK_REDUCER:
        break;
    case UK_SYNC:
        if (spawns)
            uk_sync_emit(s, k, frame);
        else
            uk_edit_add(s, t->start, t->end, "(void)0");
        break;
    case UK_SYNCHED:
        if (uk_inlet_around(s, t->start) != NULL) /* never wrong */
            uk_edit_add(s, t->start, t->end, "0");
        else if (spawns)
            /* 1 and 2 are marks of frames without children. */
            uk_edit_add(s, t->start, t->end,
                        "((unsigned long)%s.outstanding < 3)", frame);
        else
            uk_edit_add(s, t->start, t->end, "1");
        break;
    case UK_SCOPE:
        uk_scope_emit(s, k);
        break;
    case UK_QUALIFIER:
        uk_edit_add(s, t->start, t->end, " ");
        break;
    case UK_INLET:
        break;
    case UK_ABORT:
        uk_edit_add(s, t->start, t->end, "%s",
                    !spawns ? "(void)0"
                    : uk_inlet_around(s, t->start) != NULL
                        ? "ucilk_abi_abort(__ucilk_c->__ucilk_in)"
                        : "ucilk_abi_abort(&__ucilk_in)");
        break;
    }
}

static void put(struct uk_buffer *out, int n, const char *name,
                const char *format, va_list list)
{
    struct uk_buffer filled = {0}, text = {0};
    bool is_literal = false;
    for (; *format != 0; format++)
        if (*format == '$')
            uk_buffer_print(&filled, "%d", n);
        else if (*format == '~')
            uk_buffer_print(&filled, "%s", name);
        else
            uk_buffer_add(&filled, format, 1);
    uk_buffer_vprint(&text, filled.bytes, list);
    for (const char *p = text.bytes; *p != 0; p++) {
        is_literal ^= *p == '"' && (p == text.bytes || p[-1] != '\\');
        if (*p == '@' && !is_literal)
            uk_buffer_print(out, "__ucilk_");
        else
            uk_buffer_add(out, p, 1);
    }
    uk_buffer_free(&filled);
    uk_buffer_free(&text);
}

void uk_put(struct uk_buffer *out, int n, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(out, n, "", format, list);
    va_end(list);
}

void uk_put_name(struct uk_buffer *out, int n, const char *name,
                 const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(out, n, name, format, list);
    va_end(list);
}

void uk_emit_block(struct uk_source *s, unsigned offset,
                   struct uk_buffer *block)
{
    uk_edit_add(s, offset, offset, "\n# 1 \"<ucilk>\" 3\n%s", block->bytes);
    uk_buffer_free(block);
}

void uk_emit_tokens(struct uk_source *s, int from, int to,
                    struct uk_buffer *out)
{
    for (int i = from; i < to; i++)
        uk_buffer_print(out, "%s ", uk_token_text(s, i));
}

void uk_source_emit(struct uk_source *s)
{
    uk_edit_sort(s);
    uk_calls_find(s);
    for (int i = 0; i < s->n_pragmas; i++)
        if (s->pragmas[i].is_taken)
            uk_edit_add(s, s->pragmas[i].start, s->pragmas[i].end, " ");
    for (int i = 0; i < s->n_functions; i++)
        if (s->functions[i].n_sites > 0 || s->functions[i].n_loops > 0)
            emit_function(s, i);
    for (int i = 0; i < s->n_sites; i++)
        uk_site_emit(s, &s->sites[i]);
    for (int i = 0; i < s->n_keywords; i++)
        emit_keyword(s, &s->keywords[i]);
    uk_frames_end_first(s);
    for (int i = 0; i < s->n_returns; i++)
        uk_return_emit(s, i);
    uk_reducers_emit(s);
    uk_edit_sort(s);
    for (int i = 0; i < s->n_loops; i++)
        if (s->loops[i].is_block)
            uk_block_emit(s, &s->loops[i]);
        else if (!s->loops[i].is_inlet)
            uk_loop_emit(s, &s->loops[i]);
    for (int i = 0; i < s->n_inlets; i++)
        uk_inlet_emit(s, &s->inlets[i]);
}
