/*
 * Other spellings of a plain one, which they become in a copy of the text.
 * There blanks stand for what goes, so every position stays.
 *
 *     (x = spawn f(n));   x = (spawn f(n));    without the parentheses
 *     (int)spawn f(n);                         as a statement: without the cast
 *     (void)(x = spawn f(n));                  x = spawn f(n);
 *     y = 1, (x = spawn f(n));                 y = 1, x = spawn f(n);
 *     return (int)spawn f(n);                  return (int)f(n);
 *     const long x = spawn f(n);               without const, which would let a
 *                                              compiler read x only once
 *     register long x;                         without register: it has an
 *                                              address
 *
 * By tokens alone, when the keywords are known.  The lexer and what has found
 * them then begin again.
 */
#include <string.h>

#include "source.h"

struct spelling {
    struct uk_source *source;
    char *text; /* the copy, or NULL if nothing has changed */
    bool *gone; /* of each token */
    int first,
        behind; /* of the spawn: its token, and the one behind its call */
};

static void blank(struct spelling *p, int token)
{
    struct uk_source *s = p->source;
    const struct uk_token *t = &s->tokens[token];
    if (p->text == NULL)
        p->text = uk_source_copy(s);
    memset(p->text + t->start, ' ', t->end - t->start);
    p->gone[token] = true;
}

/* The token before `i', and the one behind `i', that are still there. */
static int before(const struct spelling *p, int i)
{
    do
        i--;
    while (i > 0 && p->gone[i]);
    return i;
}
static int behind(const struct spelling *p, int i)
{
    while (i < p->source->n_tokens && p->gone[i])
        i++;
    return i;
}

/* The token behind the call of a spawn. */
static int end_of_call(const struct uk_source *s, const struct uk_keyword *k)
{
    int i = uk_keyword_call(s, k);
    if (k->paren != UK_NONE)
        return s->tokens[k->paren].match + 1;
    i = uk_token_next(s, i);
    for (;;) {
        if ((uk_token_is_any(s, i, "( [")) && s->tokens[i].match > i)
            i = s->tokens[i].match + 1;
        else if (uk_token_is_any(s, i, ". ->"))
            i += 2;
        else
            return i;
    }
}

/* Is the parenthesis that of a cast, right behind an assignment's operator? */
static bool ends_cast(const struct uk_source *s, int close)
{
    int open = s->tokens[close].match;
    return uk_token_is(s, close, ")") && open > 0 &&
           uk_token_assigns(s, open - 1);
}

/* `(spawn f(n))', where the parenthesis is none of a call's. */
static void blank_around(struct spelling *p)
{
    const struct uk_source *s = p->source;
    int first = p->first;
    for (;;) {
        int open = before(p, first), close = behind(p, p->behind);
        int left = before(p, open), cast = s->tokens[open].match;
        if (uk_token_is(s, open, ")") && first == p->first && cast > 0 &&
            uk_token_is(s, before(p, cast), "(")) { /* `((T)spawn f(n))' */
            first = cast;
            continue;
        }
        if (!uk_token_is(s, open, "(") || s->tokens[open].match != close)
            return;
        bool is_call = uk_token_is(s, left, ")") && !ends_cast(s, left) &&
                       !uk_starts_statement(s, open);
        if (is_call || uk_token_is(s, left, "]") ||
            (s->tokens[left].kind == UK_NAME &&
             !uk_token_is_any(s, left, "return else do")))
            return;
        blank(p, open);
        blank(p, close);
        p->behind = close + 1;
    }
}

/* `(x = spawn f(n));' */
static void blank_statement(struct spelling *p)
{
    const struct uk_source *s = p->source;
    for (int i = before(p, p->first); i > 0; i = before(p, i)) {
        int match = s->tokens[i].match;
        if (match != UK_NONE && match < i) {
            i = match;
        } else if (match >= p->behind && uk_token_is(s, i, "(")) {
            int n = 1; /* so many that are next to each other */
            while (uk_token_is(s, i - n, "(") &&
                   s->tokens[i - n].match == match + n)
                n++;
            int start = i - n + 1;
            bool is_void = uk_token_is(s, start - 1, ")") &&
                           uk_token_is(s, start - 2, "void") &&
                           uk_token_is(s, start - 3, "(");
            if (is_void)
                start -= 3;
            if (!(uk_starts_statement(s, start) ||
                  uk_token_is(s, start - 1, ",")) ||
                !uk_token_is(s, match + n, ";"))
                return;
            for (int t = start; t < i - n + 1; t++)
                blank(p, t);
            for (; n > 0; n--) {
                blank(p, i - n + 1);
                blank(p, match + n - 1);
            }
            return;
        } else if (match != UK_NONE || uk_token_is(s, i, ";")) {
            return;
        }
    }
}

/* `(T)spawn f(n);', but not `(void)'. */
static void blank_cast(struct spelling *p)
{
    const struct uk_source *s = p->source;
    int close = before(p, p->first), open = s->tokens[close].match;
    if (!uk_token_is(s, close, ")") || open <= 0 ||
        !uk_starts_statement(s, open) ||
        (open + 2 == close && uk_token_is(s, open + 1, "void")) ||
        !uk_token_is(s, behind(p, p->behind), ";"))
        return;
    for (int i = open; i <= close; i++)
        blank(p, i);
}

/* `register' of any variable, in a function that spawns: it may be a
 * destination. */
static void blank_registers(struct spelling *p, const struct uk_function *f)
{
    const struct uk_source *s = p->source;
    for (int i = f->first; i < f->close; i++) {
        bool is_one = uk_token_is(s, i, "register");
        for (int t = i + 1; is_one && t < f->close; t++) {
            if (uk_token_is_any(s, t, "; {"))
                break;
            is_one = !uk_token_is_any(s, t, "asm __asm__ __asm");
        }
        if (!is_one)
            continue;
        /* `register i;' of C90 is an int. */
        int next = i + 1;
        while (uk_token_is_any(s, next, "* const volatile"))
            next++;
        bool is_int = uk_token_is_any(s, i - 1, "; { } ( , )") &&
                      s->tokens[next].kind == UK_NAME &&
                      uk_token_is_any(s, next + 1, "; , = ) [");
        blank(p, i);
        if (is_int)
            memcpy(p->text + s->tokens[i].start, "int", 3);
    }
}

/* Not those of a declarator, `(*const p)(int)'. */
static int skip_brackets(const struct uk_source *s, int i)
{
    bool is_declarator = uk_token_is(s, i, "(") && uk_token_is(s, i + 1, "*");
    return s->tokens[i].match > i && !is_declarator ? s->tokens[i].match : i;
}

/* `const long x = spawn f(n)': a const behind the last star, or one of the type
 * if the declaration has no star. */
static void blank_qualifiers(struct spelling *p)
{
    const struct uk_source *s = p->source;
    int assign = before(p, p->first), start = assign, star = UK_NONE;
    bool has_star = false;
    if (ends_cast(s, assign))
        start = assign = s->tokens[assign].match - 1;
    if (!uk_token_is(s, assign, "="))
        return;
    while (start > 0 && !uk_token_is(s, start - 1, ";")) {
        int match = s->tokens[start - 1].match;
        if (match > start ||
            (match != UK_NONE && uk_token_is(s, start - 1, "}") &&
             !uk_token_opens_type(s, match)))
            break;
        start = match != UK_NONE ? match : start - 1;
    }
    for (int i = start; i < s->n_tokens && !uk_token_is(s, i, ";"); i++) {
        has_star |= uk_token_is(s, i, "*");
        if (i < assign && uk_token_is(s, i, "*"))
            star = i;
        i = skip_brackets(s, i);
    }
    for (int i = start; i < assign; i++) {
        bool is_own = star == UK_NONE ? !has_star : i > star;
        if (uk_token_is_any(s, i, "const __const __const__") && is_own)
            blank(p, i);
        i = skip_brackets(s, i);
    }
}

/* `return spawn f(n);', `return (T)spawn f(n);' */
static bool is_returned(const struct spelling *p)
{
    const struct uk_source *s = p->source;
    int i = before(p, p->first);
    if (uk_token_is(s, i, ")") && s->tokens[i].match > 0)
        i = before(p, s->tokens[i].match);
    return uk_token_is(s, i, "return") &&
           uk_token_is(s, behind(p, p->behind), ";");
}

const char *uk_source_spell(struct uk_source *s)
{
    struct spelling p = {.source = s};
    p.gone = uk_arena_get(&s->arena, (size_t)s->n_tokens + 1);
    for (int i = 0; i < s->n_functions; i++)
        if (s->functions[i].n_keywords > 0)
            blank_registers(&p, &s->functions[i]);
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_SPAWN || k->function == UK_NONE)
            continue;
        p.first = k->token;
        p.behind = end_of_call(s, k);
        blank_around(&p);
        if (is_returned(&p)) {
            blank(&p, k->token);
            continue;
        }
        blank_cast(&p);
        blank_qualifiers(&p);
        blank_statement(&p);
    }
    return p.text;
}
