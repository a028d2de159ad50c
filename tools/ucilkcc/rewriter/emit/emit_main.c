/*
 * Cilk-5's `cilk int main(int argc, char **argv)', which does not see the
 * options of its runtime, and `cilk int cilk_main(...)' of libraries, which
 * comes with a weak main.  Where <cilk-lib.h> is included.
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

void uk_main_emit(struct uk_source *s, const struct uk_keyword *k)
{
    int open = k->token + 1, count, values;
    while (open < s->n_tokens && s->tokens[open].kind == UK_NAME)
        open++;
    if (!uk_token_is(s, open, "(") || s->tokens[open].match < open ||
        memmem(s->text, s->size, "ucilk_arguments(", 16) == NULL)
        return;
    int body = s->tokens[open].match + 1;
    bool is_main = uk_token_is(s, open - 1, "main");
    if (!uk_token_is(s, body, "{") ||
        !(is_main || uk_token_is(s, open - 1, "cilk_main")))
        return;
    bool has_names = find_names(s, open, &count, &values);
    if (has_names)
        uk_edit_add(s, s->tokens[body].end, s->tokens[body].end,
                    " ucilk_arguments(&%s, %s);", uk_token_text(s, count),
                    uk_token_text(s, values));
    if (is_main)
        return;
    struct uk_buffer out = {0};
    uk_buffer_print(&out,
                    "__attribute__((weak)) int main(int __ucilk_c, char "
                    "**__ucilk_v) { (void)__ucilk_c; (void)__ucilk_v; return "
                    "cilk_main(%s); }\n",
                    has_names ? "__ucilk_c, __ucilk_v" : "");
    uk_emit_block(s, s->tokens[s->tokens[body].match].end, &out);
    uk_buffer_free(&out);
}
