/*
 * A spawn that is written out as the call which C makes, with its arguments in
 * the registers and on the stack (System V ABI, 3.2.3), and UCILK_ABI_SPAWN_ASM
 * in place of the call instruction.
 *
 * Behind the function, where f is declared:
 *
 *     static inline void *__ucilk_spawn_N_f(double __ucilk_0, int __ucilk_1,
 *         struct __ucilk_args_N *__ucilk_a, struct ucilk_abi_frame *__ucilk_f)
 *     {
 *         double __ucilk_w_0_0 = 0;              each word of an argument
 *         __builtin_memcpy(&__ucilk_w_0_0, &__ucilk_0, 8); ...
 *         register double __ucilk_xmm0 __asm__("xmm0") = __ucilk_w_0_0; ...
 *         __asm__ __volatile__ __inline__ goto(... call f ...);
 *         double __ucilk_v_0 = __ucilk_xmm0;
 *         __builtin_memcpy(&__ucilk_a->result, &__ucilk_v_0, 8);
 *         return 0;
 *     ucilk_stolen: __attribute__((cold));
 *         return UCILK_ABI_OUTSTANDING;
 *     }
 *
 * Of the args struct compilers keep nothing: it has the arguments that are
 * structs on their way to the registers, and the result.
 */
#include <string.h>
#include <ucilk/abi.h>

#include "emit.h"

/* Those that pass words on the stack are pushed in the statement. */
enum { INTEGERS = 6, FLOATS = 8, PUSHED = 3, ALL_FLOATS = 16 };
/* gcc takes 30 operands, and each word counts twice. */
enum { WORDS = 11 };
static const char *const integers[] = {"rdi", "rsi", "rdx", "rcx", "r8", "r9"};
static const char *const pushed[] = {"r10", "r11", "rax"};

struct passed {
    int integers, floats, pushed; /* how many of each */
};

static const char *next_register(struct uk_source *s, struct passed *n,
                                 bool is_float)
{
    return is_float ? uk_arena_print(&s->arena, "xmm%d", n->floats++)
                    : integers[n->integers++];
}

/* Counts an argument.  True if it is on the stack. */
static bool pass(struct passed *n, const struct uk_argument *a)
{
    int floats = 0;
    for (int w = 0; w < a->words; w++)
        floats += a->floats[w];
    bool is_pushed = n->floats + floats > FLOATS ||
                     n->integers + a->words - floats > INTEGERS;
    if (is_pushed) {
        n->pushed += a->words;
    } else {
        n->floats += floats;
        n->integers += a->words - floats;
    }
    return is_pushed;
}

static struct passed pass_all(const struct uk_site *site)
{
    struct passed n = {0};
    for (int i = 0; i < site->n_args; i++)
        pass(&n, &site->args[i]);
    return n;
}

/* Has the spawn floating point that may be _Float16? */
static bool has_half(const struct uk_source *s, const struct uk_site *site)
{
    bool has_float = site->result_floats[0] || site->result_floats[1];
    for (int i = 0; i < site->n_args; i++)
        has_float =
            has_float || site->args[i].floats[0] || site->args[i].floats[1];
    return s->has_half && has_float;
}

bool uk_calls_are_written(const struct uk_source *s)
{
    return s->modifier == 'p' || s->modifier == 'P';
}

void uk_calls_find(struct uk_source *s)
{
    bool is_able = !s->request->elides && uk_calls_are_written(s);
    for (int i = 0; is_able && i < s->n_sites; i++) {
        struct uk_site *site = &s->sites[i];
        struct passed n = pass_all(site);
        site->is_written = site->is_call &&
                           !s->functions[site->function].is_apart &&
                           !has_half(s, site) && n.pushed <= PUSHED &&
                           n.integers + n.floats + n.pushed <= WORDS;
        site->is_direct = site->is_direct && !site->is_written;
    }
}

/* The bytes of the arguments on the stack, which stays aligned. */
static int bytes_pushed(const struct uk_site *site)
{
    return (pass_all(site).pushed + 1) / 2 * 16;
}

/* Copies a word of an object, or the rest of the object, from or to `word'. */
static void copy_word(const char *object, int w, const char *word, bool is_from,
                      struct uk_buffer *out)
{
    if (is_from)
        uk_buffer_print(out, "__builtin_memcpy(&%s, (char *)&%s + %d, ", word,
                        object, 8 * w);
    else
        uk_buffer_print(out, "__builtin_memcpy((char *)&%s + %d, &%s, ", object,
                        8 * w, word);
    uk_buffer_print(out, "sizeof %s - %d < 8 ? sizeof %s - %d : 8); ", object,
                    8 * w, object, 8 * w);
}

static bool is_among(const char *name, const char *const list[], int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

/* The words of argument i, and behind them, in `registers', the variables that
 * put them into their registers: nothing may come between those. */
static void put_argument(struct uk_source *s, const struct uk_site *site, int i,
                         const char *const results[UK_WORDS], struct passed *n,
                         struct uk_buffer *words, struct uk_buffer *registers)
{
    const struct uk_argument *a = &site->args[i];
    struct passed before = *n;
    bool is_pushed = pass(n, a);
    const char *object = uk_arena_print(
        &s->arena,
        uk_task_stores_first(site, i) ? "__ucilk_a->a%d" : "__ucilk_%d", i);
    for (int w = 0; w < a->words; w++) {
        bool is_float = a->floats[w] && !is_pushed;
        bool is_plain = !a->is_struct && a->words == 1 && !a->floats[0];
        const char *type = is_float ? "double" : "long";
        if (is_plain) /* promoted, as for any call */
            type = uk_arena_print(&s->arena, "__typeof__(1 ? %s : %s)", object,
                                  object);
        const char *word = uk_arena_print(&s->arena, "__ucilk_w_%d_%d", i, w);
        const char *place = is_pushed ? pushed[before.pushed++]
                                      : next_register(s, &before, is_float);
        if (is_plain) {
            uk_buffer_print(words, "%s %s = %s; ", type, word, object);
        } else {
            uk_buffer_print(words, "%s %s = 0; ", type, word);
            copy_word(object, w, word, true, words);
        }
        /* Of the argument's type it would lose the result's upper bytes. */
        bool is_result =
            !is_float && is_among(place, results, site->result_words);
        uk_put(registers, 0, "register %s @%s __asm__(\"%s\") = %s%s; ",
               is_result ? "long" : type, place, place,
               is_result ? "(long)" : "", word);
    }
}

#define STRING(...) #__VA_ARGS__
#define AS_IN_SOURCE(...) STRING(__VA_ARGS__)

/* `inline': its lines are no measure of a function's size, by which gcc decides
 * what it takes in. */
static void print_asm(const struct uk_source *s, const struct uk_site *site,
                      struct uk_buffer *out)
{
    static const char call_p[] =
        AS_IN_SOURCE(UCILK_ABI_SPAWN_ASM("call %p[body]", ""));
    static const char call_P[] =
        AS_IN_SOURCE(UCILK_ABI_SPAWN_ASM("call %P[body]", ""));
    int n_pushed = pass_all(site).pushed;
    uk_buffer_print(out, "__asm__ __volatile__ __inline__ goto(");
    if (n_pushed % 2 == 1)
        uk_buffer_print(out, "\"subq $8, %%%%rsp\\n\\t\" ");
    for (int i = n_pushed - 1; i >= 0; i--)
        uk_buffer_print(out, "\"pushq %%%%%s\\n\\t\" ", pushed[i]);
    uk_buffer_print(out, "%s", s->modifier == 'p' ? call_p : call_P);
    if (n_pushed > 0)
        uk_buffer_print(out, " \"addq $%d, %%%%rsp\"", bytes_pushed(site));
}

/* A register that is an operand, or is lost. */
static void print_operand(const char *name, bool is_argument, bool is_result,
                          bool is_float, struct uk_buffer *outputs,
                          struct uk_buffer *clobbers)
{
    if (is_argument || is_result)
        uk_put(outputs, 0, "%s\"%s%s\"(@%s)", outputs->size > 0 ? ", " : "",
               is_argument ? "+" : "=&", is_float ? "x" : "r", name);
    else
        uk_buffer_print(clobbers, "\"%s\", ", name);
}

static void print_operands(struct uk_source *s, const struct uk_site *site,
                           const char *const results[], struct uk_buffer *out)
{
    struct passed n = pass_all(site);
    struct uk_buffer outputs = {0}, clobbers = {0};
    for (int i = 0; i < INTEGERS; i++)
        print_operand(integers[i], i < n.integers,
                      is_among(integers[i], results, site->result_words), false,
                      &outputs, &clobbers);
    for (int i = 0; i < PUSHED; i++)
        print_operand(pushed[i], i < n.pushed, strcmp(pushed[i], "rax") == 0,
                      false, &outputs, &clobbers);
    for (int i = 0; i < ALL_FLOATS; i++) {
        const char *name = uk_arena_print(&s->arena, "xmm%d", i);
        print_operand(name, i < n.floats,
                      is_among(name, results, site->result_words), true,
                      &outputs, &clobbers);
    }
    uk_put(
        out, uk_site_number(s, site),
        " : %s : [body] \"%s\"(%s), [task] \"m\"(@task_$), [frame] \"m\"(*@f) "
        ": %s\"cc\", \"memory\", \"st\", \"st(1)\", \"st(2)\", \"st(3)\", "
        "\"st(4)\", \"st(5)\", \"st(6)\", \"st(7)\"%s : ucilk_stolen); ",
        outputs.bytes, s->modifier == 'p' ? "X" : "s", site->callee,
        clobbers.bytes ? clobbers.bytes : "",
        s->has_more ? AS_IN_SOURCE(UCILK_ABI_AVX512_CLOBBERS) : "");
    uk_buffer_free(&outputs);
    uk_buffer_free(&clobbers);
}

/* The registers of the result's words. */
static void find_results(struct uk_source *s, const struct uk_site *site,
                         const char *results[UK_WORDS])
{
    static const char *const returns[] = {"rax", "rdx"};
    int n_integers = 0, n_floats = 0;
    for (int w = 0; w < site->result_words; w++)
        results[w] = site->result_floats[w]
                         ? uk_arena_print(&s->arena, "xmm%d", n_floats++)
                         : returns[n_integers++];
}

/* Variables for the result's registers that pass no argument.  rax, which the
 * statement uses itself, always is one. */
static void declare_results(const struct uk_site *site,
                            const char *const results[UK_WORDS],
                            struct uk_buffer *out)
{
    struct passed n = pass_all(site);
    int n_floats = 0;
    if (n.pushed < PUSHED)
        uk_put(out, 0, "register long @rax __asm__(\"rax\"); ");
    for (int w = 0; w < site->result_words; w++)
        if (site->result_floats[w]
                ? n_floats++ >= n.floats
                : strcmp(results[w], "rdx") == 0 && n.integers < 3)
            uk_put(out, 0, "register %s @%s __asm__(\"%s\"); ",
                   site->result_floats[w] ? "double" : "long", results[w],
                   results[w]);
}

/* Stores the result, from its registers, or zero if `results' is null.  Nothing
 * may come between what reads the registers. */
static void store_result(struct uk_source *s, const struct uk_site *site,
                         const char *const results[], struct uk_buffer *out)
{
    const char *words[UK_WORDS];
    for (int w = 0; w < site->result_words; w++) {
        words[w] = uk_arena_print(&s->arena, "__ucilk_%c_%d",
                                  results != NULL ? 'v' : 'z', w);
        uk_buffer_print(out, "%s %s = %s%s; ",
                        site->result_floats[w] ? "double" : "long", words[w],
                        results != NULL ? "__ucilk_" : "0",
                        results != NULL ? results[w] : "");
    }
    for (int w = 0; w < site->result_words; w++)
        copy_word("__ucilk_a->result", w, words[w], false, out);
}

void uk_call_print(struct uk_source *s, const struct uk_site *site,
                   struct uk_buffer *out)
{
    const char *results[UK_WORDS];
    struct uk_buffer registers = {0};
    struct passed n = {0};
    find_results(s, site, results);
    uk_buffer_print(out, " { ");
    for (int i = 0; i < site->n_args; i++)
        if (uk_task_stores_first(site, i))
            uk_put(out, 0, "(void)@%d; ", i);
    for (int i = 0; i < site->n_args; i++)
        put_argument(s, site, i, results, &n, out, &registers);
    declare_results(site, results, &registers);
    uk_buffer_add(out, registers.bytes, registers.size);
    uk_buffer_free(&registers);
    print_asm(s, site, out);
    print_operands(s, site, results, out);
    store_result(s, site, results, out);
    uk_buffer_print(out, "return %s; ucilk_stolen: __attribute__((cold)); ",
                    uk_may_leave(s, site->function)
                        ? "ucilk_abi_look_for_abort()"
                        : "(void *)0");
    /* T x = spawn f() has a value where the child is outstanding, too. */
    store_result(s, site, NULL, out);
    uk_buffer_print(out, "return (void *)1; }\n");
}

void uk_call_define_task(struct uk_source *s, const struct uk_site *site,
                         struct uk_buffer *out)
{
    unsigned flags = UCILK_ABI_TASK_DIRECT;
    for (int w = 0; w < site->result_words; w++)
        if (site->result_floats[w])
            flags |= w == 0 ? UCILK_ABI_TASK_FLOAT_FIRST
                            : UCILK_ABI_TASK_FLOAT_SECOND;
    if (site->result_words > 1 || flags != UCILK_ABI_TASK_DIRECT)
        flags |= UCILK_ABI_TASK_RETURNS;
    if (uk_may_leave(s, site->function))
        flags |= UCILK_ABI_TASK_ABORTS;
    uk_buffer_print(out, "(void (*)(void *))%s, %d, 0, ", site->callee,
                    bytes_pushed(site));
    if (site->result != NULL)
        uk_buffer_print(out, "sizeof(%s), %uu", site->result, flags);
    else
        uk_buffer_print(out, "0, %uu", flags);
}
