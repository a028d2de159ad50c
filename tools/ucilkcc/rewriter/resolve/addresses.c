/*
 * Functions of libc that return an address in what each thread has of its own,
 * or the thread itself, and say so by the attribute const: the compiler would
 * keep what they returned, as errno's address, and use it behind a spawn, or
 * behind a call of a function that spawns, where it is another worker's.  They
 * become pure: to be called again where memory may have changed.
 */
#include <string.h>

#include "source.h"

/* Of one length each. */
static const char *const from[] = {"__const__", "const", NULL};
static const char *const to[] = {"__pure__ ", "pure "};

/* Which spelling of the attribute const token j is, or UK_NONE.  The qualifier
 * does not stand alone between such tokens. */
static int spelling_at(const struct uk_source *s, int j)
{
    for (int k = 0; from[k] != NULL; k++)
        if (uk_token_is(s, j, from[k]) && uk_token_is_any(s, j - 1, "( , :") &&
            uk_token_is_any(s, j + 1, ") , ]"))
            return k;
    return UK_NONE;
}

/* Where the declaration begins that token i stands in: musl has the attribute
 * before the name, glibc behind it. */
static int declaration_at(const struct uk_source *s, int i)
{
    while (i > 0 && !uk_token_is_any(s, i - 1, "; } {"))
        i--;
    return i;
}

void uk_source_loosen_addresses(struct uk_source *s)
{
    static const char names[] =
        "__errno_location __h_errno_location __ctype_b_loc __ctype_tolower_loc "
        "__ctype_toupper_loc pthread_self thrd_current __res_state";
    char *text = NULL;
    for (int i = 0; i + 1 < s->n_tokens; i++) {
        if (!s->tokens[i].is_system || !uk_token_is(s, i + 1, "(") ||
            !uk_token_is_any(s, i, names))
            continue;
        for (int j = declaration_at(s, i);
             j < s->n_tokens && !uk_token_is(s, j, ";"); j++) {
            int k = spelling_at(s, j);
            if (k == UK_NONE)
                continue;
            if (!text)
                text = uk_source_copy(s);
            memcpy(text + s->tokens[j].start, to[k], strlen(to[k]));
        }
    }
    if (text)
        s->text = text;
}
