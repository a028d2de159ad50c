/*
 * Functions: where their bodies are, found by tokens alone.  Bodies without
 * keywords are emptied before parsing: this is where compilers' builtins are
 * used that libclang does not know, and most of the text.
 */
#include <string.h>

#include "source.h"

static const char attributes[] =
    "__attribute__ __attribute __typeof__ __typeof typeof _Alignas _Atomic "
    "__asm__ __asm asm __declspec";
static const char tags[] = "struct union enum";

int uk_token_owner(const struct uk_source *s, int close)
{
    int open = close >= 0 ? s->tokens[close].match : UK_NONE;
    return open == UK_NONE ? UK_NONE : open - 1;
}

/* The last token before i that is not of an attribute. */
static int skip_attributes(const struct uk_source *s, int i)
{
    while (uk_token_is_any(s, i, ") ]")) {
        int owner = uk_token_owner(s, i);
        if (uk_token_is(s, i, "]")) { /* [[...]] */
            if (!uk_token_is(s, i - 1, "]") || !uk_token_is(s, owner + 2, "["))
                break;
            i = owner;
            continue;
        }
        if (owner < 0 || !uk_token_is_any(s, owner, attributes))
            break;
        i = owner - 1;
    }
    return i;
}

bool uk_token_opens_type(const struct uk_source *s, int open)
{
    int i = skip_attributes(s, open - 1);
    if (uk_token_is_any(s, i, tags))
        return true;
    if (!uk_token_is_name(s, i))
        return false;
    i = skip_attributes(s, i - 1);
    return uk_token_is_any(s, i, tags);
}

/* Does the `{', outside of any bracket and initializer, open a body? */
static bool opens_body(const struct uk_source *s, int open)
{
    if (uk_token_opens_type(s, open))
        return false;
    int i = skip_attributes(s, open - 1);
    if (uk_token_is(s, i, ")"))
        return s->tokens[i].match != UK_NONE;
    return uk_token_is(s, i, ";"); /* K&R parameters */
}

void uk_source_find_functions(struct uk_source *s)
{
    int first = 0;
    bool in_initializer = false;
    for (int i = 0; i < s->n_tokens; i++) {
        int match = s->tokens[i].match;
        if (uk_token_is(s, i, ";")) {
            first = i + 1;
            in_initializer = false;
        } else if (uk_token_is(s, i, "=")) {
            in_initializer = true;
        } else if (uk_token_is(s, i, "{")) {
            if (match == UK_NONE)
                return;
            if (!in_initializer && opens_body(s, i)) {
                struct uk_function f = {
                    .first = first, .open = i, .close = match};
                UK_PUSH(s, functions, f);
                first = match + 1;
            }
            i = match;
        } else if (match > i) {
            i = match;
        }
    }
}

char *uk_source_blank(struct uk_source *s, bool bodies)
{
    char *text = uk_source_copy(s);
    for (int i = 0; i < s->n_keywords; i++) {
        int token = s->keywords[i].token;
        const struct uk_token *t = &s->tokens[token];
        uk_blank(text, t->start, t->end);
        if (s->keywords[i].word == UK_SYNCHED) /* an expression */
            text[t->start] = '1';
        if (s->keywords[i].word == UK_FOR)
            memcpy(text + t->start, "for", 3);
        if (s->keywords[i].word == UK_FUTURE)
            uk_future_blank(s, &s->keywords[i], text);
        if (s->keywords[i].paren != UK_NONE) {
            text[t[1].start] = ' ';
            text[s->tokens[t[1].match].start] = ' ';
        }
        /* The operands, not the line markers between them. */
        if (s->keywords[i].word == UK_REDUCER)
            for (int o = token + 1; o <= t[1].match; o++)
                uk_blank(text, s->tokens[o].start, s->tokens[o].end);
    }
    for (int i = 0; bodies && i < s->n_functions; i++) {
        const struct uk_function *f = &s->functions[i];
        if (f->n_keywords != 0 || f->is_spawned || f->is_wanted ||
            f->uses_reducer)
            continue;
        uk_blank(text, s->tokens[f->open].end, s->tokens[f->close].start);
        /* gcc's headers define functions that clang has built in, and does not
         * let anybody define: _mm_pause(), __rdtsc().  All of gcc's are
         * artificial: they are declared only. */
        if (uk_tokens_have(s, f->first, f->open, "__artificial__")) {
            text[s->tokens[f->open].start] = ';';
            text[s->tokens[f->close].start] = ' ';
        }
    }
    return text;
}
