/*
 * What a spawn or future has outside of its function: the task.
 *
 *     spawn f(a, b)                  has, before the function,
 *     struct __ucilk_args_N { int a0; long a1; long result; };
 *     static const struct ucilk_abi_task __ucilk_task_N;
 *     static inline struct ucilk_abi_spawned __ucilk_spawn_N_f(int __ucilk_0,
 *         long __ucilk_1, struct ucilk_abi_frame *__ucilk_f) { ... }
 *
 * which takes the arguments as the callee does: so they are converted, and
 * warned about, as in a call.  A direct task, whose arguments registers pass,
 * has no args struct.  Behind the function, where its own name and those that
 * it declares are visible, stand
 *
 *     static void *__ucilk_body_N(void *)
 *     static void __ucilk_finish_N(void *, const void *)
 *     static const struct ucilk_abi_task __ucilk_task_N = { ... };
 *
 * The body calls f, unless the task is direct; the finisher stores a result
 * that comes at the sync.
 *
 * All of it counts as a system header's, so that warnings are about the user's
 * code alone.
 */
#include <string.h>
#include <ucilk/abi.h>

#include "emit.h"

/* The callee's name makes warnings readable. */
const char *uk_task_callee(const struct uk_site *site)
{
    return site->callee != NULL ? site->callee : "pointer";
}

bool uk_task_stores_first(const struct uk_site *site, int i)
{
    return site->args[i].is_struct && !site->is_direct;
}

static void declare_args(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    uk_put(out, n, "struct @args_$ {%s",
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
    uk_buffer_print(out, " };\n");
    if (!site->is_written)
        uk_put(out, n, "static __attribute__((%s)) void *@body_$(void *);\n",
               s->hidden);
}

/* The rest of __ucilk_spawn_N_f, but for the last arguments. */
static void call_direct(const struct uk_site *site, bool is_apart,
                        struct uk_buffer *out)
{
    int n_words = 0;
    for (int i = 0; i < site->n_args; i++) {
        n_words += site->args[i].words;
        if (site->args[i].is_struct)
            uk_put(out, 0,
                   "long @w_%d[%d] = {0}; __builtin_memcpy(@w_%d, &@%d, sizeof "
                   "@%d); ",
                   i, site->args[i].words, i, i, i);
    }
    uk_buffer_print(out, "return ucilk_abi_%sspawn_%d(",
                    is_apart ? "apart_" : "", n_words);
    for (int i = 0; i < site->n_args; i++)
        if (site->args[i].is_struct)
            for (int w = 0; w < site->args[i].words; w++)
                uk_put(out, 0, "@w_%d[%d], ", i, w);
        else
            uk_put(out, 0, "(long)@%d, ", i);
}

/* The rest of __ucilk_spawn_N_f for any other task, whose arguments are
 * stored. */
static void call_stored(struct uk_source *s, const struct uk_site *site,
                        bool is_apart, struct uk_buffer *out)
{
    bool is_future = site->form == UK_VALUE;
    bool keeps = s->request->style->pedigrees;
    if (keeps)
        uk_put(
            out, 0,
            "struct ucilk_pedigree @q = ucilk_abi_pedigree(); @a->birth = %s; ",
            is_future ? "ucilk_abi_pedigree_copy()" : "__ucilk_q");
    uk_buffer_print(out, "%s",
                    !keeps      ? "return "
                    : is_future ? "struct ucilk_future __ucilk_h = "
                                : "void *__ucilk_h = ");
    if (site->is_in)
        uk_put(out, 0, "ucilk_abi_inlets_spawn(@a, ");
    else if (is_future && s->request->elides)
        uk_future_call_serial(s, site, out);
    else if (is_future || is_apart)
        uk_put(out, 0, "ucilk_abi_%s(@a, ",
               site->is_group ? "group"
               : is_future    ? "future"
                              : "apart_spawn");
    else if (site->result != NULL)
        uk_put(out, 0,
               "ucilk_abi_spawn_args(@a, (void *)&@a->result, sizeof "
               "@a->result, ");
    else
        uk_put(out, 0, "ucilk_abi_spawn_args(@a, 0, 0, ");
}

/* The argument of ucilk_abi_group. */
static const char *blobs_of(struct uk_source *s, const struct uk_site *site)
{
    if (site->n_blobs_in + site->n_blobs_out == 0)
        return "(const struct ucilk_abi_blobs *)0, ";
    return uk_arena_print(&s->arena, "&__ucilk_blobs_%d, ",
                          uk_site_number(s, site));
}

/* Where a group's blobs are. */
static void define_blobs(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (site->n_blobs_in + site->n_blobs_out == 0)
        return;
    uk_put(out, n, "static const unsigned @at_$[] = {");
    for (int i = 0; i < site->n_blobs_in; i++)
        uk_put(out, n, " __builtin_offsetof(struct @args_$, a%d) + %lld,",
               site->blobs[i].argument, site->blobs[i].at);
    for (int i = 0; i < site->n_blobs_out; i++)
        uk_buffer_print(out, " %lld,", site->blobs[site->n_blobs_in + i].at);
    uk_put(out, n,
           " };\nstatic const struct ucilk_abi_blobs @blobs_$ = { @at_$, %d, "
           "%d };\n",
           site->n_blobs_in, site->n_blobs_out);
}

/* __ucilk_spawn_N_f, up to its body. */
static void begin_spawn(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    bool is_future = site->form == UK_VALUE;
    uk_put(out, n,
           "static __inline__ __attribute__((always_inline, artificial, "
           "%s%s%s)) %s@%s_$_%s(",
           s->uncounted, site->nonnull != NULL ? ", " : "",
           site->nonnull != NULL ? site->nonnull : "",
           is_future         ? "struct ucilk_future "
           : site->is_direct ? "struct ucilk_abi_spawned "
                             : "void *",
           is_future ? "future" : "spawn", uk_task_callee(site));
    if (site->pointer != NULL)
        uk_put(out, 0, "%s @fn, ", site->pointer);
    for (int i = 0; i < site->n_args; i++)
        uk_put(out, 0, "%s @%d, ",
               uk_task_stores_first(site, i) ? "int" : site->args[i].type, i);
    if (!site->is_direct) /* behind them, since messages count arguments */
        uk_put(out, n, "struct @args_$ *@a, ");
    uk_put(out, 0, "struct ucilk_abi_%s *@f%s)",
           site->is_in ? "inlets" : "frame",
           is_future ? ", long __ucilk_k" : "");
}

static void define_spawn(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    bool is_future = site->form == UK_VALUE, elides = s->request->elides;
    bool is_apart = s->functions[site->function].is_apart && !elides;
    begin_spawn(s, site, out);
    uk_buffer_print(out, " { ");
    if (site->is_direct) {
        call_direct(site, is_apart, out);
    } else {
        if (site->pointer != NULL)
            uk_put(out, 0, "@a->fn = @fn; ");
        for (int i = 0; i < site->n_args; i++)
            if (uk_task_stores_first(site, i))
                uk_put(out, 0, "(void)@%d; ", i);
            else
                uk_put(out, 0, "@a->a%d = @%d; ", i, i);
        call_stored(s, site, is_apart, out);
    }
    if (is_future && elides)
        uk_put(out, 0, "); (void)@f;");
    else
        uk_put(out, n, "&@task_$, %s@f%s);",
               site->is_group ? blobs_of(s, site) : "",
               is_future      ? ", __ucilk_k"
               : !site->is_in ? ""
               : is_apart     ? ", 1"
                              : ", 0");
    if (s->request->style->pedigrees)
        uk_put(out, 0, " ucilk_abi_pedigree_go_on(@q); return @h;");
    uk_buffer_print(out, " }\n");
}

void uk_task_declare(struct uk_source *s, const struct uk_site *site,
                     struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    /* Variables of the function may hide the types' own names. */
    if (site->is_direct && site->result != NULL && !site->result_is_plain)
        uk_put(out, n, "typedef %s @result_$;\n", site->result);
    if (site->deduced != UK_NONE)
        uk_put(out, n, "typedef %s @to_$;\n",
               site->is_unqualified ? site->destination
               : site->cast != NULL ? site->cast
                                    : site->result);
    if (site->is_packed)
        uk_put(out, n,
               "struct @to_$ { __typeof__(%s) x; } __attribute__((packed, "
               "may_alias));\n",
               site->destination);
    if (!site->is_direct)
        declare_args(s, site, out);
    if (uk_site_is_stored(site))
        uk_put(out, n,
               "static __attribute__((%s)) void @finish_$(void *, const void "
               "*);\n",
               s->hidden);
    uk_put(out, n, "static const struct ucilk_abi_task @task_$;\n");
    if (site->form == UK_DROP && site->must_use)
        uk_put(
            out, n,
            "static __inline__ __attribute__((always_inline, artificial, %s, "
            "warn_unused_result)) int @result_of_$_%s(void) { return 0; }\n",
            s->uncounted, uk_task_callee(site));
    if (site->is_group && !s->request->elides)
        define_blobs(s, site, out);
    if (site->is_written) {
        begin_spawn(s, site, out);
        uk_buffer_print(out, ";\n");
    } else {
        define_spawn(s, site, out);
    }
}

static void define_body(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    uk_put(
        out, n,
        "static void *@body_$(void *@p) { struct @args_$ *@a = @p; (void)@a; ");
    /* One by one: as they were stored, which processors are quick with. */
    if (site->pointer != NULL)
        uk_put(out, 0, "%s @fn = @a->fn; ", site->pointer);
    for (int i = 0; i < site->n_args; i++)
        uk_put(out, 0, "%s @%d = @a->a%d; ", site->args[i].type, i, i);
    bool keeps = s->request->style->pedigrees;
    bool is_future = site->form == UK_VALUE;
    if (keeps)
        uk_put(out, 0, "struct ucilk_pedigree @q = @a->birth; ");
    uk_buffer_print(out, "ucilk_abi_publish(); ");
    if (keeps)
        uk_put(out, 0, "ucilk_abi_pedigree_begin(&@q); ");
    const char *drop =
        keeps && is_future ? "ucilk_abi_pedigree_drop(__ucilk_q); " : "";
    if (site->is_in)
        uk_put(out, 0, "ucilk_abi_child_begin(&@a->@c); ");
    if (site->result != NULL)
        uk_put(out, 0, "%s @r = ", site->result);
    uk_buffer_print(out, "%s(", site->pointer ? "__ucilk_fn" : site->callee);
    for (int i = 0; i < site->n_args; i++)
        uk_put(out, 0, "%s@%d", i == 0 ? "" : ", ", i);
    if (site->is_in)
        uk_inlet_end_body(s, site, out);
    else if (site->result != NULL)
        uk_put(out, 0,
               "); %sreturn ucilk_abi_return((void *)&@a->result, (void *)&@r, "
               "sizeof @r); }\n",
               drop);
    else
        uk_buffer_print(out, "); %sreturn 0; }\n", drop);
}

/* Body, sizes and flags of any other task. */
static void print_task(struct uk_source *s, const struct uk_site *site,
                       struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    if (site->is_direct)
        uk_buffer_print(out, "(void (*)(void *))%s, 0, 0, ", site->callee);
    else
        uk_put(out, n, "(void (*)(void *))@body_$, sizeof(struct @args_$), ");
    if (!site->is_direct && !site->is_in && site->result != NULL)
        uk_put(out, n, "__builtin_offsetof(struct @args_$, result), ");
    else if (!site->is_direct)
        uk_buffer_print(out, "0, ");
    if (site->result != NULL && !site->is_in)
        uk_buffer_print(out, "sizeof(%s), ", site->result);
    else
        uk_buffer_print(out, "0, ");
    bool leaves = site->form != UK_VALUE && uk_may_leave(s, site->function);
    uk_buffer_print(
        out, "%uu",
        (site->form == UK_VALUE ? UCILK_ABI_TASK_FUTURE
         : site->is_direct      ? UCILK_ABI_TASK_DIRECT
         : site->is_in          ? UCILK_ABI_TASK_INLETS
                                : 0) |
            (site->is_group ? UCILK_ABI_TASK_GROUP : 0) |
            (leaves ? UCILK_ABI_TASK_ABORTS : 0) |
            (s->request->style->pedigrees ? UCILK_ABI_TASK_PEDIGREES : 0));
    if (!site->is_direct && !site->is_in && site->result != NULL)
        uk_buffer_print(out, " | (sizeof(%s) <= ucilk_abi_returned ? %uu : 0u)",
                        site->result, UCILK_ABI_TASK_RETURNS);
}

static void define_task(struct uk_source *s, const struct uk_site *site,
                        struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    struct uk_place place =
        uk_source_place(s, uk_keyword_start(s, site->keyword));
    uk_put(out, n, "static const struct ucilk_abi_task @task_$ = { ");
    if (site->is_written)
        uk_call_define_task(s, site, out);
    else
        print_task(s, site, out);
    uk_buffer_print(out, ", \"%s\", \"%s\", %u };\n", site->shown, place.file,
                    place.line);
}

/* gcc 14 gives errors for other pointers in system headers, too; the user's own
 * line has them. */
static const char silent[] =
    "\n#pragma GCC diagnostic push"
    "\n#pragma GCC diagnostic ignored \"-Wint-conversion\""
    "\n#pragma GCC diagnostic ignored \"-Wincompatible-pointer-types\"\n";

static void define_finish(struct uk_source *s, const struct uk_site *site,
                          struct uk_buffer *out)
{
    bool converts = strcmp(site->result, site->destination) != 0;
    const char *cast =
        site->cast ? uk_arena_print(&s->arena, "(%s)", site->cast) : "";
    const char *to =
        site->is_packed
            ? uk_arena_print(&s->arena,
                             "((struct __ucilk_to_%d *)__ucilk_d)->x",
                             uk_site_number(s, site))
            : uk_arena_print(&s->arena, "*(__typeof__(%s) *)__ucilk_d",
                             site->destination);
    uk_put(out, uk_site_number(s, site),
           "static void @finish_$(void *@d, const void *@r) { ");
    if (site->result_has_const)
        uk_put(out, 0, "__builtin_memcpy(@d, @r, sizeof(%s));", site->result);
    else /* the runtime's copy may be aligned less than its type */
        uk_put(out, 0,
               "%s__typeof__(%s) @v; __builtin_memcpy(&@v, @r, sizeof @v); %s "
               "%s %s@v;%s",
               converts ? silent : "", site->result, to, site->operator_, cast,
               converts ? "\n#pragma GCC diagnostic pop\n" : "");
    uk_buffer_print(out, " }\n");
}

void uk_task_define(struct uk_source *s, const struct uk_site *site,
                    struct uk_buffer *out)
{
    if (site->is_deprecated) /* clang 19 says it of <ucilk>, too */
        uk_buffer_print(out, "#pragma GCC diagnostic push\n"
                             "#pragma GCC diagnostic ignored "
                             "\"-Wdeprecated-declarations\"\n");
    if (site->callee_declaration != NULL)
        uk_buffer_print(out, "%s", site->callee_declaration);
    if (uk_site_is_stored(site))
        define_finish(s, site, out);
    if (site->is_in)
        uk_inlet_define_run(s, site, out);
    if (site->is_written) {
        begin_spawn(s, site, out);
        uk_call_print(s, site, out);
    } else if (!site->is_direct) {
        define_body(s, site, out);
    }
    define_task(s, site, out);
    if (site->is_deprecated)
        uk_buffer_print(out, "#pragma GCC diagnostic pop\n");
}
