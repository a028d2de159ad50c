/*
 * The standard that the user's flags choose, and what a parser that is older
 * than it makes of it.
 *
 * The words of C23 are keywords from there on, and anybody's names before.  To
 * the parser each is a macro of what it stood for in C17 or GNU C, as long as
 * the parser does not know the word.  What that cannot express, as a constexpr
 * variable in a constant expression, it reports, and the spawn or loop is an
 * error; it takes nothing for something else.
 */
#include <stdlib.h>
#include <string.h>

#include "clang.h"
#include "walk.h"

enum { ANY = 1000 };

static const struct {
    const char *word, *meaning;
    int known; /* to libclang since that version: it has a meaning of its own */
} words[] = {
    {"alignas", "_Alignas", ANY},
    {"alignof", "_Alignof", ANY},
    {"auto", "__auto_type", 18},
    {"bool", "_Bool", ANY},
    {"constexpr", "const", 19},
    {"false", "((_Bool)0)", 15},
    {"nullptr", "((void *)0)", 17},
    {"static_assert", "_Static_assert", ANY},
    {"thread_local", "_Thread_local", ANY},
    {"true", "((_Bool)1)", 15},
    {"typeof", "__typeof__", ANY},
    {"typeof_unqual", "__typeof__", 16},
};
enum { N_WORDS = sizeof words / sizeof words[0] };

/* The last -std counts. */
static const char *standard(const struct uk_request *r)
{
    const char *name = "";
    for (unsigned i = 0; i < r->n_flags; i++) {
        if (strncmp(r->flags[i], "-std=", 5) == 0)
            name = r->flags[i] + 5;
        else if (strcmp(r->flags[i], "-ansi") == 0)
            name = "c89";
    }
    return name;
}

static const char c23[] = "c23 c2x gnu23 gnu2x iso9899:2024";
static const char c2y[] = "c2y gnu2y";

static bool is_any(const char *name, const char *names)
{
    return uk_words_have(names, name, strlen(name));
}

bool uk_standard_is_c23(const struct uk_source *s)
{
    const char *name = standard(s->request);
    return is_any(name, c23) || is_any(name, c2y);
}

bool uk_standard_has(const struct uk_source *s, int token)
{
    const char *name = standard(s->request);
    if (uk_standard_is_c23(s) || uk_token_is(s, token, "auto") ||
        (uk_token_is(s, token, "typeof") && *name != 'c' && *name != 'i'))
        return true; /* auto is in any C, typeof in GNU C */
    for (int i = 0; i < N_WORDS; i++)
        if (uk_token_is(s, token, words[i].word))
            return false;
    return true;
}

const char *uk_standard_flag(const struct uk_source *s, const char *flag,
                             bool newest)
{
    bool is_gnu = strncmp(flag, "-std=gnu", 8) == 0;
    if (strcmp(flag, "-std=gnu99") == 0) /* gcc's has u"" of C11 already */
        return "-std=gnu11";
    if (strncmp(flag, "-std=", 5) != 0 || !uk_standard_is_c23(s))
        return flag;
    if (is_any(flag + 5, c2y) && newest)
        return flag;
    if (is_any(flag + 5, c2y) || is_any(flag + 5, c23))
        return is_gnu ? "-std=gnu2x" : "-std=c2x"; /* each knows that name */
    return flag;
}

int uk_standard_words(struct uk_source *s, const char **flags)
{
    int n = 0, version = atoi(uk_clang_number());
    if (!uk_standard_is_c23(s))
        return 0;
    for (int i = 0; i < N_WORDS; i++)
        if (version < words[i].known)
            flags[n++] = uk_arena_print(&s->arena, "-D%s=%s", words[i].word,
                                        words[i].meaning);
    return n;
}
