/*
 * The generated text of cilk_for.
 *
 *     cilk_for (int i = 0; i < n; i++) body          becomes
 *     { struct __ucilk_for_N __ucilk_a_N; int i = 0; __ucilk_a_N.__ucilk_go =
 * (i < n); number of iterations, captured variables and views into __ucilk_a_N;
 *       ucilk_abi_for(&__ucilk_a_N.__ucilk_range); views back }
 *
 * The user's expressions stay where they are, so that warnings about them
 * come as they do for a plain for.  The body moves behind the function, into
 * __ucilk_piece_N, which runs some of the iterations with copies of the
 * captured variables under their own names.
 */
#include <stdio.h>
#include <string.h>

#include "source.h"

static int number(const struct uk_source *s, const struct uk_loop *l)
{
    return (int)(l - s->loops);
}

static bool has_views(const struct uk_loop *l)
{
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW)
            return true;
    return false;
}

/* A marker for generated text, which counts as a system header's: on the
 * user's line where it belongs to a loop that is stepped through. */
static void mark(struct uk_source *s, unsigned offset, struct uk_buffer *out)
{
    struct uk_place place = uk_source_place(s, offset);
    uk_buffer_print(out, "\n# %u \"%s\" 3\n", place.line, place.file);
}

/* The same outside of any function: no breakpoint on a line of the user's is to
 * strike in it. */
static void mark_nowhere(struct uk_buffer *out)
{
    uk_buffer_print(out, "\n# 1 \"<ucilk>\" 3\n");
}

void uk_emit_tokens(struct uk_source *s, int from, int to,
                    struct uk_buffer *out)
{
    for (int i = from; i < to; i++)
        uk_buffer_print(out, "%s ", uk_token_text(s, i));
}

static void declare_field(const struct uk_capture *c, struct uk_buffer *out)
{
    switch (c->how) {
    case UK_COPY:
    case UK_BYTES:
    case UK_VIEW:
        uk_buffer_print(out, " __typeof__(%s) %s%s;", c->type, c->name,
                        c->lengths);
        break;
    case UK_ROWS:
        uk_buffer_print(out, " void *%s; unsigned long __ucilk_%s[%d];",
                        c->name, c->name, c->n_rows);
        break;
    case UK_SHARE:
        uk_buffer_print(out, " __typeof__(%s) (*%s)%s;", c->type, c->name,
                        c->lengths);
        break;
    }
}

void uk_loop_declare(struct uk_source *s, const struct uk_loop *l,
                     struct uk_buffer *out)
{
    int n = number(s, l);
    uk_buffer_print(
        out,
        "struct __ucilk_for_%d { struct ucilk_abi_range __ucilk_range; "
        "int __ucilk_go; long __ucilk_step; %s __ucilk_start; %s "
        "__ucilk_limit;",
        n, l->type, l->limit_type);
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how != UK_VIEW)
            declare_field(&l->captures[i], out);
    if (has_views(l)) {
        uk_buffer_print(out, " struct __ucilk_views_%d {", n);
        for (int i = 0; i < l->n_captures; i++)
            if (l->captures[i].how == UK_VIEW)
                declare_field(&l->captures[i], out);
        uk_buffer_print(out, " } __ucilk_views;");
    }
    uk_buffer_print(out,
                    " };\nstatic const struct ucilk_abi_loop "
                    "__ucilk_loop_%d;\n",
                    n);
}

/* The step as it stands in the piece and at the site. */
static void print_step(struct uk_source *s, const struct uk_loop *l,
                       const char *args, struct uk_buffer *out)
{
    (void)s;
    if (l->step != NULL)
        uk_buffer_print(out, "(%s(%sL))", l->is_subtracted ? "-" : "", l->step);
    else
        uk_buffer_print(out, "%s%s", args, "__ucilk_step");
}

/* The type of a copy: for messages as it is, unless a name in it is that of
 * another copy. */
static const char *copy_type(struct uk_source *s, const struct uk_loop *l,
                             const char *type, const char *field)
{
    const char *const names[] = {"struct ", "union ", "enum "};
    const char *word = type;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(word, names[i], strlen(names[i])) == 0)
            return type;
    for (; *word != 0; word += strspn(word, " *()[]")) {
        size_t length = strcspn(word, " *()[]");
        bool is_own = strncmp(word, l->name, length) == 0;
        for (int i = 0; i < l->n_captures; i++)
            is_own = is_own || strncmp(word, l->captures[i].name, length) == 0;
        if (is_own && length > 0)
            return uk_arena_print(&s->arena, "__typeof__(%s)", field);
        word += length;
    }
    return type;
}

/* Copies of the captured variables, and the first iteration's control
 * variable. */
static void define_locals(struct uk_source *s, const struct uk_loop *l,
                          struct uk_buffer *out)
{
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        const char *in =
            c->how == UK_VIEW ? "__ucilk_c->__ucilk_views." : "__ucilk_c->";
        if (c->how == UK_SHARE)
            continue;
        if (c->how == UK_ROWS) {
            uk_buffer_print(out, "__typeof__(%s) (*%s)", c->type, c->name);
            for (int k = 0; k < c->n_rows; k++)
                uk_buffer_print(out, "[__ucilk_c->__ucilk_%s[%d]]", c->name, k);
            uk_buffer_print(out, " = __ucilk_c->%s; ", c->name);
        } else if (*c->lengths != 0) {
            uk_buffer_print(out,
                            "__typeof__(%s%s) %s; __builtin_memcpy(&%s, &%s%s, "
                            "sizeof %s); ",
                            in, c->name, c->name, c->name, in, c->name,
                            c->name);
        } else {
            char field[256];
            snprintf(field, sizeof field, "%s%s", in, c->name);
            uk_buffer_print(out, "%s %s = %s; ",
                            copy_type(s, l, c->type, field), c->name, field);
        }
    }
    uk_buffer_print(
        out, "%s %s = ", copy_type(s, l, l->type, "__ucilk_c->__ucilk_start"),
        l->name);
    if (l->is_pointer)
        uk_buffer_print(out, "__ucilk_c->__ucilk_start + "
                             "(long)(__ucilk_c->__ucilk_range.first * "
                             "(unsigned long)");
    else if (l->is_wide)
        uk_buffer_print(out,
                        "(%s)((unsigned __int128)__ucilk_c->__ucilk_start + "
                        "__ucilk_c->__ucilk_range.first * (unsigned __int128)",
                        l->type);
    else
        uk_buffer_print(out,
                        "(%s)((unsigned long)__ucilk_c->__ucilk_start + "
                        "__ucilk_c->__ucilk_range.first * (unsigned long)",
                        l->type);
    print_step(s, l, "__ucilk_c->", out);
    uk_buffer_print(out, "); ");
}

static void define_views(struct uk_source *s, const struct uk_loop *l,
                         struct uk_buffer *out)
{
    int n = number(s, l);
    for (int reduce = 0; reduce < 2; reduce++) {
        uk_buffer_print(out, "static void __ucilk_%s_%d(void *__ucilk_l%s) { ",
                        reduce ? "reduce" : "identity", n,
                        reduce ? ", void *__ucilk_r" : "");
        for (int i = 0; i < l->n_captures; i++) {
            const struct uk_capture *c = &l->captures[i];
            if (c->how != UK_VIEW)
                continue;
            const struct uk_reducer *r = &s->reducers[c->reducer];
            uk_buffer_print(out, "(");
            if (reduce)
                uk_emit_tokens(s, r->reduce, r->end, out);
            else
                uk_emit_tokens(s, r->identity, r->reduce - 1, out);
            uk_buffer_print(out,
                            ")(&((struct __ucilk_views_%d *)__ucilk_l)->%s", n,
                            c->name);
            if (reduce)
                uk_buffer_print(out,
                                ", &((struct __ucilk_views_%d *)__ucilk_r)->%s",
                                n, c->name);
            uk_buffer_print(out, "); ");
        }
        uk_buffer_print(out, "}\n");
    }
}

static void define_loop(struct uk_source *s, const struct uk_loop *l,
                        struct uk_buffer *out)
{
    int n = number(s, l);
    struct uk_place place =
        uk_source_place(s, s->tokens[s->keywords[l->keyword].token].start);
    char views[128] = "0, 0", functions[64] = "0, 0";
    if (has_views(l)) {
        define_views(s, l, out);
        snprintf(views, sizeof views,
                 "__builtin_offsetof(struct __ucilk_for_%d, __ucilk_views), "
                 "sizeof(struct __ucilk_views_%d)",
                 n, n);
        snprintf(functions, sizeof functions,
                 "__ucilk_identity_%d, __ucilk_reduce_%d", n, n);
    }
    uk_buffer_print(
        out,
        "static const struct ucilk_abi_loop __ucilk_loop_%d = { { "
        "ucilk_abi_for_body, sizeof(struct __ucilk_for_%d), %s, 0u, "
        "\"cilk_for\", \"%s\", %u }, __ucilk_piece_%d_%s, %s };\n",
        n, n, views, place.file, place.line, n, l->around, functions);
}

/*
 * The loop of a piece.  Steps of 1 need no counter beside the control variable,
 * which takes a register and an instruction; another step would leave the
 * compiler to show that it meets the end.
 */
static void define_for(struct uk_source *s, const struct uk_loop *l,
                       struct uk_buffer *out)
{
    bool is_one = l->step != NULL && strcmp(l->step, "1") == 0 && !l->is_wide;
    const char *sign = l->is_subtracted ? "-" : "+";
    uk_buffer_print(out, "if (__ucilk_n == 0) __builtin_unreachable(); ");
    if (l->constant_start != NULL && *l->order != '!')
        uk_buffer_print(out, "if (%s %s %s) __builtin_unreachable(); ", l->name,
                        *l->order == '<' ? "<" : ">", l->constant_start);
    if (!is_one || l->has_address) {
        uk_buffer_print(out,
                        "for (; __ucilk_n != 0; __ucilk_n--, %s += ", l->name);
        print_step(s, l, "__ucilk_c->", out);
    } else if (l->is_pointer) {
        uk_buffer_print(out,
                        "%s const __ucilk_end = %s %s (long)__ucilk_n; "
                        "for (; %s != __ucilk_end; %s %s= 1",
                        copy_type(s, l, l->type, "__ucilk_c->__ucilk_start"),
                        l->name, sign, l->name, l->name, sign);
    } else {
        const char *type = copy_type(s, l, l->type, "__ucilk_c->__ucilk_start");
        uk_buffer_print(out,
                        "const %s __ucilk_end = (%s)((unsigned long)%s %s "
                        "__ucilk_n); ",
                        type, type, l->name, sign);
        /* Not over the greatest value of the type, as the plain loop. */
        bool is_monotonic = l->is_unsigned && strcmp(l->order, "<") == 0;
        if (is_monotonic)
            uk_buffer_print(out,
                            "if (__ucilk_end <= %s) __builtin_unreachable(); ",
                            l->name);
        uk_buffer_print(out, "for (; %s %s __ucilk_end; %s %s= 1", l->name,
                        is_monotonic ? "<" : "!=", l->name, sign);
    }
    uk_buffer_print(out, ") {");
}

/* What the function's head says about the code for it: the body's is the
 * same. */
static void add_attributes(struct uk_source *s, const struct uk_loop *l,
                           struct uk_buffer *out)
{
    static const char *const names[] = {"target", "__target__", "optimize",
                                        "__optimize__", NULL};
    const struct uk_function *f = &s->functions[l->function];
    for (int i = f->first; i < f->open; i++) {
        if (!uk_token_is_any(s, i, names) || !uk_token_is(s, i + 1, "(") ||
            !(uk_token_is(s, i - 1, "(") || uk_token_is(s, i - 1, ",")))
            continue;
        uk_buffer_print(out, "__attribute__((");
        uk_emit_tokens(s, i, s->tokens[i + 1].match + 1, out);
        uk_buffer_print(out, ")) ");
    }
}

/* Behind the function: __ucilk_piece_N with the body, and what describes the
 * loop. */
static void emit_piece(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    int n = number(s, l);
    unsigned at = s->tokens[s->functions[l->function].close].end;
    bool has_frame = s->keywords[l->keyword].has_spawns;
    mark(s, l->start, &out);
    if (l->declarations != NULL)
        uk_buffer_print(&out, "%s", l->declarations);
    /* A function of the user's, in place: clang analyses no other ones. */
    uk_source_align(s, s->tokens[s->keywords[l->keyword].token].start, &out);
    add_attributes(s, l, &out);
    uk_buffer_print(&out,
                    "static void __ucilk_piece_%d_%s(struct ucilk_abi_range "
                    "*__ucilk_p)",
                    n, l->around);
    mark(s, l->start, &out);
    uk_buffer_print(&out,
                    "{ struct __ucilk_for_%d *__ucilk_c = (void *)__ucilk_p; "
                    "unsigned long __ucilk_n = __ucilk_c->__ucilk_range.n; ",
                    n);
    define_locals(s, l, &out);
    define_for(s, l, &out);
    if (has_frame)
        uk_frame_declare(s, l->keyword, &out);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_edit_move(s, l->start, l->end, at);
    out.size = 0;
    mark(s, l->start, &out);
    uk_buffer_print(&out, "} ");
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW)
            uk_buffer_print(
                &out,
                "__builtin_memcpy(&__ucilk_c->__ucilk_views.%s, &%s, "
                "sizeof %s); ",
                l->captures[i].name, l->captures[i].name, l->captures[i].name);
    uk_buffer_print(&out, "}");
    mark_nowhere(&out);
    define_loop(s, l, &out);
    uk_edit_add(s, at, at, "%s", out.bytes);
    uk_buffer_free(&out);
}

/* Is the loop in the body of one that has the static variable's address? */
static bool is_shared_around(const struct uk_source *s, const struct uk_loop *l,
                             const struct uk_capture *c)
{
    unsigned at = s->tokens[s->keywords[l->keyword].token].start;
    const struct uk_function *f = &s->functions[l->function];
    for (int i = 0; i < f->n_loops; i++) {
        const struct uk_loop *around = &s->loops[f->first_loop + i];
        if (around == l || at < around->start || at >= around->end)
            continue;
        for (int k = 0; k < around->n_captures; k++)
            if (around->captures[k].declared == c->declared)
                return true;
    }
    return false;
}

static void fill(struct uk_source *s, const struct uk_loop *l,
                 struct uk_buffer *out)
{
    int n = number(s, l);
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        const char *name = c->name;
        switch (c->how) {
        case UK_COPY:
            uk_buffer_print(out, "__ucilk_a_%d.%s = %s; ", n, name, name);
            break;
        case UK_BYTES:
            uk_buffer_print(out,
                            "__builtin_memcpy((void *)&__ucilk_a_%d.%s, (const "
                            "void *)&%s, sizeof %s); ",
                            n, name, name, name);
            break;
        case UK_VIEW:
            uk_buffer_print(
                out,
                "__builtin_memcpy((void *)&__ucilk_a_%d.__ucilk_views."
                "%s, (const void *)&%s, sizeof %s); ",
                n, name, name, name);
            break;
        case UK_ROWS:
            uk_buffer_print(out, "__ucilk_a_%d.%s = (void *)%s; ", n, name,
                            name);
            for (int k = 0; k < c->n_rows; k++) {
                uk_buffer_print(out,
                                "__ucilk_a_%d.__ucilk_%s[%d] = sizeof((*%s)", n,
                                name, k, name);
                for (int j = 0; j < k; j++)
                    uk_buffer_print(out, "[0]");
                uk_buffer_print(out, ") / sizeof((*%s)", name);
                for (int j = 0; j <= k; j++)
                    uk_buffer_print(out, "[0]");
                uk_buffer_print(out, "); ");
            }
            break;
        case UK_SHARE:
            uk_buffer_print(out,
                            is_shared_around(s, l, c)
                                ? "__ucilk_a_%d.%s = "
                                  "__ucilk_c->%s; "
                                : "__ucilk_a_%d.%s = &%s; ",
                            n, name, name);
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
    else
        uk_buffer_print(out, "__ucilk_a_%d.__ucilk_limit", number(s, l));
    uk_buffer_print(out, ")");
}

/* How far it is up to the limit, or down, as an unsigned integer. */
static void add_distance(struct uk_source *s, const struct uk_loop *l, bool up,
                         struct uk_buffer *out)
{
    struct uk_buffer limit = {0};
    add_limit(s, l, &limit);
    const char *to = limit.bytes, *i = l->name;
    const char *word = l->is_wide ? "unsigned __int128" : "unsigned long";
    bool is_wrapped = l->is_unsigned && *l->order == '!';
    if (l->is_pointer)
        uk_buffer_print(out, "(unsigned long)(%s - %s)", up ? to : i,
                        up ? i : to);
    else
        uk_buffer_print(out,
                        "(%s)%s%s%s((%s)(__typeof__(%s + %s))%s - "
                        "(%s)(__typeof__(%s + %s))%s)",
                        word, is_wrapped ? "(" : "", is_wrapped ? l->type : "",
                        is_wrapped ? ")" : "", word, i, to, up ? to : i, word,
                        i, to, up ? i : to);
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
    char args[32];
    bool is_inclusive = l->order[1] == '=' && *l->order != '!';
    bool is_exclusive = l->order[1] == 0;
    snprintf(args, sizeof args, "__ucilk_a_%d.", number(s, l));
    uk_buffer_print(out, "(unsigned long)((");
    add_distance(s, l, up, out);
    uk_buffer_print(out, "%s) / (unsigned long)%s", is_exclusive ? " - 1" : "",
                    up ? "" : "-");
    print_step(s, l, args, out);
    uk_buffer_print(out, "%s)", is_exclusive || is_inclusive ? " + 1" : "");
}

/* Sets the number of iterations. */
static void emit_count(struct uk_source *s, const struct uk_loop *l,
                       struct uk_buffer *out)
{
    int n = number(s, l);
    struct uk_place place =
        uk_source_place(s, s->tokens[s->keywords[l->keyword].token].start);
    bool is_up = *l->order == '<' || (*l->order == '!' && !l->is_subtracted &&
                                      (l->step == NULL || *l->step != '-'));
    if (l->step != NULL && *l->order == '!')
        is_up = (*l->step != '-') != l->is_subtracted;
    if (l->is_simple)
        uk_buffer_print(out, "if (__ucilk_a_%d.__ucilk_go) { ", n);
    else
        uk_buffer_print(out, "if (%s %s __ucilk_a_%d.__ucilk_limit) { ",
                        l->name, l->order, n);
    if (l->step == NULL && l->is_step_simple) {
        uk_buffer_print(out, "__ucilk_a_%d.__ucilk_step = %s(", n,
                        step_cast(l));
        uk_edit_render(s, l->step_start, l->step_end, out);
        uk_buffer_print(out, "); ");
    }
    if (l->step == NULL)
        uk_buffer_print(
            out,
            "if (__builtin_expect(__ucilk_a_%d.__ucilk_step %s 0, 0)) "
            "ucilk_abi_for_bad_step(\"%s\", %u); ",
            n,
            *l->order == '<'   ? "<="
            : *l->order == '>' ? ">="
                               : "==",
            place.file, place.line);
    uk_buffer_print(out, "__ucilk_a_%d.__ucilk_range.n = ", n);
    if (l->step == NULL && *l->order == '!') {
        uk_buffer_print(out, "__ucilk_a_%d.__ucilk_step > 0 ? ", n);
        add_count(s, l, true, out);
        uk_buffer_print(out, " : ");
        is_up = false;
    }
    add_count(s, l, is_up, out);
    uk_buffer_print(out, "; } else __ucilk_a_%d.__ucilk_range.n = 0; ", n);
}

/* What follows the user's expressions: all the rest of the statement. */
static void emit_call(struct uk_source *s, const struct uk_loop *l,
                      struct uk_buffer *out)
{
    int n = number(s, l);
    mark(s, s->tokens[l->close].start, out);
    uk_buffer_print(out,
                    "__ucilk_a_%d.__ucilk_range.loop = &__ucilk_loop_%d; "
                    "__ucilk_a_%d.__ucilk_range.first = 0; "
                    "__ucilk_a_%d.__ucilk_start = %s; ",
                    n, n, n, n, l->name);
    if (l->grain == NULL)
        uk_buffer_print(out, "__ucilk_a_%d.__ucilk_range.grain = 0; ", n);
    emit_count(s, l, out);
    fill(s, l, out);
    /* What the plain loop would leave in it. */
    if (!l->is_own) {
        char args[32];
        snprintf(args, sizeof args, "__ucilk_a_%d.", n);
        uk_buffer_print(out, "%s += (%s)((long)__ucilk_a_%d.__ucilk_range.n * ",
                        l->name, l->is_pointer ? "long" : l->type, n);
        print_step(s, l, args, out);
        uk_buffer_print(out, "); ");
    }
    uk_buffer_print(out, "ucilk_abi_for(&__ucilk_a_%d.__ucilk_range); ", n);
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW)
            uk_buffer_print(out,
                            "__builtin_memcpy((void *)&%s, (const void "
                            "*)&__ucilk_a_%d.__ucilk_views.%s, sizeof %s); ",
                            l->captures[i].name, n, l->captures[i].name,
                            l->captures[i].name);
    uk_buffer_print(out, "}");
}

static void add_edit(struct uk_source *s, unsigned start, unsigned end,
                     struct uk_buffer *text)
{
    uk_edit_add(s, start, end, "%s", text->bytes);
    text->size = 0;
}

static void emit_header(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    const struct uk_token *tokens = s->tokens;
    int n = number(s, l);
    unsigned at = tokens[s->keywords[l->keyword].token].start;
    uk_buffer_print(&out, "{ struct __ucilk_for_%d __ucilk_a_%d; ", n, n);
    add_edit(s, at, tokens[l->open].end, &out);
    if (l->grain != NULL)
        uk_buffer_print(
            &out,
            "__ucilk_a_%d.__ucilk_range.grain = (unsigned long)(%.*s); "
            "if ((long)__ucilk_a_%d.__ucilk_range.grain < 0) "
            "__ucilk_a_%d.__ucilk_range.grain = 0; ",
            n, (int)(l->grain->end - l->grain->grain),
            s->text + l->grain->grain, n, n);
    if (l->is_simple) {
        uk_buffer_print(&out, "__ucilk_a_%d.__ucilk_go = (", n);
        at = tokens[l->first_end].end;
        add_edit(s, at, tokens[l->first_end + 1].start, &out);
        at = tokens[l->condition_end].start;
    } else {
        uk_buffer_print(
            &out, "__ucilk_a_%d.__ucilk_go = 0; __ucilk_a_%d.__ucilk_limit = (",
            n, n);
        add_edit(s, tokens[l->first_end].end, l->limit_start, &out);
        at = l->limit_end;
    }
    uk_buffer_print(&out, "); ");
    if (l->step == NULL && !l->is_step_simple) {
        uk_buffer_print(&out, "__ucilk_a_%d.__ucilk_step = %s(", n,
                        step_cast(l));
        add_edit(s, at, l->step_start, &out);
        at = l->step_end;
        uk_buffer_print(&out, "); ");
    } else if (l->increment_start != 0) {
        /* Never: for the warnings about it. */
        uk_buffer_print(&out, "if (__ucilk_a_%d.__ucilk_go < 0) ", n);
        add_edit(s, at, l->increment_start, &out);
        at = l->increment_end;
        uk_buffer_print(&out, "; ");
    }
    emit_call(s, l, &out);
    add_edit(s, at, l->start, &out);
    uk_buffer_free(&out);
}

void uk_loop_emit(struct uk_source *s, const struct uk_loop *l)
{
    if (l->grain != NULL)
        uk_edit_add(s, l->grain->start, l->grain->end, " ");
    emit_header(s, l);
    emit_piece(s, l);
}
