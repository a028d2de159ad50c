/*
 * Cilk-5's `cilk int main(int argc, char **argv)', which does not see the
 * options of its runtime, and `int cilk_main(...)' of libraries, which comes
 * with a weak main.  Where <cilk-lib.h> is included; also in the serial
 * elision, and in files that do not spawn.
 */
#include <string.h>

#include "emit.h"

static int name_of_parameter(const struct uk_source *s, int from, int end)
{
    int name = UK_NONE;
    for (int i = from; i < end; i++)
        if (s->tokens[i].kind == UK_NAME)
            name = i;
    return name;
}

/* The two names, or false. */
static bool find_names(const struct uk_source *s, int open, int *count,
                       int *values)
{
    int close = s->tokens[open].match, comma = uk_argument_end(s, open + 1);
    if (comma >= close || uk_argument_end(s, comma + 1) < close)
        return false;
    *count = name_of_parameter(s, open + 1, comma);
    *values = name_of_parameter(s, comma + 1, close);
    return *count != UK_NONE && *values != UK_NONE;
}

/* The name of a function that is defined, or UK_NONE. */
static int name_of(const struct uk_source *s, const struct uk_function *f)
{
    int open = uk_token_is(s, f->open - 1, ")") ? s->tokens[f->open - 1].match
                                                : UK_NONE;
    return open > 0 && s->tokens[open - 1].kind == UK_NAME ? open - 1 : UK_NONE;
}

/* Does Cilk-5's `cilk' stand before the name? */
static bool is_qualified(const struct uk_source *s, int name)
{
    const struct uk_keyword *k = NULL;
    for (int i = name - 1; i >= 0 && k == NULL && s->tokens[i].kind == UK_NAME;
         i--)
        k = uk_keyword_on(s, i);
    return k != NULL && k->word == UK_QUALIFIER;
}

static void emit_main(struct uk_source *s, const struct uk_function *f,
                      int name, const char *arguments)
{
    struct uk_buffer out = {0};
    bool is_void = uk_token_is(s, name - 1, "void");
    uk_put(&out, 0,
           "__attribute__((weak)) int main(int @c, char **@v) { (void)@c; "
           "(void)@v; %scilk_main(%s); %s}\n",
           is_void ? "" : "return ", arguments, is_void ? "return 0; " : "");
    uk_emit_block(s, s->tokens[f->close].end, &out);
}

bool uk_main_emit(struct uk_source *s)
{
    const struct uk_function *found = NULL;
    int found_name = UK_NONE, count, values;
    if (memmem(s->text, s->size, "ucilk_arguments(", 16) == NULL)
        return false;
    for (int i = 0; i < s->n_functions; i++) {
        const struct uk_function *f = &s->functions[i];
        int name = name_of(s, f);
        bool is_main = name != UK_NONE && uk_token_is(s, name, "main");
        if (is_main && !is_qualified(s, name))
            return false; /* a cilk_main is one that it calls */
        if (is_main || (name != UK_NONE && uk_token_is(s, name, "cilk_main"))) {
            found = f;
            found_name = name;
        }
    }
    if (found == NULL)
        return false;
    bool has_names = find_names(s, found_name + 1, &count, &values);
    unsigned body = s->tokens[found->open].end;
    if (has_names) /* a declaration: others may follow */
        uk_edit_add(s, body, body,
                    " int __ucilk_m __attribute__((unused)) = "
                    "(ucilk_arguments(&%s, %s), 0);",
                    uk_token_text(s, count), uk_token_text(s, values));
    if (uk_token_is(s, found_name, "cilk_main"))
        emit_main(s, found, found_name,
                  has_names ? "__ucilk_c, __ucilk_v" : "");
    return true;
}
