/*
 * The generated text.
 *
 * Before a function that spawns: for each site N the args struct, the task
 * descriptor, and __ucilk_spawn_N_f, which takes the arguments as the callee
 * does: so they are converted, and warned about, as in a call.  Behind the
 * function, where its own name and those it declares are visible: body,
 * finisher, contents of the descriptor.  This text counts as a system header's,
 * so that warnings are about the user's code alone.
 *
 * In the function: the frame, and for each spawn a statement expression, into
 * which the user's operands are not moved but stay where they are:
 *
 *     x = spawn f(a, b);              becomes
 *     __extension__ ({ struct ucilk_abi_spawned __ucilk_r_N =
 *             __ucilk_spawn_N_f(a, b, &__ucilk_frame);
 *         if (__ucilk_r_N.handle) ucilk_abi_link(...); else x = ...; });
 *
 * A destination other than a variable has its address taken first, as
 * __ucilk_d_N.  An argument that is a struct goes straight into the args
 * struct,
 * ((void)(__ucilk_a_N.a1 = b), 0), since compilers do not see through a copy.
 *
 * `T x = spawn f()' stays an initializer.  Where the child is outstanding it
 * sets x to nonsense, which the finisher mends at the sync: nobody may read x
 * before.
 *
 * cilk_future f(a, b) is an expression, a call of __ucilk_future_N_f in the
 * same manner: emit_futures.c.
 */
#include <stdio.h>

#include <ucilk/abi.h>

#include "emit.h"

static int number(const struct uk_source *s, const struct uk_site *site)
{
    return (int)(site - s->sites);
}

static void declare_args(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = number(s, site);
    uk_buffer_print(out, "struct __ucilk_args_%d {%s", n,
                    site->is_in ? " struct ucilk_abi_child __ucilk_c;" : "");
    if (site->pointer != NULL)
        uk_buffer_print(out, " %s fn;", site->pointer);
    for (int i = 0; i < site->n_args; i++)
        uk_buffer_print(out, " %s a%d;", site->args[i].type, i);
    if (site->is_in)
        uk_inlet_fields(s, site, out);
    else if (site->result != NULL)
        uk_buffer_print(out, " %s result;", site->result);
    if (s->request->style->pedigrees)
        uk_buffer_print(out, " struct ucilk_pedigree birth;");
    /* No member at all is an extension. */
    else if (site->pointer == NULL && site->n_args == 0 &&
             site->result == NULL && !site->is_in)
        uk_buffer_print(out, " char none;");
    uk_buffer_print(
        out, " };\nstatic void *__ucilk_body_%d(void *, unsigned long *);\n",
        n);
}

/* The callee's name makes warnings readable. */
static const char *callee(const struct uk_site *site)
{
    return site->callee != NULL ? site->callee : "pointer";
}

/* Into the args struct, before the call of __ucilk_spawn_N_f. */
static bool is_stored_first(const struct uk_site *site, int i)
{
    return site->args[i].is_struct && !site->is_direct;
}

/* The rest of __ucilk_spawn_N_f, but for the last arguments. */
static void call_direct(const struct uk_site *site, bool is_apart,
                        struct uk_buffer *out)
{
    int n_words = 0;
    for (int i = 0; i < site->n_args; i++) {
        n_words += site->args[i].words;
        if (site->args[i].is_struct)
            uk_buffer_print(out,
                            "long __ucilk_w_%d[%d] = {0}; __builtin_memcpy("
                            "__ucilk_w_%d, &__ucilk_%d, sizeof __ucilk_%d); ",
                            i, site->args[i].words, i, i, i);
    }
    uk_buffer_print(out, "return ucilk_abi_%sspawn_%d(",
                    is_apart ? "apart_" : "", n_words);
    for (int i = 0; i < site->n_args; i++)
        if (site->args[i].is_struct)
            for (int w = 0; w < site->args[i].words; w++)
                uk_buffer_print(out, "__ucilk_w_%d[%d], ", i, w);
        else
            uk_buffer_print(out, "(long)__ucilk_%d, ", i);
}

/* The rest of __ucilk_spawn_N_f for any other task, whose arguments are
 * stored. */
static void call_stored(struct uk_source *s, const struct uk_site *site,
                        bool is_apart, struct uk_buffer *out)
{
    bool is_future = site->form == UK_VALUE;
    bool keeps = s->request->style->pedigrees;
    if (keeps)
        uk_buffer_print(out,
                        "struct ucilk_pedigree __ucilk_q = "
                        "ucilk_abi_pedigree(); __ucilk_a->birth = %s; ",
                        is_future ? "ucilk_abi_pedigree_copy()" : "__ucilk_q");
    uk_buffer_print(out, "%s",
                    !keeps      ? "return "
                    : is_future ? "struct ucilk_future __ucilk_h = "
                                : "void *__ucilk_h = ");
    if (site->is_in)
        uk_buffer_print(out, "ucilk_abi_inlets_spawn(__ucilk_a, ");
    else if (is_future && s->request->elides)
        uk_future_call_serial(s, site, out);
    else if (is_future || is_apart)
        uk_buffer_print(out, "ucilk_abi_%s(__ucilk_a, ",
                        is_future ? "future" : "apart_spawn");
    else if (site->result != NULL)
        uk_buffer_print(out,
                        "ucilk_abi_spawn_args(__ucilk_a, (void "
                        "*)&__ucilk_a->result, sizeof __ucilk_a->result, ");
    else
        uk_buffer_print(out, "ucilk_abi_spawn_args(__ucilk_a, 0, 0, ");
}

/* __ucilk_spawn_N_f. */
static void define_spawn(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = number(s, site);
    bool is_future = site->form == UK_VALUE, elides = s->request->elides;
    bool is_apart = s->functions[site->function].is_apart && !elides;
    uk_buffer_print(out,
                    "static __inline__ __attribute__((always_inline, "
                    "artificial%s%s)) %s__ucilk_%s_%d_%s(",
                    site->nonnull != NULL ? ", " : "",
                    site->nonnull != NULL ? site->nonnull : "",
                    is_future         ? "struct ucilk_future "
                    : site->is_direct ? "struct ucilk_abi_spawned "
                                      : "void *",
                    is_future ? "future" : "spawn", n, callee(site));
    if (site->pointer != NULL)
        uk_buffer_print(out, "%s __ucilk_fn, ", site->pointer);
    for (int i = 0; i < site->n_args; i++)
        uk_buffer_print(out, "%s __ucilk_%d, ",
                        is_stored_first(site, i) ? "int" : site->args[i].type,
                        i);
    if (!site->is_direct) /* behind them, since messages count arguments */
        uk_buffer_print(out, "struct __ucilk_args_%d *__ucilk_a, ", n);
    uk_buffer_print(out, "struct ucilk_abi_%s *__ucilk_f%s) { ",
                    site->is_in ? "inlets" : "frame",
                    is_future ? ", long __ucilk_k" : "");
    if (site->is_direct) {
        call_direct(site, is_apart, out);
    } else {
        if (site->pointer != NULL)
            uk_buffer_print(out, "__ucilk_a->fn = __ucilk_fn; ");
        for (int i = 0; i < site->n_args; i++)
            if (is_stored_first(site, i))
                uk_buffer_print(out, "(void)__ucilk_%d; ", i);
            else
                uk_buffer_print(out, "__ucilk_a->a%d = __ucilk_%d; ", i, i);
        call_stored(s, site, is_apart, out);
    }
    if (is_future && elides)
        uk_buffer_print(out, "); (void)__ucilk_f;");
    else
        uk_buffer_print(out, "&__ucilk_task_%d, __ucilk_f%s);", n,
                        is_future      ? ", __ucilk_k"
                        : !site->is_in ? ""
                        : is_apart     ? ", 1"
                                       : ", 0");
    if (s->request->style->pedigrees)
        uk_buffer_print(
            out, " ucilk_abi_pedigree_go_on(__ucilk_q); return __ucilk_h;");
    uk_buffer_print(out, " }\n");
}

static void declare(struct uk_source *s, const struct uk_site *site,
                    struct uk_buffer *out)
{
    int n = number(s, site);
    /* Variables of the function may hide the types' own names. */
    if (site->is_direct && site->result != NULL && !site->result_is_plain)
        uk_buffer_print(out, "typedef %s __ucilk_result_%d;\n", site->result,
                        n);
    if (site->deduced != UK_NONE)
        uk_buffer_print(out, "typedef %s __ucilk_to_%d;\n", site->result, n);
    if (!site->is_direct)
        declare_args(s, site, out);
    if (uk_site_is_stored(site))
        uk_buffer_print(out,
                        "static void __ucilk_finish_%d(void *, const void "
                        "*);\n",
                        n);
    uk_buffer_print(out,
                    "static const struct ucilk_abi_task __ucilk_task_%d;\n", n);
    if (site->form == UK_DROP && site->must_use)
        uk_buffer_print(out,
                        "static __inline__ __attribute__((always_inline, "
                        "artificial, warn_unused_result)) int "
                        "__ucilk_result_of_%d_%s(void) { return 0; }\n",
                        n, callee(site));
    define_spawn(s, site, out);
}

static void define_body(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = number(s, site);
    uk_buffer_print(out,
                    "static void *__ucilk_body_%d(void *__ucilk_p, unsigned "
                    "long *__ucilk_w) { struct __ucilk_args_%d *__ucilk_a = "
                    "__ucilk_p; (void)__ucilk_a; ",
                    n, n);
    /* One by one: as they were stored, which processors are quick with. */
    if (site->pointer != NULL)
        uk_buffer_print(out, "%s __ucilk_fn = __ucilk_a->fn; ", site->pointer);
    for (int i = 0; i < site->n_args; i++)
        uk_buffer_print(out, "%s __ucilk_%d = __ucilk_a->a%d; ",
                        site->args[i].type, i, i);
    bool keeps = s->request->style->pedigrees;
    bool is_future = site->form == UK_VALUE;
    if (keeps)
        uk_buffer_print(out, "struct ucilk_pedigree __ucilk_q = "
                             "__ucilk_a->birth; ");
    uk_buffer_print(out, "ucilk_abi_publish(__ucilk_w); ");
    if (keeps)
        uk_buffer_print(out, "ucilk_abi_pedigree_begin(&__ucilk_q); ");
    const char *drop =
        keeps && is_future ? "ucilk_abi_pedigree_drop(__ucilk_q); " : "";
    if (site->is_in)
        uk_buffer_print(out, "ucilk_abi_child_begin(&__ucilk_a->__ucilk_c); ");
    if (site->result != NULL)
        uk_buffer_print(out, "%s __ucilk_r = ", site->result);
    uk_buffer_print(out, "%s(", site->pointer ? "__ucilk_fn" : site->callee);
    for (int i = 0; i < site->n_args; i++)
        uk_buffer_print(out, "%s__ucilk_%d", i == 0 ? "" : ", ", i);
    if (site->is_in)
        uk_inlet_end_body(s, site, out);
    else if (site->result != NULL)
        uk_buffer_print(out,
                        "); %sreturn ucilk_abi_return((void "
                        "*)&__ucilk_a->result, (void *)&__ucilk_r, "
                        "sizeof __ucilk_r); }\n",
                        drop);
    else
        uk_buffer_print(out, "); %sreturn 0; }\n", drop);
}

static void define_task(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = number(s, site);
    struct uk_place place =
        uk_source_place(s, uk_keyword_start(s, site->keyword));
    uk_buffer_print(out,
                    "static const struct ucilk_abi_task __ucilk_task_%d = "
                    "{ ",
                    n);
    if (site->is_direct)
        uk_buffer_print(out, "(void (*)(void *))%s, 0, 0, ", site->callee);
    else
        uk_buffer_print(out,
                        "(void (*)(void *))__ucilk_body_%d, sizeof(struct "
                        "__ucilk_args_%d), ",
                        n, n);
    if (!site->is_direct && !site->is_in && site->result != NULL)
        uk_buffer_print(out,
                        "__builtin_offsetof(struct __ucilk_args_%d, "
                        "result), ",
                        n);
    else if (!site->is_direct)
        uk_buffer_print(out, "0, ");
    if (site->result != NULL && !site->is_in)
        uk_buffer_print(out, "sizeof(%s), ", site->result);
    else
        uk_buffer_print(out, "0, ");
    bool leaves =
        site->form != UK_VALUE && uk_may_leave(s, site->function);
    uk_buffer_print(
        out, "%uu",
        (site->form == UK_VALUE ? UCILK_ABI_TASK_FUTURE
         : site->is_direct      ? UCILK_ABI_TASK_DIRECT
         : site->is_in          ? UCILK_ABI_TASK_INLETS
                                : 0) |
            (leaves ? UCILK_ABI_TASK_ABORTS : 0) |
            (s->request->style->pedigrees ? UCILK_ABI_TASK_PEDIGREES : 0));
    if (!site->is_direct && !site->is_in && site->result != NULL)
        uk_buffer_print(
            out, " | (sizeof(%s) <= ucilk_abi_returned ? %uu : 0u)",
            site->result, UCILK_ABI_TASK_RETURNS);
    uk_buffer_print(out, ", \"%s\", \"%s\", %u };\n", site->shown, place.file,
                    place.line);
}

static void define_finish(struct uk_source *s, const struct uk_site *site,
                          struct uk_buffer *out)
{
    uk_buffer_print(out,
                    "static void __ucilk_finish_%d(void *__ucilk_d, const void "
                    "*__ucilk_r) { ",
                    number(s, site));
    if (site->result_has_const)
        uk_buffer_print(out,
                        "__builtin_memcpy(__ucilk_d, __ucilk_r, sizeof(%s));",
                        site->result);
    else /* the runtime's copy may be aligned less than its type */
        uk_buffer_print(out,
                        "__typeof__(%s) __ucilk_v; __builtin_memcpy(&__ucilk_v,"
                        " __ucilk_r, sizeof __ucilk_v); "
                        "*(__typeof__(%s) *)__ucilk_d %s __ucilk_v;",
                        site->result, site->destination, site->operator_);
    uk_buffer_print(out, " }\n");
}

static void define(struct uk_source *s, const struct uk_site *site,
                   struct uk_buffer *out)
{
    if (site->callee_declaration != NULL)
        uk_buffer_print(out, "%s", site->callee_declaration);
    if (uk_site_is_stored(site))
        define_finish(s, site, out);
    if (site->is_in)
        uk_inlet_define_run(s, site, out);
    if (!site->is_direct)
        define_body(s, site, out);
    define_task(s, site, out);
}

static void emit_function(struct uk_source *s, int f)
{
    const struct uk_function *function = &s->functions[f];
    struct uk_buffer before = {0}, behind = {0};
    for (int i = 0; i < s->n_inlets; i++)
        if (s->inlets[i].function == f)
            uk_inlet_declare(s, &s->inlets[i], &before);
    for (int i = 0; i < function->n_sites; i++) {
        declare(s, &s->sites[function->first_site + i], &before);
        define(s, &s->sites[function->first_site + i], &behind);
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
    uk_emit_block(s, s->tokens[function->close].end, &behind);
    uk_buffer_free(&before);
    uk_buffer_free(&behind);
    if (function->has_spawns)
        uk_frame_emit(s, function);
}

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

/* What stands before the first operand of the call. */
static void emit_start(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    int n = number(s, site);
    bool is_future = site->form == UK_VALUE;
    if (site->is_deprecated) {
        uk_buffer_print(out, "(void)sizeof");
        align_callee(s, site, out);
        uk_buffer_print(out, "%s; ", site->callee);
    }
    if (site->is_direct)
        uk_buffer_print(out, "struct ucilk_abi_spawned __ucilk_r_%d", n);
    else
        uk_buffer_print(out, "struct __ucilk_args_%d __ucilk_a_%d; ", n, n);
    if (!site->is_direct && !is_future)
        uk_buffer_print(out, "void *__ucilk_h_%d", n);
    if (site->is_in) {
        uk_buffer_print(out, "; ");
        uk_inlet_set_fields(s, site, out);
        uk_buffer_print(out, "__ucilk_h_%d", n);
    }
    if (site->format != UK_NONE) { /* between declaration and value */
        if (!is_future)
            uk_buffer_print(out, "; ");
        uk_emit_format_check(s, site, out);
        if (!is_future)
            uk_buffer_print(out, "__ucilk_h_%d", n);
    }
    if (!is_future)
        uk_buffer_print(out, " =");
    align_callee(s, site, out);
    uk_buffer_print(out, "__ucilk_%s_%d_%s(", is_future ? "future" : "spawn", n,
                    callee(site));
}

static void emit_target(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    if (site->is_branch && !site->is_named) {
        uk_buffer_print(out, "(");
        uk_edit_render(s, s->tokens[site->left].start,
                       s->tokens[site->assign].start, out);
        uk_buffer_print(out, ")");
    } else if (site->is_named) {
        uk_buffer_print(out, "%s", site->name);
    } else {
        uk_buffer_print(out, "*__ucilk_d_%d", number(s, site));
    }
}

static void emit_value(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    int n = number(s, site);
    if (!site->is_direct) {
        uk_buffer_print(out, "*&__ucilk_a_%d.result", n); /* begins here */
        return;
    }
    if (site->result_is_plain) /* for the compiler's messages */
        uk_buffer_print(out, "(%s)", site->result);
    else
        uk_buffer_print(out, "(__ucilk_result_%d)", n);
    /* Of a _Bool only the low byte is defined. */
    uk_buffer_print(out, "%s__ucilk_r_%d.value",
                    site->result_is_bool ? "(unsigned char)" : "", n);
}

/* The call itself, and what becomes of its result. */
static void emit_end(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    int n = number(s, site);
    int keyword = s->keywords[site->keyword].token;
    char handle[32], frame[UK_FRAME_NAME];
    uk_frame_name(s->keywords[site->keyword].frame, frame);
    snprintf(handle, sizeof handle,
             site->is_direct ? "__ucilk_r_%d.handle" : "__ucilk_h_%d", n);
    if (!site->is_direct)
        uk_buffer_print(out, "&__ucilk_a_%d, ", n);
    uk_buffer_print(out, "&%s", site->is_in ? "__ucilk_in" : frame);
    if (site->form == UK_VALUE)
        uk_buffer_print(out, ", __ucilk_k_%d", n);
    if (site->nonnull != NULL) /* clang's place of a null argument */
        uk_edit_align(s, s->tokens[site->close].start, out);
    uk_buffer_print(out, ");");
    if (site->form == UK_VALUE) {
        uk_buffer_print(out, " })");
        return;
    }
    align_callee(s, site, out);
    uk_buffer_print(out, "if (__builtin_expect(%s != 0, 0)) { ", handle);
    if (site->is_in) {
        uk_buffer_print(out, "ucilk_abi_inlets_stolen(&__ucilk_in, %s); ",
                        handle);
        uk_emit_leave(s, site->function, keyword, out);
        uk_buffer_print(out, "} ");
        if (site->form == UK_INIT)
            uk_buffer_print(out, "%s; ", site->name);
        uk_buffer_print(out, " })");
        return;
    }
    uk_buffer_print(out, "ucilk_abi_stolen(&%s, %s, ", frame, handle);
    if (site->form == UK_DROP) {
        uk_buffer_print(out, "0, 0); ");
        uk_emit_leave(s, site->function, keyword, out);
        uk_buffer_print(out, "} ");
        if (site->must_use) {
            align_callee(s, site, out);
            uk_buffer_print(out, "__ucilk_result_of_%d_%s(); (void)0; ", n,
                            callee(site));
        }
        uk_buffer_print(out, "})");
        return;
    }
    /* By way of an integer volatile goes without a warning. */
    uk_buffer_print(out, "(void *)(unsigned long)&");
    emit_target(s, site, out);
    uk_buffer_print(out, ", __ucilk_finish_%d); ", n);
    uk_emit_leave(s, site->function, keyword, out);
    uk_buffer_print(out, "}%s", site->form == UK_ASSIGN ? " else {" : "");
    if (site->waits == 1)
        uk_buffer_print(out, " ucilk_abi_join(&%s);", frame);
    /* Warnings about the assignment are to come where the user has it. */
    if (site->form == UK_ASSIGN) {
        uk_source_align(s, s->tokens[site->left].start, out);
        emit_target(s, site, out);
        uk_source_align(s, s->tokens[site->assign].start, out);
        uk_buffer_print(out, "%s", site->operator_);
    }
    uk_source_align(s, s->tokens[keyword + 1].start, out);
    emit_value(s, site, out);
    uk_buffer_print(out, site->form == UK_ASSIGN ? "; } })" : "; })");
}

/* Results of another frame's children come at its sync, in whichever order the
 * two are: so these are waited for before the spawn. */
static void wait_around(const struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int frame = s->keywords[site->keyword].frame;
    uk_buffer_print(out, "(");
    for (int i = 0; i < site->waits; i++) {
        char name[UK_FRAME_NAME];
        uk_frame_name(frame, name);
        if (frame == UK_NONE ? s->functions[site->function].has_spawns
                             : s->keywords[frame].has_spawns)
            uk_buffer_print(out, "ucilk_abi_join(&%s), ", name);
        frame = frame != UK_NONE ? s->keywords[frame].frame : UK_NONE;
    }
    uk_buffer_print(out, "0); ");
}

static void emit_site(struct uk_source *s, const struct uk_site *site)
{
    struct uk_buffer out = {0};
    const struct uk_token *tokens = s->tokens;
    int n = number(s, site);
    int keyword = s->keywords[site->keyword].token;
    unsigned start = tokens[keyword].start;
    if (site->deduced != UK_NONE)
        uk_edit_add(s, tokens[site->deduced].start, tokens[site->deduced].end,
                    "__ucilk_to_%d", n);
    if (site->form == UK_DROP) {
        open_statement(s, keyword + 1, &out);
    } else if (site->form == UK_TO_INLET) {
        open_statement(s, site->call, &out);
        start = tokens[site->call].start;
    } else if (site->form == UK_INIT) {
        /* Its place: gcc's is the former's, clang's the latter's. */
        align_callee(s, site, &out);
        uk_buffer_print(&out, "__extension__");
        align_callee(s, site, &out);
        uk_buffer_print(&out, "({ ");
    } else if (site->form == UK_VALUE) {
        uk_edit_align(s, tokens[keyword].start, &out);
        open_statement(s, keyword, &out);
    } else {
        open_statement(s, site->assign, &out);
    }
    /* The variable is for breakpoints at -O0: before the spawn there would be
     * no code of the user's line. */
    uk_buffer_print(&out, "int __ucilk_at_%d __attribute__((unused)) =", n);
    align_callee(s, site, &out);
    if (site->is_in && site->waits > 0)
        uk_buffer_print(&out, "(ucilk_abi_inlets_join(&__ucilk_in), 0); ");
    else if (site->waits > 1)
        wait_around(s, site, &out);
    else
        uk_buffer_print(&out, "0; ");
    if (site->form == UK_ASSIGN)
        start = tokens[site->left].start;
    if (site->form == UK_ASSIGN && !site->is_named) {
        uk_buffer_print(&out, "__auto_type __ucilk_d_%d = &(", n);
        uk_edit_take(s, start, start, &out);
        start = tokens[site->assign].start;
        uk_buffer_print(&out, "); ");
    }
    if (site->form == UK_VALUE)
        start = uk_emit_count(s, site, start, &out);
    emit_start(s, site, &out);
    if (site->pointer != NULL) {
        uk_buffer_print(&out, "(");
        uk_edit_take(s, start, tokens[first_of_call(s, site)].start, &out);
        start = tokens[site->open].start;
        uk_buffer_print(&out, "), ");
    }
    for (int i = 0, at = site->open; i < site->n_args; i++) {
        const struct uk_argument *arg = &site->args[i];
        bool is_stored = is_stored_first(site, i);
        if (is_stored && arg->has_const)
            uk_buffer_print(
                &out,
                "((void)__builtin_memcpy((void *)&__ucilk_a_%d.a%d, "
                "(__typeof__(__ucilk_a_%d.a%d)[1]){ ",
                n, i, n, i);
        else if (is_stored)
            uk_buffer_print(&out, "((void)(__ucilk_a_%d.a%d = ", n, i);
        uk_edit_take(s, start, tokens[at + 1].start, &out);
        at = uk_argument_end(s, at + 1);
        start = tokens[at].start;
        if (is_stored && arg->has_const)
            uk_buffer_print(&out, " }, sizeof __ucilk_a_%d.a%d), 0), ", n, i);
        else
            uk_buffer_print(&out, is_stored ? "), 0), " : ", ");
    }
    emit_end(s, site, &out);
    int paren = s->keywords[site->keyword].paren;
    int end = site->form == UK_TO_INLET ? site->call_close
              : paren != UK_NONE        ? tokens[paren].match
                                        : site->close;
    uk_edit_take(s, start, tokens[end].end, &out);
    uk_buffer_free(&out);
}

static void emit_keyword(struct uk_source *s, const struct uk_keyword *k)
{
    const struct uk_token *t = &s->tokens[k->token];
    bool spawns =
        k->frame != UK_NONE
            ? s->keywords[k->frame].has_spawns
            : k->function != UK_NONE && s->functions[k->function].has_spawns;
    char frame[UK_FRAME_NAME];
    uk_frame_name(k->frame, frame);
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
        if (k->function == UK_NONE)
            uk_main_emit(s, k);
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

void uk_emit_block(struct uk_source *s, unsigned offset,
                   const struct uk_buffer *block)
{
    uk_edit_add(s, offset, offset, "\n# 1 \"<ucilk>\" 3\n%s", block->bytes);
}

/* A marker for generated text, which counts as a system header's: on the
 * user's line where it belongs to a loop that is stepped through. */
void uk_emit_mark(struct uk_source *s, unsigned offset, struct uk_buffer *out)
{
    struct uk_place place = uk_source_place(s, offset);
    uk_buffer_print(out, "\n# %u \"%s\" 3\n", place.line, place.file);
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
    for (int i = 0; i < s->n_pragmas; i++)
        if (s->pragmas[i].is_taken)
            uk_edit_add(s, s->pragmas[i].start, s->pragmas[i].end, " ");
    for (int i = 0; i < s->n_functions; i++)
        if (s->functions[i].n_sites > 0 || s->functions[i].n_loops > 0)
            emit_function(s, i);
    for (int i = 0; i < s->n_sites; i++)
        emit_site(s, &s->sites[i]);
    for (int i = 0; i < s->n_keywords; i++)
        emit_keyword(s, &s->keywords[i]);
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
