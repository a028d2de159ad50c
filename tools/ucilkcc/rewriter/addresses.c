/*
 * Functions of libc that return an address in what each thread has of its own,
 * or the thread itself, and say so by the attribute const: the compiler would
 * keep what they returned, as errno's address, and use it behind a spawn, where
 * it is another worker's.  They become pure: to be called again where memory
 * may have changed.
 */
#include <string.h>

#include "source.h"

static const char from[] = "__const__", to[] = "__pure__ ";

void uk_source_loosen_addresses(struct uk_source *s)
{
    static const char *const names[] = {"__errno_location",
                                        "__h_errno_location",
                                        "__ctype_b_loc",
                                        "__ctype_tolower_loc",
                                        "__ctype_toupper_loc",
                                        "pthread_self",
                                        NULL};
    char *text = NULL;
    for (int i = 0; i + 1 < s->n_tokens; i++) {
        if (!s->tokens[i].is_system || !uk_token_is(s, i + 1, "(") ||
            !uk_token_is_any(s, i, names))
            continue;
        for (int j = i + 1; j < s->n_tokens && !uk_token_is(s, j, ";"); j++) {
            if (!uk_token_is(s, j, from))
                continue;
            if (!text) {
                text = uk_arena_get(&s->arena, s->size + 1);
                memcpy(text, s->text, s->size);
            }
            memcpy(text + s->tokens[j].start, to, strlen(to));
        }
    }
    if (text)
        s->text = text;
}
