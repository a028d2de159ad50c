/*
 * The generated text of cilk_for.
 *
 *     cilk_for (int i = 0; i < n; i++) body          becomes
 *     { struct __ucilk_for_N __ucilk_l_N; int i = 0;
 *       __ucilk_l_N.__ucilk_go = (i < n);
 *       number of iterations, captured variables and views into __ucilk_l_N;
 *       ucilk_abi_for(&__ucilk_l_N.__ucilk_range); views back }
 *
 * The user's expressions stay where they are, so that warnings about them
 * come as they do for a plain for.  The body moves behind the function, into
 * __ucilk_piece_N: emit_pieces.c.
 */
#include <string.h>

#include "emit.h"

int uk_loop_number(const struct uk_source *s, const struct uk_loop *l)
{
    return (int)(l - s->loops);
}

void uk_loop_step(const struct uk_loop *l, const char *args,
                  struct uk_buffer *out)
{
    if (l->step != NULL)
        uk_buffer_print(out, "(%s(%sL))", l->is_subtracted ? "-" : "", l->step);
    else
        uk_buffer_print(out, "%s%s", args, "__ucilk_step");
}

static void step_here(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    uk_loop_step(
        l, uk_arena_print(&s->arena, "__ucilk_l_%d.", uk_loop_number(s, l)),
        out);
}

/* Is the loop in the body of one that has the variable's address? */
static bool is_pointer_here(const struct uk_source *s, const struct uk_loop *l,
                            const struct uk_capture *c)
{
    unsigned at = uk_keyword_start(s, l->keyword);
    const struct uk_function *f = &s->functions[l->function];
    for (int i = f->n_loops - 1; i >= 0; i--) {
        struct uk_loop *around = &s->loops[f->first_loop + i];
        if (around == l || !uk_loop_holds(around, at))
            continue;
        const struct uk_capture *its = uk_loop_capture(around, c->declared);
        return its != NULL && its->how == UK_SHARE;
    }
    return false;
}

/* The lengths of an array of variable length. */
static void fill_lengths(int n, const struct uk_capture *c, const char *array,
                         struct uk_buffer *out)
{
    for (int k = 0; k < c->n_rows; k++) {
        uk_put(out, n, "@l_$.@n_%s[%d] = sizeof(%s", c->name, k, array);
        for (int j = 0; j < k; j++)
            uk_buffer_print(out, "[0]");
        uk_buffer_print(out, ") / sizeof(%s", array);
        for (int j = 0; j <= k; j++)
            uk_buffer_print(out, "[0]");
        uk_buffer_print(out, "); ");
    }
}

void uk_captures_fill(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    for (int i = 0; i < l->n_types; i++) /* it counts as used */
        if (l->types[i].is_typedef)
            uk_buffer_print(out, "(void)(__typeof__(%s) *)0; ",
                            l->types[i].name);
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        const char *name = c->name;
        bool is_pointer = is_pointer_here(s, l, c);
        const char *value =
            uk_arena_print(&s->arena, is_pointer ? "(*%s)" : "%s", name);
        switch (c->how) {
        case UK_OWN:
        case UK_FIXED: /* it counts as used */
            uk_buffer_print(out, "(void)sizeof %s; ", name);
            break;
        case UK_COPY:
            uk_put(out, n, "@l_$.%s = %s; ", name, value);
            break;
        case UK_BYTES:
        case UK_VIEW:
            if (c->how == UK_VIEW && !s->request->style->cluster)
                uk_put(out, n, "@l_$.%s = (void *)&%s; ", name, value);
            else
                uk_put_name(out, n, name,
                            "__builtin_memcpy((void *)&@l_$.%s~, (const void "
                            "*)&~, sizeof ~); ",
                            c->how == UK_VIEW ? "@views." : "");
            break;
        case UK_ROWS:
        case UK_SHARE:
            uk_put(out, n, "@l_$.%s = (void *)%s%s; ", name,
                   c->how == UK_SHARE ? "&" : "", value);
            if (c->how == UK_ROWS || c->is_pointer)
                value = uk_arena_print(&s->arena, "(*%s)", value);
            fill_lengths(n, c, value, out);
            break;
        }
    }
}

/* The limit, for the second time. */
static void add_limit(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    uk_buffer_print(out, "(");
    if (l->is_simple)
        uk_edit_render(s, l->limit_start, l->limit_end, out);
    else if (l->is_pointer)
        uk_put(out, uk_loop_number(s, l), "(__typeof__(%s + 0))@l_$.@limit",
               l->name);
    else
        uk_put(out, uk_loop_number(s, l), "@l_$.@limit");
    uk_buffer_print(out, ")");
}

/* In what a control variable wraps around on its way to being equal, or NULL.
 */
static const char *wrapped_type(const struct uk_loop *l)
{
    if (*l->order != '!')
        return NULL;
    return l->size == 1     ? "unsigned char"
           : l->size == 2   ? "unsigned short"
           : l->is_unsigned ? l->type
                            : NULL;
}

/* How far it is up to the limit, or down, as an unsigned integer. */
static void add_distance(struct uk_source *s, const struct uk_loop *l, bool up,
                         struct uk_buffer *out)
{
    struct uk_buffer limit = {0};
    add_limit(s, l, &limit);
    const char *to = limit.bytes, *i = l->name;
    const char *word = l->is_wide ? "unsigned __int128" : "unsigned long";
    const char *wrapped = wrapped_type(l);
    if (l->is_pointer)
        uk_buffer_print(out, "(unsigned long)(%s - %s)", up ? to : i,
                        up ? i : to);
    else
        uk_buffer_print(out,
                        "(%s)%s%s%s((%s)(__typeof__(%s + %s))%s - "
                        "(%s)(__typeof__(%s + %s))%s)",
                        word, wrapped != NULL ? "(" : "",
                        wrapped != NULL ? wrapped : "",
                        wrapped != NULL ? ")" : "", word, i, to, up ? to : i,
                        word, i, to, up ? i : to);
    uk_buffer_free(&limit);
}

/* The sign and type of a step that is no constant.  -1 may have been converted
 * to unsigned. */
static const char *step_cast(const struct uk_loop *l)
{
    if (l->is_unsigned && l->size == 4 && *l->order != '<')
        return l->is_subtracted ? "-(long)(int)" : "(long)(int)";
    return l->is_subtracted ? "-(long)" : "(long)";
}

/* The number of iterations, the first of which runs. */
static void add_count(struct uk_source *s, const struct uk_loop *l, bool up,
                      struct uk_buffer *out)
{
    bool is_inclusive = l->order[1] == '=' && *l->order != '!';
    bool is_exclusive = l->order[1] == 0;
    uk_buffer_print(out, "(unsigned long)((");
    add_distance(s, l, up, out);
    uk_buffer_print(out, "%s) / (unsigned long)%s", is_exclusive ? " - 1" : "",
                    up ? "" : "-");
    step_here(s, l, out);
    uk_buffer_print(out, "%s)", is_exclusive || is_inclusive ? " + 1" : "");
}

/* Sets the number of iterations. */
static void emit_count(struct uk_source *s, const struct uk_loop *l,
                       struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    struct uk_place place = uk_source_place(s, uk_keyword_start(s, l->keyword));
    bool is_up = *l->order == '<';
    if (l->step != NULL && *l->order == '!')
        is_up = (*l->step != '-') != l->is_subtracted;
    if (l->is_simple)
        uk_put(out, n, "if (@l_$.@go) { ");
    else
        uk_put(out, n, "if (%s %s @l_$.@limit) { ", l->name, l->order);
    if (l->step == NULL && l->is_step_simple) {
        uk_put(out, n, "@l_$.@step = %s(", step_cast(l));
        uk_edit_render(s, l->step_start, l->step_end, out);
        uk_buffer_print(out, "); ");
    }
    if (l->step == NULL)
        uk_put(out, n,
               "if (__builtin_expect(@l_$.@step %s 0, 0)) "
               "ucilk_abi_for_bad_step(\"%s\", %u); ",
               *l->order == '<'   ? "<="
               : *l->order == '>' ? ">="
                                  : "==",
               place.file, place.line);
    uk_put(out, n, "@l_$.@range.n = ");
    if (l->step == NULL && *l->order == '!') {
        uk_put(out, n, "@l_$.@step > 0 ? ");
        add_count(s, l, true, out);
        uk_buffer_print(out, " : ");
        is_up = false;
    }
    add_count(s, l, is_up, out);
    uk_put(out, n, "; } else @l_$.@range.n = 0; ");
}

/* What follows the user's expressions: all the rest of the statement. */
static void emit_call(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_emit_mark(s, s->tokens[l->close].start, out);
    uk_put(out, n,
           "@l_$.@range.loop = &@loop_$; @l_$.@range.first = 0; @l_$.@start = "
           "%s; ",
           l->name);
    if (l->grain == NULL)
        uk_put(out, n, "@l_$.@range.grain = 0; ");
    emit_count(s, l, out);
    uk_captures_fill(s, l, out);
    /* What the plain loop would leave in it. */
    if (!l->is_own) {
        uk_put(out, n, "%s += (%s)((long)@l_$.@range.n * ", l->name,
               l->is_pointer ? "long" : l->type);
        step_here(s, l, out);
        uk_buffer_print(out, "); ");
    }
    uk_put(out, n,
           s->request->style->pedigrees
               ? "@l_$.@q = ucilk_abi_pedigree(); ucilk_abi_for(&@l_$.@range); "
                 "ucilk_abi_pedigree_go_on(@l_$.@q); "
               : "ucilk_abi_for(&@l_$.@range); ");
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW && s->request->style->cluster)
            uk_put_name(out, n, l->captures[i].name,
                        "__builtin_memcpy((void *)&~, (const void "
                        "*)&@l_$.@views.~, sizeof ~); ");
    uk_buffer_print(out, "}");
}

static void emit_header(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    const struct uk_token *tokens = s->tokens;
    int n = uk_loop_number(s, l);
    unsigned at = uk_keyword_start(s, l->keyword);
    uk_put(&out, n, "{ struct @for_$ @l_$; ");
    uk_edit_take(s, at, tokens[l->open].end, &out);
    if (l->grain != NULL)
        uk_put(&out, 0,
               "@l_%d.@range.grain = (unsigned long)(%.*s); if "
               "((long)@l_%d.@range.grain < 0) @l_%d.@range.grain = 0; ",
               n, (int)(l->grain->end - l->grain->grain),
               s->text + l->grain->grain, n, n);
    if (l->is_simple) {
        uk_put(&out, n, "@l_$.@go = (");
        at = tokens[l->first_end].end;
        uk_edit_take(s, at, tokens[l->first_end + 1].start, &out);
        at = tokens[l->condition_end].start;
    } else {
        uk_put(&out, n, "@l_$.@go = 0; @l_$.@limit = (");
        uk_edit_take(s, tokens[l->first_end].end, l->limit_start, &out);
        at = l->limit_end;
    }
    uk_buffer_print(&out, "); ");
    if (l->step == NULL && !l->is_step_simple) {
        uk_put(&out, n, "@l_$.@step = %s(", step_cast(l));
        uk_edit_take(s, at, l->step_start, &out);
        at = l->step_end;
        uk_buffer_print(&out, "); ");
    } else if (l->increment_start != 0) {
        /* Never: for the warnings about it. */
        uk_put(&out, n, "if (@l_$.@go < 0) ");
        uk_edit_take(s, at, l->increment_start, &out);
        at = l->increment_end;
        uk_buffer_print(&out, "; ");
    }
    emit_call(s, l, &out);
    uk_edit_take(s, at, l->start, &out);
}

void uk_loop_emit(struct uk_source *s, const struct uk_loop *l)
{
    emit_header(s, l);
    uk_loop_emit_piece(s, l);
}
