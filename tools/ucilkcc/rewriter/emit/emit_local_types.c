/*
 * The types of a function that the body of a cilk_for, a spawned statement or
 * an inlet needs are declared again around what the body becomes:
 *
 *     struct { int a; } x;            becomes
 *     struct __ucilk_t_N { int a; }; { ... }
 */
#include "emit.h"

/* The text of one, with the tags in it. */
static void emit(struct uk_source *s, const struct uk_loop *l, int i,
                 struct uk_buffer *out)
{
    unsigned at = l->types[i].start, end = l->types[i].end;
    for (int k = i; k < l->n_types && l->types[k].start < end; k++) {
        if (l->types[k].tag == 0)
            continue;
        unsigned brace = s->tokens[l->types[k].tag].start;
        uk_edit_render(s, at, brace, out);
        uk_put(out, 0, " @t_%u ", l->types[k].start);
        at = brace;
    }
    uk_edit_render(s, at, end, out);
    uk_buffer_print(out, ";");
    uk_emit_mark(s, l->start, out);
}

void uk_local_types_open(struct uk_source *s, const struct uk_loop *l,
                         struct uk_buffer *out)
{
    unsigned end = 0; /* of those before */
    for (int i = 0; i < l->n_types; i++)
        if (l->types[i].end > end) {
            emit(s, l, i, out);
            end = l->types[i].end;
        }
    if (l->n_types > 0)
        uk_buffer_print(out, "{ ");
}

void uk_local_types_close(const struct uk_loop *l, struct uk_buffer *out)
{
    if (l->n_types > 0)
        uk_buffer_print(out, "}");
}
