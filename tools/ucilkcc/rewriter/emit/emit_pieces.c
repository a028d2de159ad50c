/*
 * The generated text that a cilk_for has outside of its function: the struct of
 * what the body takes along, and __ucilk_piece_N, with the body, which runs
 * some of the iterations, with copies of the captured variables or pointers to
 * them under their names.
 */
#include <string.h>

#include <ucilk/abi.h>

#include "emit.h"

/* For clusters: the struct has the views. */
static bool has_views(const struct uk_source *s, const struct uk_loop *l)
{
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW && s->request->style->cluster)
            return true;
    return false;
}

/* The same outside of any function: no breakpoint on a line of the user's is to
 * strike in it. */
static void mark_nowhere(struct uk_buffer *out)
{
    uk_buffer_print(out, "\n# 1 \"<ucilk>\" 3\n");
}

/* Compilers heed restrict in parameters alone: where there is one, the piece
 * has those, which it is given by __ucilk_begin_N. */
static bool has_restrict(const struct uk_loop *l)
{
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].is_restrict)
            return true;
    return false;
}

void uk_capture_declare(const struct uk_capture *c, struct uk_buffer *out)
{
    switch (c->how) {
    case UK_COPY:
    case UK_FIXED: /* for its type alone */
        uk_buffer_print(out, " __typeof__(%s) %s;", c->field, c->name);
        break;
    case UK_BYTES:
    case UK_VIEW:
        if (c->is_local)
            uk_put_name(out, 0, c->name,
                        " char ~[%lld] __attribute__((aligned(%lld)));",
                        c->size, c->align);
        else
            uk_put_name(out, 0, c->name, " __typeof__(%s) ~%s;", c->type,
                        c->lengths);
        break;
    case UK_SHARE:
    case UK_ROWS:
        if (c->n_rows > 0)
            uk_put_name(out, 0, c->name, " void *~; unsigned long @n_~[%d];",
                        c->n_rows);
        else if (c->is_local)
            uk_buffer_print(out, " void *%s;", c->name);
        else
            uk_put_name(out, 0, c->name, " __typeof__(%s) (*~)%s;", c->type,
                        c->lengths);
        break;
    case UK_OWN:
        break;
    }
}

void uk_loop_declare(struct uk_source *s, const struct uk_loop *l,
                     struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_put(out, n,
           "struct @for_$ { struct ucilk_abi_range @range; int @go; long "
           "@step; %s @start; %s @limit;%s",
           l->field, l->limit_type,
           s->request->style->pedigrees ? " struct ucilk_pedigree __ucilk_q;"
                                        : "");
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how != UK_VIEW)
            uk_capture_declare(&l->captures[i], out);
        else if (!has_views(s, l))
            uk_buffer_print(out, " void *%s;", l->captures[i].name);
    if (has_views(s, l)) {
        uk_put(out, n, " struct @views_$ {");
        for (int i = 0; i < l->n_captures; i++)
            if (l->captures[i].how == UK_VIEW)
                uk_capture_declare(&l->captures[i], out);
        uk_put(out, 0, " } @views;");
    }
    uk_put(out, n, " };\nstatic const struct ucilk_abi_loop @loop_$;\n");
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

static const char *control_type(struct uk_source *s, const struct uk_loop *l)
{
    return strcmp(l->field, l->type) != 0
               ? l->type
               : copy_type(s, l, l->type, "__ucilk_c->__ucilk_start");
}

/* What counts the iterations: each has a copy where its address is taken. */
static const char *counter(const struct uk_loop *l)
{
    return l->has_address ? "__ucilk_i" : l->name;
}

/* A pointer to arrays of variable length, or to such a pointer. */
static void declare_rows(const struct uk_capture *c, struct uk_buffer *out)
{
    uk_buffer_print(out, "__typeof__(%s) (%s%s)", c->type,
                    c->is_restrict       ? "*__restrict "
                    : c->how != UK_SHARE ? "*"
                    : c->is_pointer      ? "**const "
                                         : "*const ",
                    c->name);
    for (int k = 0; k < c->n_rows; k++)
        uk_put(out, 0, "[@c->@n_%s[%d]]", c->name, k);
}

static void declare_piece(struct uk_source *s, const struct uk_loop *l,
                          struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    bool is_split = has_restrict(l);
    uk_put(out, n, "@piece_$_%s(struct ", l->around);
    if (is_split)
        uk_put(out, n, "@for_$ *@c");
    else
        uk_put(out, 0, "ucilk_abi_range *@p");
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        if (!c->is_restrict)
            continue;
        uk_buffer_print(out, ", ");
        if (c->n_rows > 0)
            declare_rows(c, out);
        else
            uk_put(out, 0, "__typeof__(@c->%s) __restrict %s", c->name,
                   c->name);
    }
    uk_buffer_print(out, ")");
    uk_emit_mark(s, l->start, out);
    uk_buffer_print(out, "{ ");
    uk_local_types_open(s, l, out);
    if (!is_split)
        uk_put(out, n, "struct @for_$ *@c = (void *)@p; ");
}

static void define_begin(struct uk_source *s, const struct uk_loop *l,
                         struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_put(out, n,
           "static __attribute__((%s)) void @begin_$(struct ucilk_abi_range "
           "*@p) { struct @for_$ *@c = (void *)@p; @piece_$_%s(@c",
           s->hidden, l->around);
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].is_restrict)
            uk_put(out, 0, ", @c->%s", l->captures[i].name);
    uk_buffer_print(out, "); }\n");
}

void uk_captures_define(struct uk_source *s, const struct uk_loop *l,
                        struct uk_buffer *out)
{
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        const char *name = c->name, *type = c->type, *lengths = c->lengths;
        const char *in = c->how == UK_VIEW ? "@c->@views." : "@c->";
        bool is_share = c->how == UK_SHARE && c->n_rows == 0;
        bool is_scalar = c->how == UK_COPY || c->how == UK_FIXED;
        if (c->is_restrict) /* a parameter */
            continue;
        if (c->how == UK_OWN) {
            uk_put_name(out, 0, name, "__typeof__(%s) ~; ", type);
        } else if (c->how == UK_VIEW && !has_views(s, l)) {
            uk_put_name(out, s->reducers[c->reducer].keyword, name,
                        "__typeof__(%s) ~%s; void *const @v_~ = "
                        "ucilk_abi_look_up(@c->~, sizeof ~, &@monoid_$); "
                        "__builtin_memcpy((void *)&~, @v_~, sizeof ~); ",
                        type, lengths);
        } else if (is_share && c->is_local) {
            uk_put_name(out, 0, name, "__typeof__(%s) (*const ~)%s = @c->~; ",
                        type, lengths);
        } else if (is_share) {
            uk_put_name(out, 0, name, "__typeof__(@c->~) const ~ = @c->~; ");
        } else if (c->n_rows > 0) {
            declare_rows(c, out);
            uk_put(out, 0, " = @c->%s; ", name);
        } else if (c->is_local && !is_scalar) {
            uk_put_name(out, 0, name,
                        "__typeof__(%s) ~%s; __builtin_memcpy((void *)&~, "
                        "&%s~, sizeof ~); ",
                        type, lengths, in);
        } else if (*lengths != 0) {
            uk_put_name(out, 0, name,
                        "__typeof__(%s~) ~; __builtin_memcpy(&~, &%s~, sizeof "
                        "~); ",
                        in, in);
        } else if (c->how == UK_FIXED && c->is_constexpr) {
            uk_put_name(out, 0, name, "constexpr __typeof__(%s) ~ = (%s)%s; ",
                        type, type, c->initial);
        } else {
            const char *field = uk_arena_print(&s->arena, "%s%s", in, name);
            uk_put_name(out, 0, name, "%s ~ = %s; ",
                        c->is_local ? type : copy_type(s, l, type, field),
                        c->how == UK_FIXED ? c->initial : field);
        }
    }
}

/* The first iteration's control variable. */
static void define_control(struct uk_source *s, const struct uk_loop *l,
                           struct uk_buffer *out)
{
    uk_buffer_print(out, "%s %s = ", control_type(s, l), counter(l));
    const char *word = l->is_wide ? "unsigned __int128" : "unsigned long";
    if (l->is_pointer)
        uk_put(out, 0, "(%s)@c->@start + (long)(", control_type(s, l));
    else
        uk_put(out, 0, "(%s)((%s)@c->@start + ", l->type, word);
    uk_put(out, 0, "@c->@range.first * (%s)", word);
    uk_loop_step(l, "__ucilk_c->", out);
    uk_buffer_print(out, "); ");
}

/* What to do for all the views of a loop. */
static void define_views(struct uk_source *s, const struct uk_loop *l,
                         bool reduces, struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    uk_put(out, n, "static __attribute__((%s)) void @%s_$(void *@l%s) { ",
           s->hidden, reduces ? "reduce" : "identity",
           reduces ? ", void *@r" : "");
    for (int i = 0; i < l->n_captures; i++) {
        const struct uk_capture *c = &l->captures[i];
        const struct uk_reducer *r = &s->reducers[c->reducer];
        if (c->how != UK_VIEW)
            continue;
        uk_buffer_print(out, "(");
        uk_emit_tokens(s, reduces ? r->reduce : r->identity,
                       reduces ? r->end : r->reduce - 1, out);
        uk_put(out, n, ")(&((struct @views_$ *)@l)->%s", c->name);
        if (reduces)
            uk_put(out, n, ", &((struct @views_$ *)@r)->%s", c->name);
        uk_buffer_print(out, "); ");
    }
    uk_buffer_print(out, "}\n");
}

static void define_loop(struct uk_source *s, const struct uk_loop *l,
                        struct uk_buffer *out)
{
    int n = uk_loop_number(s, l);
    struct uk_place place = uk_source_place(s, uk_keyword_start(s, l->keyword));
    bool is_split = has_restrict(l), views = has_views(s, l);
    if (is_split)
        define_begin(s, l, out);
    for (int reduces = 0; views && reduces < 2; reduces++)
        define_views(s, l, reduces, out);
    uk_put(out, n,
           "static const struct ucilk_abi_loop @loop_$ = { { "
           "ucilk_abi_for_body, sizeof(struct @for_$), ");
    if (views)
        uk_put(out, n,
               "__builtin_offsetof(struct @for_$, @views), sizeof(struct "
               "@views_$)");
    uk_put(out, n, "%s, %uu, \"cilk_for\", \"%s\", %u }, @%s_$%s%s, ",
           views ? "" : "0, 0",
           s->request->style->pedigrees ? UCILK_ABI_TASK_PEDIGREES : 0,
           place.file, place.line, is_split ? "begin" : "piece",
           is_split ? "" : "_", is_split ? "" : l->around);
    uk_put(out, n, views ? "@identity_$, @reduce_$ };\n" : "0, 0 };\n");
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
    const char *name = counter(l);
    const char *sign = l->is_subtracted ? "-" : "+";
    if (s->request->style->pedigrees)
        uk_put(out, 0, "unsigned long @j = @c->@range.first; ");
    uk_put(out, 0, "if (@n == 0) __builtin_unreachable(); ");
    if (l->constant_start != NULL && *l->order != '!')
        uk_buffer_print(out, "if (%s %s %s) __builtin_unreachable(); ", name,
                        *l->order == '<' ? "<" : ">", l->constant_start);
    if (!is_one) {
        uk_put(out, 0, "for (; @n != 0; @n--, %s += ", name);
        uk_loop_step(l, "__ucilk_c->", out);
    } else if (l->is_pointer) {
        uk_put(out, 0,
               "%s const @end = %s %s (long)@n; for (; %s != @end; %s %s= 1",
               control_type(s, l), name, sign, name, name, sign);
    } else {
        const char *type = control_type(s, l);
        uk_put(out, 0, "const %s @end = (%s)((unsigned long)%s %s @n); ", type,
               type, name, sign);
        /* Not over the greatest value of the type, as the plain loop. */
        bool is_monotonic = l->is_unsigned && strcmp(l->order, "<") == 0;
        if (is_monotonic)
            uk_put(out, 0, "if (@end <= %s) __builtin_unreachable(); ", name);
        uk_put(out, 0, "for (; %s %s @end; %s %s= 1", name,
               is_monotonic ? "<" : "!=", name, sign);
    }
    uk_buffer_print(out, ") {");
    /* The iteration's birth: below the loop's node, by its number. */
    if (s->request->style->pedigrees)
        uk_put(out, 0,
               " struct ucilk_pedigree @birth = { @j++, &@c->@q }, *@begun "
               "__attribute__((unused)) = "
               "((void)ucilk_abi_pedigree_begin(&@birth), &@birth);");
    if (l->has_address)
        uk_buffer_print(out, " %s %s = %s;", control_type(s, l), l->name, name);
}

/* What the function's head says about the code for it: the body's is the
 * same. */
static void add_attributes(struct uk_source *s, const struct uk_loop *l,
                           struct uk_buffer *out)
{
    static const char names[] = "target __target__ optimize __optimize__";
    const struct uk_function *f = &s->functions[l->function];
    for (int i = f->first; i < f->open; i++) {
        if (!uk_token_is_any(s, i, names) || !uk_token_is(s, i + 1, "(") ||
            !(uk_token_is_any(s, i - 1, "( ,")))
            continue;
        uk_buffer_print(out, "__attribute__((");
        uk_emit_tokens(s, i, s->tokens[i + 1].match + 1, out);
        uk_buffer_print(out, ")) ");
    }
}

void uk_piece_begin(struct uk_source *s, const struct uk_loop *l,
                    const char *type, struct uk_buffer *out)
{
    uk_emit_mark(s, l->start, out);
    if (l->declarations != NULL)
        uk_buffer_print(out, "%s", l->declarations);
    add_attributes(s, l, out);
    uk_buffer_print(out,
                    "static __attribute__((no_instrument_function, "
                    "patchable_function_entry(0, 0)%s)) %s",
                    has_restrict(l) ? ", noinline" : "", type);
    /* A function of the user's, in place: clang analyses no other ones, and
     * names this place where it cannot transform a loop. */
    uk_source_align(s, uk_keyword_start(s, l->keyword), out);
}

/* Behind the function: __ucilk_piece_N with the body, and what describes the
 * loop. */
void uk_loop_emit_piece(struct uk_source *s, const struct uk_loop *l)
{
    struct uk_buffer out = {0};
    int n = uk_loop_number(s, l);
    unsigned at = s->tokens[s->functions[l->function].close].end;
    uk_piece_begin(s, l, "void", &out);
    declare_piece(s, l, &out);
    uk_put(&out, 0, "unsigned long @n = @c->@range.n; ");
    uk_captures_define(s, l, &out);
    define_control(s, l, &out);
    uk_views_hold(s, n, &out);
    define_for(s, l, &out);
    uk_body_frame_emit(s, l, &out);
    uk_edit_take(s, at, at, &out);
    uk_edit_move(s, l->start, l->end, at);
    uk_emit_mark(s, l->start, &out);
    uk_buffer_print(&out, "} ");
    for (int i = 0; i < l->n_captures; i++)
        if (l->captures[i].how == UK_VIEW)
            uk_put_name(&out, 0, l->captures[i].name,
                        "__builtin_memcpy((void *)%s~, (void *)&~, sizeof ~); ",
                        has_views(s, l) ? "&@c->@views." : "@v_");
    uk_local_types_close(l, &out);
    uk_buffer_print(&out, "}");
    mark_nowhere(&out);
    define_loop(s, l, &out);
    uk_edit_take(s, at, at, &out);
}
