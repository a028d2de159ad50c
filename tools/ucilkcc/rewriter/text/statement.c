/*
 * Where a statement ends, found by tokens alone: for keywords that stand before
 * any statement, and before there is a tree.
 */
#include "source.h"

/* Words before a statement, and before one behind parentheses. */
static const char prefixes[] =
    "cilk_scope _Cilk_scope cilk_spawn _Cilk_spawn spawn else __extension__";
static const char heads[] = "if while for switch cilk_for _Cilk_for";

/* The token behind an expression or the like, which ends with a `;'. */
static int skip_simple(const struct uk_source *s, int i)
{
    while (i < s->n_tokens && !uk_token_is(s, i, ";")) {
        if (uk_token_is(s, i, "}"))
            return i; /* the block ends without it */
        i = uk_token_next(s, i);
    }
    return i < s->n_tokens ? i + 1 : i;
}

/* Behind the colon of `case a ? b : c:'. */
static int skip_case(const struct uk_source *s, int i)
{
    int questions = 0;
    for (; i < s->n_tokens && !uk_token_is(s, i, ";");
         i = uk_token_next(s, i)) {
        if (uk_token_is(s, i, "?"))
            questions++;
        else if (uk_token_is(s, i, ":") && questions-- == 0)
            return i + 1;
    }
    return i;
}

int uk_statement_end(const struct uk_source *s, int i)
{
    for (;;) {
        if (i >= s->n_tokens)
            return s->n_tokens;
        if (uk_token_is(s, i, "{"))
            return s->tokens[i].match != UK_NONE ? s->tokens[i].match + 1
                                                 : i + 1;
        if (uk_token_is_any(s, i, prefixes)) {
            i++;
        } else if (uk_token_is(s, i, "case")) {
            i = skip_case(s, i + 1);
        } else if (s->tokens[i].kind == UK_NAME && uk_token_is(s, i + 1, ":")) {
            i += 2;
        } else if (uk_token_is(s, i, "do")) {
            return skip_simple(s, uk_statement_end(s, i + 1));
        } else if (uk_token_is_any(s, i, heads) && uk_token_is(s, i + 1, "(") &&
                   s->tokens[i + 1].match != UK_NONE) {
            int behind = s->tokens[i + 1].match + 1;
            if (!uk_token_is(s, i, "if")) {
                i = behind;
                continue;
            }
            behind = uk_statement_end(s, behind);
            if (!uk_token_is(s, behind, "else"))
                return behind;
            i = behind + 1;
        } else {
            return skip_simple(s, i);
        }
    }
}

int uk_token_open(const struct uk_source *s, int i)
{
    int match = s->tokens[i].match;
    return match != UK_NONE && match < i ? match : i;
}

int uk_token_next(const struct uk_source *s, int i)
{
    return s->tokens[i].match > i ? s->tokens[i].match + 1 : i + 1;
}

int uk_token_seek(const struct uk_source *s, int i, int end, const char *words)
{
    while (i < end && !uk_token_is_any(s, i, words))
        i = uk_token_next(s, i);
    return i;
}

int uk_argument_end(const struct uk_source *s, int i)
{
    return uk_token_seek(s, i, s->n_tokens, ", )");
}
